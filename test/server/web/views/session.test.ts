import t, { type Test } from 'tap'
import {
  type Answer,
  type PartialArguments,
  problemOf,
} from '../../../../server/web/parts/read-result.ts'
import { toolCaller, type Host } from '../../../../server/web/parts/host.ts'
import { Session, type Patience, type ViewState } from '../../../../server/web/parts/session.ts'
import { until } from '../../../support/until.ts'
import { elapse } from '../../../support/pauses.ts'

type Alerts = 'svc_get_alerts'

/** A result of `rows` rows: the number distinguishes results. */
function answer(totalRows: number, app = 7): Answer<Alerts> {
  const context = {
    app: { id: app, name: 'Game' },
    currency: 'USD',
    filters: {},
    dataThrough: '2026-03-30',
    runCreatedAt: null,
  }
  return {
    totalRows,
    truncated: false,
    context,
    columns: [],
    rows: [],
  } as unknown as Answer<Alerts>
}

function structured(totalRows: number) {
  return { content: [], structuredContent: answer(totalRows) as unknown as Record<string, unknown> }
}

/** Hosts that are slow are so by never: what waits for them does so by its patience. */
const NEVER = 1_000_000
const NOW = 0

interface Call {
  name: string
  args: PartialArguments<Alerts>
  reply: (result: object) => void
  fail: (error: Error) => void
}

/** A view in a host that answers calls on command. */
function view(t: Test, { can = true, ...patience }: Partial<Patience> & { can?: boolean } = {}) {
  const calls: Call[] = []
  const phases: ViewState<Alerts>['phase'][] = []
  const app = {
    request: (_method: string, { name, arguments: args }: { name: string; arguments?: object }) =>
      new Promise((resolve, reject) =>
        calls.push({ name, args: args as PartialArguments<Alerts>, reply: resolve, fail: reject }),
      ),
  }
  const call = toolCaller(
    app as unknown as Parameters<typeof toolCaller>[0],
    () => session.state.phase === 'ended',
  )
  const host = { can: { call: can }, call } as unknown as Host
  const session: Session<Alerts> = new Session(
    'svc_get_alerts',
    () => host,
    () => {
      if (phases.at(-1) !== session.state.phase) phases.push(session.state.phase)
    },
    { anything: NEVER, result: NEVER, change: NOW, ...patience },
  )
  t.teardown(() => session.end())
  /** Waits for the call of this number, from 1. */
  const called = async (count: number) => {
    await until(`call ${count}`, () => calls.length >= count)
    t.equal(calls.length, count, `${count} calls`)
    return calls[count - 1]!
  }
  /** Waits for what is shown. */
  const shows = async (want: object) => {
    await until(JSON.stringify(want), () => matches(session.state, want))
    t.match(session.state, want)
  }
  session.begin()
  return { session, calls, phases, called, shows }
}

function matches(actual: unknown, want: unknown): boolean {
  if (want instanceof RegExp) return want.test(String(actual))
  if (typeof want !== 'object' || want === null) return actual === want
  if (typeof actual !== 'object' || actual === null) return false
  return Object.entries(want).every(([name, value]) =>
    matches((actual as Record<string, unknown>)[name], value),
  )
}

/** What stands now, after whatever was about to happen at once: timers of the same length end in their order. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) {
    await elapse(NOW)
    await new Promise(setImmediate)
  }
}

const ARGS = { appId: 7, limit: 5 }

t.test('structured content is shown', async t => {
  const { session, phases } = view(t)
  session.input(ARGS)
  t.match(session.state, { phase: 'working', args: ARGS })
  session.result(structured(3))
  t.match(session.state, { phase: 'idle', answer: { totalRows: 3 }, args: ARGS, problem: null })
  t.strictSame(phases, ['working', 'idle'])
})

t.test('without structured content the text of a result is read as JSON', async t => {
  const { session } = view(t)
  session.input(ARGS)
  const link = { type: 'resource_link' as const, uri: 'https://example.com/', name: 'x' }
  session.result({
    content: [
      link,
      { type: 'text', text: 'In short: 3.' },
      { type: 'text', text: JSON.stringify(answer(3)) },
    ],
  })
  t.match(session.state, { phase: 'idle', answer: { totalRows: 3 } })
})

t.test('without either the tool is called again with its arguments', async t => {
  const { session, called, shows, calls } = view(t)
  session.input(ARGS)
  session.result({ content: [] })
  const call = await called(1)
  t.match(call, { name: 'svc_get_alerts', args: ARGS })
  call.reply(structured(4))
  await shows({ phase: 'idle', answer: { totalRows: 4 } })
  t.equal(calls.length, 1)
})

t.test('a missing result is requested after a wait', async t => {
  const { session, called, shows } = view(t, { result: NOW })
  session.input(ARGS)
  const call = await called(1)
  t.strictSame(call.args, ARGS)
  call.reply(structured(4))
  await shows({ answer: { totalRows: 4 } })
})

t.test('without arguments the person chooses an app, which sends the request', async t => {
  for (const before of ['nothing', 'an empty result', 'arguments without an app']) {
    t.test(before, async t => {
      const { session, called, shows } = view(t, before === 'nothing' ? { anything: NOW } : {})
      if (before === 'an empty result') session.result({})
      if (before === 'arguments without an app') {
        session.input({ limit: 5 })
        session.result({ content: [] })
      }
      await shows({ phase: 'choosing' })
      session.askNow({ ...session.state.args, appId: 9 })
      t.equal(session.state.phase, 'working')
      const call = await called(1)
      t.match(call.args, { appId: 9 })
      call.reply(structured(1))
      await shows({ phase: 'idle', answer: { totalRows: 1 }, args: { appId: 9 } })
    })
  }
})

t.test('a host without tool calls gets no request', async t => {
  const { session, calls } = view(t, { can: false })
  session.input(ARGS)
  session.result({ content: [] })
  t.equal(session.state.phase, 'choosing', 'where the picker says so')
  session.result(structured(2))
  t.match(
    session.state,
    { phase: 'idle', answer: { totalRows: 2 } },
    'what comes late still counts',
  )
  t.strictSame(calls, [])
})

t.test('partial arguments, arguments and result arrive in turn', async t => {
  const { session, calls, phases } = view(t)
  session.partialInput({ appId: 1 })
  t.match(session.state, { phase: 'working', args: { appId: 1 } })
  session.partialInput({ appId: 10 })
  session.input({ appId: 101 })
  session.partialInput({ appId: 1 })
  t.match(session.state.args, { appId: 101 }, 'what is late of them is behind the times')
  session.result(structured(1))
  t.strictSame(phases, ['working', 'idle'])
  t.strictSame(calls, [])
})

t.test('partial arguments alone send no request', async t => {
  const { session, calls, shows } = view(t, { result: NOW })
  session.partialInput({ appId: 10 })
  await shows({ phase: 'choosing', args: {} })
  t.strictSame(session.state.args, {})
  t.strictSame(calls, [])
})

t.test('a result may arrive before its arguments', async t => {
  const { session, calls } = view(t, { result: NOW })
  session.result(structured(3))
  t.match(session.state, { phase: 'idle', args: { appId: 7 } }, 'the app is known from it')
  session.input(ARGS)
  await settle()
  t.match(session.state, { phase: 'idle', args: ARGS, answer: { totalRows: 3 } })
  t.strictSame(calls, [])
})

t.test('a host may send everything twice', async t => {
  const { session, calls, phases } = view(t, { result: NOW })
  for (let time = 0; time < 2; time++) {
    session.input(ARGS)
    session.result(structured(3))
  }
  session.input(ARGS)
  await settle()
  t.strictSame(calls, [])
  t.equal(phases.at(-1), 'idle')
})

t.test('a host may show the next call in the same view', async t => {
  const { session, called, shows } = view(t)
  session.input(ARGS)
  session.result(structured(3))
  session.ask({ ...ARGS, limit: 6 })
  const own = await called(1)
  session.input({ appId: 8 })
  t.match(
    session.state,
    { phase: 'working', args: { appId: 8 }, answer: { totalRows: 3 } },
    'the last answer stays until then',
  )
  own.reply(structured(6))
  await settle()
  t.match(session.state.answer, { totalRows: 3 }, 'what was asked before it counts no more')
  session.result(structured(8))
  await shows({ phase: 'idle', answer: { totalRows: 8 } })
})

t.test('late results are handled', async t => {
  t.test('a late result replaces the picker', async t => {
    const { session, shows } = view(t, { anything: NOW })
    await shows({ phase: 'choosing' })
    session.result(structured(3))
    t.match(session.state, { phase: 'idle', answer: { totalRows: 3 } })
  })
  t.test("a late result does not replace the person's choice", async t => {
    const { session, shows, called } = view(t, { anything: NOW })
    await shows({ phase: 'choosing' })
    session.askNow({ appId: 9 })
    const call = await called(1)
    session.result(structured(3))
    t.match(
      session.state,
      { phase: 'working', answer: null },
      'the person asked for something else',
    )
    call.reply(structured(9))
    await shows({ phase: 'idle', answer: { totalRows: 9 } })
    session.result(structured(3))
    t.match(session.state.answer, { totalRows: 9 })
  })
  t.test('a late result replaces a failed choice', async t => {
    const { session, shows, called } = view(t, { anything: NOW })
    await shows({ phase: 'choosing' })
    session.askNow({ appId: 9 })
    ;(await called(1)).fail(new Error('gone'))
    await shows({ phase: 'idle', problem: { kind: 'failed', message: 'gone' } })
    session.result(structured(3))
    t.match(
      session.state,
      { phase: 'idle', answer: { totalRows: 3 }, problem: null },
      'something is better than nothing',
    )
  })
  t.test('a late result replaces the same pending request', async t => {
    const { session, called, shows } = view(t, { result: NOW })
    session.input(ARGS)
    const call = await called(1)
    session.result(structured(3))
    t.match(session.state, { phase: 'idle', answer: { totalRows: 3 } })
    call.reply(structured(4))
    await settle()
    await shows({ answer: { totalRows: 3 } })
  })
})

t.test('a cancelled call is shown as cancelled', async t => {
  const { session, calls } = view(t, { result: NOW })
  session.input(ARGS)
  session.cancelled()
  await settle()
  t.match(session.state, { phase: 'cancelled', args: ARGS })
  t.strictSame(calls, [], 'nothing is waited for any more')
  session.askNow(ARGS)
  t.equal(session.state.phase, 'working', 'but may be asked for')

  const late = view(t)
  late.session.input(ARGS)
  late.session.result(structured(3))
  late.session.cancelled()
  t.match(
    late.session.state,
    { phase: 'idle', answer: { totalRows: 3 } },
    'what has an answer is not cancelled',
  )
})

t.test('teardown ends the session', async t => {
  const { session, calls, called, phases } = view(t, { result: NOW })
  session.input(ARGS)
  const call = await called(1)
  session.ask({ appId: 8 })
  session.end()
  call.reply(structured(3))
  session.input(ARGS)
  session.result(structured(4))
  session.ask(ARGS)
  session.askNow(ARGS)
  await settle()
  t.match(session.state, { phase: 'ended', answer: null })
  t.equal(calls.length, 1, 'nothing is asked any more')
  t.equal(phases.at(-1), 'ended')
})

t.test("a tool's refusal is shown verbatim", async t => {
  const { session, called, shows } = view(t)
  session.input(ARGS)
  session.result({
    isError: true,
    content: [{ type: 'text', text: 'limit: must be a whole number from 1 to 500; got 429' }],
  })
  t.match(session.state, {
    phase: 'idle',
    problem: { kind: 'refused', message: /^limit: must be/ },
    answer: null,
  })
  session.askNow({ appId: 7 })
  t.equal(session.state.problem, null)
  ;(await called(1)).reply({ isError: true, content: [] })
  await shows({
    phase: 'idle',
    problem: { kind: 'refused', message: 'The tool failed without a reason.' },
  })
})

/** As the service says it, over HTTP. */
const DETAIL = 'Rate limit of 60 requests per 60 seconds reached. Try again in 34 s.'
const PROBLEM = JSON.stringify({
  type: 'about:blank',
  title: 'Too Many Requests',
  status: 429,
  code: 'rate_limited',
  detail: DETAIL,
})

t.test('a rate limit is shown in the words of the host', async t => {
  const cases: Record<string, [fault: string, seconds: number]> = {
    'the problem in an error of a library': [
      `Error POSTing to endpoint (HTTP 429): ${PROBLEM}`,
      34,
    ],
    'the detail alone': [DETAIL, 34],
    'the problem alone': [PROBLEM, 34],
    'the title': ['Too Many Requests', 60],
    'the status': ['MCP error -32000: Request failed with status code 429', 60],
    'the number': ['429', 60],
    'the code': ['{"code":"rate_limited"}', 60],
    'with its header': ['HTTP 429, Retry-After: 12', 12],
    'with a header that is a date': ['HTTP 429, Retry-After: Wed, 21 Oct 2026 07:28:00 GMT', 60],
    'for ever': ['HTTP 429. Try again in 99999999999999999999 s.', 3600],
  }
  for (const [how, [fault, seconds]] of Object.entries(cases)) {
    t.match(
      problemOf(new Error(fault), 1000),
      { kind: 'limited', again: 1000 + seconds * 1000 },
      how,
    )
    for (const isError of [false, true]) {
      t.test(`${how} is recognized as ${isError ? 'a result' : 'an error'}`, async t => {
        const { session, called, shows } = view(t)
        session.input(ARGS)
        session.result(structured(1))
        session.ask({ appId: 7, limit: 1 })
        const call = await called(1)
        if (isError) call.reply({ isError: true, content: [{ type: 'text', text: fault }] })
        else call.fail(new Error(fault))
        await shows({ phase: 'idle', problem: { kind: 'limited' } })
        t.match(session.state.answer, { totalRows: 1 }, 'the answer stays')
        const again = session.state.problem!.again! - Date.now()
        t.ok(again > (seconds - 10) * 1000 && again <= seconds * 1000, `${again} ms`)
        session.askNow(session.state.args)
        ;(await called(2)).reply(structured(2))
        await shows({ phase: 'idle', problem: null, answer: { totalRows: 2 } })
      })
    }
  }
  const { session } = view(t)
  session.input(ARGS)
  session.result({ isError: true, content: [{ type: 'text', text: PROBLEM }] })
  t.match(
    session.state,
    { phase: 'idle', problem: { kind: 'limited', again: Number } },
    'also of the first result',
  )
  for (const other of [
    'Request timed out after 429 ms',
    'appId 429 is not one of yours',
    '',
    'x'.repeat(1e6),
  ]) {
    const { kind, message } = problemOf(new Error(other), 0)
    t.equal(kind, 'failed')
    t.ok(message.length > 0 && message.length <= 1000)
  }
})

t.test("requests follow the person's choices", async t => {
  t.test('two quick changes become one call', async t => {
    const { session, called, shows, calls } = view(t)
    session.result(structured(1))
    session.ask({ appId: 7, limit: 2 })
    session.ask({ appId: 7, limit: 3 })
    t.match(
      session.state,
      { phase: 'working', answer: { totalRows: 1 }, args: { limit: 3 } },
      'the answer stays while it is asked',
    )
    const call = await called(1)
    t.match(call.args, { limit: 3 })
    call.reply(structured(3))
    await shows({ phase: 'idle', answer: { totalRows: 3 } })
    t.equal(calls.length, 1)
  })
  t.test('an earlier result never replaces a later question', async t => {
    const { session, called, shows } = view(t)
    session.result(structured(1))
    session.ask({ appId: 7, limit: 2 })
    const first = await called(1)
    session.ask({ appId: 7, limit: 3 })
    first.reply(structured(2))
    const second = await called(2)
    t.match(session.state, { phase: 'working', answer: { totalRows: 1 } })
    second.reply(structured(3))
    await shows({ phase: 'idle', answer: { totalRows: 3 }, args: { limit: 3 } })
  })
  t.test('abandoned work is not requested', async t => {
    const { session, called, shows } = view(t)
    session.result(structured(1))
    session.askNow({ appId: 7, limit: 2 })
    const first = await called(1)
    session.askNow({ appId: 7, limit: 3 })
    session.askNow({ appId: 7, limit: 4 })
    first.reply(structured(2))
    const second = await called(2)
    t.match(second.args, { limit: 4 })
    second.reply(structured(4))
    await shows({ phase: 'idle', answer: { totalRows: 4 } })
  })
  t.test('a result stays if the next question fails', async t => {
    const { session, called, shows } = view(t)
    session.result(structured(1))
    session.ask({ appId: 7, limit: 2 })
    ;(await called(1)).fail(new Error('Connection closed'))
    await shows({
      phase: 'idle',
      answer: { totalRows: 1 },
      problem: { kind: 'failed', message: 'Connection closed' },
    })
    session.ask({ appId: 7, limit: 3 })
    ;(await called(2)).reply({ content: [] })
    await shows({
      phase: 'idle',
      answer: { totalRows: 1 },
      problem: { kind: 'failed', message: /without content/ },
    })
    session.ask({ appId: 7, limit: 4 })
    ;(await called(3)).reply(structured(4))
    await shows({ phase: 'idle', answer: { totalRows: 4 }, problem: null })
  })
})

t.test('invalid results are refused', async t => {
  const good = answer(1) as unknown as Record<string, unknown>
  const odd: unknown[] = [
    undefined,
    null,
    5,
    [],
    {},
    { ...good, rows: 5 },
    { ...good, rows: [1] },
    { ...good, columns: 'all' },
    { ...good, context: null },
    { ...good, context: { ...(good['context'] as object), app: 7 } },
    { ...good, context: { ...(good['context'] as object), filters: { countries: 'US' } } },
    { apps: [] },
    { apps: 7 },
  ]
  for (const value of odd) {
    const { session } = view(t, { can: false })
    session.result({
      structuredContent: value,
      content: [{ type: 'text', text: JSON.stringify(value) ?? 'undefined' }],
    } as object)
    t.match(session.state, { phase: 'choosing', answer: null }, JSON.stringify(value))
  }
  for (const content of [5, null, 'x', [null], [{ type: 'text' }], [{ type: 'text', text: 5 }]]) {
    const { session } = view(t, { can: false })
    session.result({ content } as object)
    t.match(session.state, { phase: 'choosing', answer: null }, JSON.stringify(content))
  }
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LookupFunction } from 'node:net'
import t from 'tap'
import { pull, type PullOptions } from '../../../../server/forecast/pull/pull.ts'
import {
  isPublicAddress,
  publicFetch,
  PullError,
} from '../../../../server/forecast/pull/safe-fetch.ts'
import { FORMATS } from '../../../../server/forecast/inputs/formats/formats.ts'
import { columnsOf } from '../../../../server/forecast/inputs/mapping.ts'
import type { Mapping } from '../../../../server/forecast/inputs/formats/format.ts'
import {
  adjustAnswer,
  type Answer,
  daysOf,
  singularAnswer,
  standIn,
  standInFetch,
} from '../../../support/forecast/stand-ins.ts'

const waits: number[] = []

function options(
  from: PullOptions['from'],
  folder: string,
  url: string,
  more: Partial<PullOptions> = {},
): PullOptions {
  const reach = {
    token: 'secret-token',
    timeout: 20_000,
    fetch: standInFetch,
    wait: (ms: number) => Promise.resolve(waits.push(ms)),
  }
  return {
    from,
    folder,
    url,
    apps: ['app1'],
    through: '2026-03-05',
    days: 10,
    history: 40,
    timeZone: undefined,
    currency: undefined,
    reach,
    ...more,
  }
}

async function service(t: { teardown: (close: () => Promise<void>) => void }, answer: Answer) {
  const made = await standIn(answer)
  t.teardown(made.close)
  return made
}

async function refusal(act: Promise<unknown>): Promise<PullError> {
  const error = await act.then(
    () => new Error('not refused'),
    (error: unknown) => error as Error,
  )
  if (error instanceof PullError) return error
  throw error
}

t.test('adjust fetches history in parts, then the last days again, and nothing twice', async t => {
  const { url, calls } = await service(t, adjustAnswer)
  const folder = join(t.testdir(), 'new')
  const first = await pull(
    options('adjust', folder, url, { timeZone: 'Asia/Tokyo', currency: 'EUR' }),
  )
  t.same(readdirSync(folder).sort(), [
    'adjust_2026-01-25_to_2026-02-03_known_2026-03-05.csv',
    'adjust_2026-02-04_to_2026-03-05_known_2026-03-05.csv',
  ])
  t.match(first, { kept: 0, empty: 0 })
  t.match(Object.fromEntries(calls[0]!.url.searchParams), {
    app_token__in: 'app1',
    date_period: '2026-02-04:2026-03-05',
    dimensions: 'day,os_name,channel,campaign_network,country_code',
    cohort_maturity: 'immature',
    utc_offset: '+09:00',
    currency: 'EUR',
  })
  const header = readFileSync(first.files[0]!, 'utf8').split('\n')[0]!.split(',')
  const faults: never[] = []
  for (const table of ['spend', 'installs', 'revenue'] as const)
    columnsOf(FORMATS['adjust']![table] as Mapping, header, '', faults)
  t.same(faults, [], 'the format reads it')
  t.match(await pull(options('adjust', folder, url)), { files: [], kept: 2 })
  t.equal(calls.length, 2)
  const next = await pull(options('adjust', folder, url, { through: '2026-03-06' }))
  t.match(next.files, [/adjust_2026-02-25_to_2026-03-06_known_2026-03-06\.csv$/])
})

t.test(
  'Retry-After is respected, attempts are bounded, no partial file stays, and messages omit the token',
  async t => {
    const folder = t.testdir()
    waits.length = 0
    const limited = await service(t, (call, response, nth) =>
      nth === 1
        ? void response.writeHead(429, { 'retry-after': '7' }).end()
        : nth === 2
          ? void response.writeHead(503).end()
          : adjustAnswer(call, response, nth),
    )
    t.equal((await pull(options('adjust', folder, limited.url, { history: 5 }))).files.length, 1)
    t.equal(waits[0], 7000)
    t.ok(waits[1]! > 2900 && waits[1]! < 5100, 'without Retry-After twice as long each time')

    const late = await service(
      t,
      (_call, response) =>
        void response
          .writeHead(429, { 'retry-after': '86400' })
          .end('quota of secret-token used up'),
    )
    const other = join(folder, 'other')
    const refused = await refusal(pull(options('adjust', other, late.url)))
    t.match(
      refused.message,
      /answered 429: quota of \*\*\* used up \(asks to wait 1440 minutes: run again later\)/,
    )
    const down = await service(t, (_call, response) => void response.writeHead(500).end('down'))
    t.match(
      (await refusal(pull(options('adjust', other, down.url)))).message,
      /answered 500: down \(after 5 attempts\)/,
    )
    t.equal(down.calls.length, 5)
    const denied = await service(t, adjustAnswer)
    const error = await refusal(
      pull(
        options('adjust', other, denied.url, {
          reach: { token: 'wrong/token', fetch: standInFetch },
        }),
      ),
    )
    t.match([error.status, error.message], [401, /bad token Bearer \*\*\*/])
    t.equal(denied.calls.length, 1, 'what cannot succeed is not repeated')

    const cut = await service(t, (_call, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('day,installs\n2026-03-05,')
      response.destroy()
    })
    await refusal(pull(options('adjust', other, cut.url)))
    const hanging = await service(
      t,
      (_call, response) => void response.writeHead(200).write('day,'),
    )
    t.match(
      (
        await refusal(
          pull(
            options('adjust', other, hanging.url, {
              reach: {
                token: 'x-token',
                timeout: 50,
                fetch: standInFetch,
                wait: () => Promise.resolve(),
              },
            }),
          ),
        )
      ).message,
      /timeout/i,
    )
    const page = await service(
      t,
      (_call, response) => void response.writeHead(200).end('<html>Log in</html>'),
    )
    t.match(
      (await refusal(pull(options('adjust', other, page.url)))).message,
      /expected a report with the column day; got: <html>/,
    )
    t.same(readdirSync(other), [], 'nothing half is left')
    for (const url of [
      'http://example.com/',
      'http://127.0.0.1:8080/',
      'http://localhost/',
      'file:///etc/x',
      'no address',
    ])
      t.match((await refusal(pull(options('adjust', other, url)))).message, /must be https/, url)
    const empty = await service(t, (_call, response) => void response.writeHead(204).end())
    t.match(await pull(options('adjust', other, empty.url)), { files: [], empty: 2 })
  },
)

t.test('an interrupted pull resumes', async t => {
  const folder = t.testdir()
  const failing = await service(t, (call, response, nth) =>
    nth === 1 ? adjustAnswer(call, response, nth) : void response.writeHead(403).end(),
  )
  await refusal(pull(options('adjust', folder, failing.url)))
  t.equal(readdirSync(folder).length, 1)
  const { url, calls } = await service(t, adjustAnswer)
  t.match(await pull(options('adjust', folder, url)), { kept: 1, files: [/2026-01-25/] })
  t.equal(calls.length, 1)
})

t.test(
  'appsflyer reports are fetched by app; a response at the row limit is split by days, then hours',
  async t => {
    const folder = t.testdir()
    const ROWS = 200_000
    const { url, calls } = await service(t, ({ url, authorization }, response) => {
      if (authorization !== 'Bearer secret-token') return void response.writeHead(401).end()
      const [, kind, report] = /^\/(raw-data|agg-data)\/export\/app\/id12\/(\w+)\/v5$/.exec(
        url.pathname,
      )!
      const [from, to] = [url.searchParams.get('from')!, url.searchParams.get('to')!]
      if (kind === 'agg-data')
        return void response.end(
          'Date,Media Source (pid),Campaign (c),Total Cost,Installs\n2026-03-05,TikTok,One,5,1\n',
        )
      const isBusy =
        report === 'installs_report' &&
        daysOf(from.slice(0, 10), to.slice(0, 10)).includes('2026-03-05') &&
        (from.length === 10 || (from.slice(11) === '00:00' && to.slice(11) === '23:59'))
      const rows = isBusy ? Array.from({ length: ROWS }, () => 'x') : [`${from}|${to}`]
      response.end(`Install Time\n${rows.join('\n')}\n`)
    })
    const { files } = await pull(
      options('appsflyer', folder, url, { apps: ['id12'], history: 2, timeZone: 'Asia/Tokyo' }),
    )
    t.same(
      files.map(file =>
        file.replace(/^.*\/(.*)_2026-03-04_to_2026-03-05_known_2026-03-05\.csv$/, '$1'),
      ),
      [
        'appsflyer-installs_ios_id12',
        'appsflyer-organic-installs_ios_id12',
        'appsflyer-events_ios_id12',
        'appsflyer-organic-events_ios_id12',
        'appsflyer-cost_ios_id12',
      ],
    )
    t.equal(
      readFileSync(files[0]!, 'utf8'),
      'Install Time\n2026-03-04|2026-03-04\n2026-03-05 00:00|2026-03-05 11:59\n2026-03-05 12:00|2026-03-05 23:59\n',
    )
    t.match(Object.fromEntries(calls[0]!.url.searchParams), {
      maximum_rows: '200000',
      timezone: 'Asia/Tokyo',
    })
    t.equal(readdirSync(folder).length, 5)
  },
)

t.test("singular's report is asynchronous, and its download address gets no key", async t => {
  const folder = t.testdir()
  const { url, calls } = await service(t, singularAnswer)
  const { files } = await pull(options('singular', folder, url, { history: 7 }))
  t.match(readFileSync(files[0]!, 'utf8'), /^source,os,/)
  t.match(Object.fromEntries(calls[0]!.body), {
    start_date: '2026-02-27',
    end_date: '2026-03-05',
    cohort_metrics: 'revenue',
    app: 'app1',
  })
  const refusing = await service(t, singularAnswer)
  t.match(
    (
      await refusal(
        pull(
          options('singular', join(folder, 'x'), refusing.url, {
            reach: { token: 'other', fetch: standInFetch },
          }),
        ),
      )
    ).message,
    /the API refused: "invalid key"/,
  )
})

t.test(
  'redirects are followed only to the same host, by https, a limited number of times',
  async t => {
    const folder = t.testdir()
    const path = (to: (url: URL) => string, status = 302) =>
      service(t, (call, response, nth) =>
        call.url.searchParams.has('again')
          ? adjustAnswer(call, response, nth)
          : void response.writeHead(status, { location: to(call.url) }).end(),
      )
    const same = await path(url => `${url.pathname}${url.search}&again=1`, 307)
    t.match(await pull(options('adjust', folder, same.url, { history: 1 })), {
      files: [/adjust_2026-03-05/],
    })
    const other = await service(t, adjustAnswer)
    const cases: [to: (url: URL) => string, rule: RegExp][] = [
      [() => `${other.url}csv_report?again=1`, /redirects to another address: stand-in-\d+\.test$/],
      [url => `http://${url.host}/?again=1`, /redirects to another address/],
      [
        () => 'http://169.254.169.254/latest/meta-data/',
        /redirects to another address: 169\.254\.169\.254$/,
      ],
      [() => 'file:///etc/passwd', /redirects to another address/],
      [url => `${url.pathname}${url.search}`, /redirects more than 5 times/],
    ]
    for (const [to, rule] of cases) {
      const made = await path(to)
      t.match(
        (await refusal(pull(options('adjust', join(folder, 'x'), made.url, { history: 1 }))))
          .message,
        rule,
      )
    }
    t.equal(other.calls.length, 0, 'the token went nowhere else')
  },
)

t.test('a report has a size limit', async t => {
  const { url } = await service(
    t,
    (_call, response) =>
      void response.writeHead(200).end(`day,installs\n${'2026-03-05,1\n'.repeat(2000)}`),
  )
  const folder = t.testdir()
  const reach = { ...options('adjust', folder, url).reach, largest: 20_000 }
  t.match(
    (await refusal(pull(options('adjust', folder, url, { reach })))).message,
    /answered with more than 20000 bytes/,
  )
  t.same(readdirSync(folder), [])
})

t.test('messages omit the token, however the API repeats it', async t => {
  const token = 'k"/ey+1'
  const forms = [
    token,
    encodeURIComponent(token),
    JSON.stringify(token),
    Buffer.from(token).toString('base64'),
    'x'.repeat(195) + token,
  ]
  const answers: [from: PullOptions['from'], answer: (form: string) => Answer][] = [
    [
      'singular',
      form => (_call, response) =>
        void response.end(JSON.stringify({ status: 1, value: `invalid key ${form}` })),
    ],
    ['singular', form => (_call, response) => void response.end(`<html>${form}`)],
    ['singular', form => (_call, response) => void response.writeHead(401).end(form)],
    ['adjust', form => (_call, response) => void response.end(`${form},x\n`)],
    ['adjust', form => (_call, response) => void response.writeHead(400).end(form)],
    [
      'adjust',
      form => (_call, response) =>
        void response
          .writeHead(302, { location: `https://${encodeURIComponent(form)}.test/` })
          .end(),
    ],
  ]
  for (const [from, answer] of answers) {
    for (const form of forms) {
      const { url } = await service(t, answer(form))
      const reach = { ...options(from, t.testdir(), url).reach, token }
      const { message } = await refusal(
        pull(options(from, t.testdir(), url, { reach, history: 1 })),
      )
      // A part at the cut is as good as half a key.
      t.notOk(
        forms.some(one => message.includes(one)) ||
          message.includes('k"/e') ||
          message.includes('k\\"/e'),
        message,
      )
    }
  }
})

t.test('app ids come from the exporter and never become paths', async t => {
  const { url, calls } = await service(t, adjustAnswer)
  const folder = join(t.testdir(), 'in')
  const odd = {
    appsflyer: ['../../../etc/x', '..', 'a/b', 'a\\b', '.x', 'a\0'],
    adjust: ['../x', 'a b', ''],
    singular: ['a\nb', 'a,b', ''],
  }
  for (const [from, apps] of Object.entries(odd) as [PullOptions['from'], string[]][]) {
    for (const app of apps) {
      const { message } = await refusal(pull(options(from, folder, url, { apps: [app] })))
      t.match(message, new RegExp(`is not an app of ${from}: expected its `), app)
    }
  }
  t.equal(calls.length, 0)
  t.throws(() => readdirSync(folder), 'nothing was created')
})

t.test("singular's report must be at a public address, by https", async t => {
  const inner: LookupFunction = (_host, _options, done) =>
    done(null, [{ address: '127.0.0.1', family: 4 }])
  const foreign = publicFetch(inner)
  const cases: [to: string, refusal: RegExp][] = [
    ['http://stand-in.test/x', /must be https: stand-in.test$/],
    ['file:///etc/passwd', /must be https/],
    ['x', /must be https: x$/],
    ['https://169.254.169.254/x', /169\.254\.169\.254 is not at a public address/],
    ['https://[::1]/x', /::1 is not at a public address/],
    ['https://[::ffff:10.0.0.1]/x', /is not at a public address/],
    ['https://inner.example.com/x', /inner\.example\.com is not at a public address/],
  ]
  for (const [to, rule] of cases) {
    const { url } = await service(t, (call, response, nth) => {
      if (nth === 1) return singularAnswer(call, response, nth)
      response.end(JSON.stringify({ status: 0, value: { status: 'DONE', download_url: to } }))
    })
    const fetch: typeof globalThis.fetch = (input, init) =>
      String(input).startsWith(url) ? standInFetch(input, init) : foreign(input, init)
    const singular = options('singular', t.testdir(), url, { history: 1 })
    t.match(
      (await refusal(pull({ ...singular, reach: { ...singular.reach, fetch } }))).message,
      rule,
      to,
    )
  }
})

t.test('addresses of this machine, private networks and special use are not public', t => {
  const inner = [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.2',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
  ]
  const innerOf6 = [
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '2002:a00:1::',
    'host',
    '',
  ]
  for (const address of [...inner, '255.255.255.255', ...innerOf6])
    t.notOk(isPublicAddress(address), address)
  for (const address of [
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '2600:1f18::1',
    '2a00:1450:4001::1',
  ])
    t.ok(isPublicAddress(address), address)
  t.end()
})

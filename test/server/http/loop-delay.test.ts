import fc from '../../support/fast-check.ts'
import t from 'tap'
import { call, get, many, post, shape } from './request-shapes.ts'
import { copiesOf, MAX, startWatched } from './thread-hold.ts'
import { seed } from '../../support/seed.ts'

const SHAPES = 40

t.test(
  'no request of any shape blocks the thread, nor a minute of concurrent ones',
  { timeout: 1_800_000 },
  async t => {
    const { measure } = await startWatched(t)
    t.comment(`seed ${seed}`)
    await measure(() => get('/v1/apps'))
    await measure(() => post(call('svc_list_apps', {})))
    const seen = new Map<string, number>()
    for (const request of fc.sample(shape, { numRuns: SHAPES, seed })) {
      for (const copies of new Set([1, copiesOf(request)])) {
        const { status, ms } = await measure(() => request, { copies })
        seen.set(status, (seen.get(status) ?? 0) + 1)
        if (ms > MAX)
          t.fail(`${Math.round(ms)} ms: ${copies} times ${status}: ${request.slice(0, 300)}`)
      }
    }
    t.comment([...seen].map(([status, times]) => `${status}: ${times}`).join(', '))
    t.ok(seen.has('HTTP/1.1 200') && seen.has('HTTP/1.1 400'))

    // Requested fresh each time, so that no earlier answer is reused.
    let count = 0
    const other = () => `x${count++}`
    for (const [what, request] of [
      ['a long list', () => get(`/v1/recommendations?appId=1&networks=Meta,${other()}`)],
      [
        'a plan of many campaigns',
        () => get(`/v1/budget-plan?appId=1&targetRoas=0.51&networks=Meta,${other()}`),
      ],
      ['a long list of alerts', () => get(`/v1/alerts?appId=1&networks=Meta,${other()}`)],
      [
        'a tool that reads a long list',
        () =>
          post(
            call('svc_get_recommendations', { appId: 1, networks: ['Meta', other()], limit: 500 }),
          ),
      ],
      [
        'a batch of them',
        () =>
          post(
            many(6, id => call('svc_get_alerts', { appId: 1, networks: ['Meta', other()] }, id)),
          ),
      ],
    ] as const) {
      const { status, ms } = await measure(request)
      t.equal(status, 'HTTP/1.1 200', what)
      t.ok(ms <= MAX, `${what}: ${Math.round(ms)} ms`)
    }
  },
)

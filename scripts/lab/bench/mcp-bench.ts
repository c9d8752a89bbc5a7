import { join } from 'node:path'
import { addDays } from '../../../server/core/model/dates.ts'
import { importDelivery } from '../../../server/store/facts/embedded/embedded-destination.ts'
import { openDuckdbStore } from '../../../server/store/facts/embedded/embedded-store.ts'
import { writeDemoDelivery } from '../studio/write-demo-delivery.ts'
import { addLargeApp, today, withFolder } from './support/bench-store.ts'
import { inTurn, measurement, type Measurement } from './support/measurement.ts'
import { bareTop } from './report-bench.ts'
import { get, memory, post, runService, type RunningService } from './support/running-service.ts'

async function rpc(service: RunningService, method: string, params: object): Promise<string> {
  return post(
    `${service.url}/v1/mcp`,
    service.key,
    JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  )
}

function call(service: RunningService, name: string, args: object): Promise<string> {
  return rpc(service, 'tools/call', { name, arguments: args })
}

interface Result {
  result: { isError?: boolean; structuredContent: object; content: { text: string }[] }
}

function restRate(
  service: RunningService,
  path: string,
  parameters: Record<string, string>,
): Promise<number> {
  return get(`${service.url}/v1/${path}?${new URLSearchParams(parameters).toString()}`, service.key)
}

const PAIRS: [string, object, string, Record<string, string>][] = [
  ['svc_list_apps', {}, 'apps', {}],
  ['svc_get_recommendations', { appId: 1 }, 'recommendations', { appId: '1' }],
  [
    'svc_get_report',
    { appId: 1 },
    'report',
    {
      appId: '1',
      granularity: 'campaign',
      metrics: 'spend,installs,cpi',
      order: 'newest',
      maturity: 'true',
      limit: '100',
    },
  ],
  [
    'svc_get_roas_history',
    { appId: 1 },
    'roas-history',
    { appId: '1', granularity: 'app', limit: '50' },
  ],
  ['svc_get_alerts', { appId: 1 }, 'alerts', { appId: '1' }],
]

const PLATFORMS = [
  {},
  { platforms: ['IOS'] },
  { platforms: ['ANDROID'] },
  { platforms: ['IOS', 'ANDROID'] },
]

/** Every limit, with both details, under one filter after the other: 4,000 questions. */
function otherRecommendations(n: number): object {
  return {
    appId: 1,
    limit: 1 + (n % 500),
    detail: n % 1000 < 500 ? 'summary' : 'full',
    ...PLATFORMS[Math.floor(n / 1000) % PLATFORMS.length],
  }
}

export function mcp(): Promise<Measurement[]> {
  return withFolder(async dataDir => {
    await addLargeApp(dataDir)
    const store = await openDuckdbStore(dataDir)
    const service = await runService(dataDir)
    try {
      const rows: Measurement[] = []
      for (const [name, args, path, parameters] of PAIRS) {
        for (let warm = 0; warm < 300; warm++)
          await Promise.all([call(service, name, args), restRate(service, path, parameters)])
        const [tool, restTime] = await inTurn(
          100,
          () => call(service, name, args),
          () => restRate(service, path, parameters),
        )
        rows.push({
          ...measurement(
            `${name} / REST, repeated`,
            tool,
            restTime,
            'ms',
            `at most ${(1 + 1.3 * restTime).toFixed(2)} ms`,
          ),
        })
      }
      // A different end of the range in each round avoids caches; alternating, each side goes first equally often.
      const [fresh, freshRest] = await inTurn(
        15,
        round =>
          call(service, 'svc_get_report', { appId: 1, endDate: addDays(today, -2 - 2 * round) }),
        round =>
          restRate(service, 'report', { ...PAIRS[2]![3], endDate: addDays(today, -3 - 2 * round) }),
      )
      const goal = `at most ${(1 + 1.25 * 1.3 * freshRest).toFixed(2)} ms`
      rows.push(measurement('svc_get_report / REST, each new', fresh, freshRest, 'ms', goal))

      const totals = { ...PAIRS[2]![3], groupBy: 'none', installGrouping: 'total', partial: 'true' }
      const { limit: _limit, order: _order, ...total } = totals as Record<string, string>
      const [both, rowsAlone] = await inTurn(
        15,
        round => {
          const range = { endDate: addDays(today, -32 - 2 * round) }
          return Promise.all([
            restRate(service, 'report', { ...PAIRS[2]![3], ...range }),
            restRate(service, 'report', { ...total, ...range }),
          ])
        },
        round =>
          restRate(service, 'report', {
            ...PAIRS[2]![3],
            endDate: addDays(today, -33 - 2 * round),
          }),
      )
      rows.push(
        measurement(
          'default report rows with totals / rows alone, each new',
          both,
          rowsAlone,
          'ms',
          'at most 1.25',
        ),
      )

      const [top, bare] = await inTurn(
        5,
        round =>
          call(service, 'svc_get_report', {
            appId: 1,
            granularity: 'campaign_geo',
            installGrouping: 'DAILY',
            metrics: ['ltv', 'roas'],
            startDate: addDays(today, -455 + round),
            limit: 100,
          }),
        round => bareTop(store, addDays(today, -455 + round)),
      )
      rows.push(
        measurement(
          'svc_get_report, 100 rows of the full range / the bare top-100 query',
          top,
          bare,
          'ms',
          'at most 1.5',
        ),
      )

      const growth = async (
        what: string,
        calls: number,
        name: string,
        args: (n: number) => object,
      ): Promise<Measurement> => {
        let n = 0
        const many = (until: number): Promise<unknown> =>
          Promise.all(
            Array.from({ length: 8 }, async () => {
              while (n < until) await call(service, name, args(n++))
            }),
          )
        await many(calls)
        const before = await memory(service)
        await many(2 * calls)
        return measurement(
          `memory after ${calls} ${what} / before`,
          await memory(service),
          before,
          'MB',
          'about 1',
        )
      }
      rows.push(await growth('equal calls more', 20_000, 'svc_get_report', () => ({ appId: 1 })))
      rows.push(
        await growth(
          'calls more, each another',
          2000,
          'svc_get_recommendations',
          otherRecommendations,
        ),
      )
      const list = await rpc(service, 'tools/list', {})
      rows.push(
        measurement('tools/list, bytes / 4', list.length / 4, NaN, 'tokens', 'under 10,000'),
      )
      return [...rows, ...(await demoWeight())]
    } finally {
      await service.stop()
      await store.close()
    }
  })
}

/** Size of a default `svc_get_report` result of the demo's first app. */
function demoWeight(): Promise<Measurement[]> {
  return withFolder(async dataDir => {
    const delivery = join(dataDir, 'demo')
    await writeDemoDelivery(delivery, { today })
    await importDelivery({ dataDir, delivery })
    const service = await runService(dataDir)
    try {
      const answer = await call(service, 'svc_get_report', { appId: 101 })
      const { result } = JSON.parse(answer) as Result
      const bytes = Buffer.byteLength(JSON.stringify(result.structuredContent))
      return [
        measurement(
          'default svc_get_report for the demo app: structuredContent',
          bytes,
          NaN,
          'bytes',
          'at most 36,000',
        ),
        measurement(
          'default svc_get_report for the demo app: the whole answer',
          Buffer.byteLength(answer),
          NaN,
          'bytes',
          '-',
        ),
      ]
    } finally {
      await service.stop()
    }
  })
}

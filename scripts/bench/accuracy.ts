import { accuracyQuery } from '../../server/analytics/forecast-accuracy.ts'
import { runsByAge } from '../../server/analytics/roas-history.ts'
import { openDuckdbStore } from '../../server/engines/embedded/store.ts'
import { addDays, periodStart } from '../../server/model/dates.ts'
import { succeededRuns } from '../../server/model/runs.ts'
import type { Store } from '../../server/model/store.ts'
import { SNAPSHOTS } from './support/bench-snapshots.ts'
import { addBenchApp, addBenchSnapshots, today, withFolder, work } from './support/bench-store.ts'
import { inTurn, measurement, type Measurement } from './support/measurement.ts'
import { get, runService, type RunningService } from './support/running-service.ts'

/** Ninety days of weekly cohorts, the first of them actual; each round uses another range. */
function rangeOf(round: number): { start: string; end: string } {
  const end = addDays(today, -1 - round)
  return { start: addDays(end, -90), end }
}

async function bare(store: Store, granularity: 'app' | 'campaign', round: number): Promise<void> {
  const catalog = await store.catalog(1)
  const { start, end } = rangeOf(round)
  const plan = {
    app: catalog.apps[0]!,
    runs: runsByAge(succeededRuns(catalog, 1, 'recommendation')),
    dsi: SNAPSHOTS.dsi,
    roasType: 'paid',
    revenueType: 'gross',
    range: { start: periodStart(start, 'weekly'), end: addDays(periodStart(addDays(end, 1), 'weekly'), -1) },
    grouping: 'weekly',
    granularity,
    groupBy: [],
    identityIds: undefined,
  } as const
  await store.withSnapshotGroups(work, catalog, plan, async (session, groups) => session.rows(await accuracyQuery(plan, groups)))
}

function ask(service: RunningService, granularity: string, round: number): Promise<number> {
  const { start, end } = rangeOf(round)
  const parameters = { appId: '1', dsi: String(SNAPSHOTS.dsi), granularity, startDate: start, endDate: end }
  return get(`${service.url}/v1/forecast-accuracy?${new URLSearchParams(parameters).toString()}`, service.key)
}

export function accuracy(): Promise<Measurement[]> {
  return withFolder(async dir => {
    await addBenchApp(dir, 1)
    await addBenchSnapshots(dir, 1)
    const store = await openDuckdbStore(dir)
    const service = await runService(dir)
    const against = async (granularity: 'app' | 'campaign', rounds: number): Promise<Measurement> =>
      measurement(
        `forecast accuracy by ${granularity}, 90 days of weekly cohorts / the bare query`,
        ...(await inTurn(
          rounds,
          round => ask(service, granularity, round),
          round => bare(store, granularity, round),
        )),
        'ms',
        'at most 1.5',
      )
    try {
      return [await against('app', 15), await against('campaign', 15)]
    } finally {
      await service.stop()
      await store.close()
    }
  })
}

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  namesBy,
  type ReportPlan,
  revenueColumns,
} from '../../../server/answers/analytics/report-columns.ts'
import { reportQuery } from '../../../server/answers/analytics/report.ts'
import { addDays, type DateRange, reportRange } from '../../../server/core/model/dates.ts'
import { writeFile } from '../../../server/answers/analytics/file.ts'
import { servedRun } from '../../../server/core/model/runs.ts'
import type { Session, Sql } from '../../../server/core/model/sql.ts'
import { openDuckdbStore } from '../../../server/store/facts/embedded/embedded-store.ts'
import { DELIVERIES } from '../../../server/store/facts/embedded/folder-target.ts'
import type { Store } from '../../../server/core/model/store.ts'
import type { Work } from '../../../server/core/runtime/work.ts'
import { today, withLargeApp } from './support/bench-store.ts'
import { inTurn, measurement, type Measurement } from './support/measurement.ts'

const WEEKLY = {
  metrics: ['ltv'],
  roasTypes: ['paid'],
  revenueTypes: ['gross'],
  dsiValues: [7, 365],
} as const
const FULL = {
  metrics: ['ltv', 'roas'],
  roasTypes: ['paid', 'incremental_blended', 'full_blended'],
  revenueTypes: ['gross', 'net'],
  dsiValues: [7, 365],
} as const
const PARQUET = {
  format: 'parquet',
  csvSafe: false,
  csvBom: false,
  metadata: { Bench: 'baseline' },
} as const

const work: Work = { companyId: null, signal: new AbortController().signal }

type Columns = Pick<ReportPlan, 'metrics' | 'roasTypes' | 'revenueTypes' | 'dsiValues'>

/** The service's own query without the service. */
async function bare(
  store: Store,
  columns: Columns,
  rows: Pick<ReportPlan, 'groupBy' | 'grouping' | 'range'>,
  use: (session: Session, query: Sql) => Promise<unknown>,
): Promise<void> {
  const catalog = await store.catalog(1)
  const app = catalog.apps[0]!
  const plan: ReportPlan = {
    app,
    run: servedRun(catalog, 1, 'recommendation'),
    identityIds: undefined,
    maturity: false,
    partial: false,
    explain: false,
    targets: false,
    targetRows: [],
    order: 'install_cohort',
    sort: undefined,
    limit: undefined,
    offset: 0,
    ...columns,
    revenue: revenueColumns({ ...columns, app }),
    ...rows,
  }
  await store.withReportGroups(work, catalog, plan, async (session, groups) =>
    use(session, reportQuery(plan, await groups.groups(), await groups.names(), PARQUET)),
  )
}

/** Each round uses another range, so that no cached file is served. */
export function report(): Promise<Measurement[]> {
  return withLargeApp(async (service, dataDir) => {
    // Writable for the store's engine, outside the service's accounting.
    const scratch = join(dataDir, DELIVERIES, 'bare')
    await mkdir(scratch, { recursive: true })
    const store = await openDuckdbStore(dataDir)
    const get = (parameters: Record<string, string>): Promise<void> =>
      service.request(`/v1/report?${new URLSearchParams({ appId: '1', ...parameters }).toString()}`)
    const endDate = (round: number) => addDays(today, -1 - round)
    const startDate = (round: number) => addDays(today, -455 + round)
    try {
      const weekly = await inTurn(
        25,
        round =>
          get({ granularity: 'campaign', installGrouping: 'weekly', endDate: endDate(round) }),
        round => {
          const range = reportRange({ endDate: endDate(round) }, undefined, today) as DateRange
          const rows = { groupBy: namesBy('campaign'), grouping: 'weekly', range } as const
          return bare(store, WEEKLY, rows, (session, query) => session.rows(query))
        },
      )
      const columns = Object.fromEntries(
        Object.entries(FULL).map(([name, values]) => [name, values.join()]),
      )
      const full = await inTurn(
        5,
        round =>
          get({
            granularity: 'campaign_geo',
            installGrouping: 'daily',
            ...columns,
            startDate: startDate(round),
            format: 'parquet',
          }),
        round => {
          const range = { start: startDate(round), end: endDate(0) }
          const rows = { groupBy: namesBy('campaign_geo'), grouping: 'daily', range } as const
          return bare(store, FULL, rows, (session, query) =>
            writeFile(session, query, join(scratch, 'bare.parquet'), PARQUET, 0),
          )
        },
      )
      return [
        measurement('default weekly report / the bare query', ...weekly, 'ms', 'at most 1.5'),
        measurement('full report as Parquet / COPY', ...full, 'ms', 'at most 1.15'),
      ]
    } finally {
      await store.close()
    }
  })
}

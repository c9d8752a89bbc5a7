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
import { type Session, sql, type Sql } from '../../../server/core/model/sql.ts'
import { openDuckdbStore } from '../../../server/store/facts/embedded/embedded-store.ts'
import { DELIVERIES } from '../../../server/store/facts/embedded/folder-target.ts'
import type { ReportGroups, Store } from '../../../server/core/model/store.ts'
import type { Work } from '../../../server/core/runtime/work.ts'
import { addLargeApp, today, withFolder } from './support/bench-store.ts'
import { inTurn, measurement, type Measurement } from './support/measurement.ts'
import { get, peakMemory, runService, type RunningService } from './support/running-service.ts'

const FULL = {
  metrics: ['ltv', 'roas'],
  roasTypes: ['paid', 'incremental_blended', 'full_blended'],
  revenueTypes: ['gross', 'net'],
  dsiValues: [7, 365],
} as const
const WEEKLY = {
  metrics: ['ltv'],
  roasTypes: ['paid'],
  revenueTypes: ['gross'],
  dsiValues: [7, 365],
} as const

const work: Work = { companyId: null, signal: new AbortController().signal }

type Asked = Pick<ReportPlan, 'metrics' | 'roasTypes' | 'revenueTypes' | 'dsiValues'>

async function bare(
  store: Store,
  asked: Asked,
  plan: Pick<ReportPlan, 'groupBy' | 'grouping' | 'range'> & Partial<ReportPlan>,
  use: (session: Session, query: Sql) => Promise<unknown>,
): Promise<void> {
  const catalog = await store.catalog(1)
  const app = catalog.apps[0]!
  const fullPlan: ReportPlan = {
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
    ...asked,
    revenue: revenueColumns({ ...asked, app }),
    ...plan,
  }
  await store.withReportGroups(
    work,
    catalog,
    fullPlan,
    async (session: Session, groups: ReportGroups) =>
      use(
        session,
        reportQuery(
          fullPlan,
          await groups.groups(),
          fullPlan.groupBy.length > 0 ? await groups.names() : undefined,
          ENCODING.parquet,
        ),
      ),
  )
}

const ENCODING = {
  parquet: { format: 'parquet', csvSafe: false, csvBom: false, metadata: { Bench: 'baseline' } },
  csv: { format: 'csv', csvSafe: false, csvBom: false, metadata: {} },
} as const

function reportUrl(service: RunningService, parameters: Record<string, string>): string {
  return `${service.url}/v1/report?${new URLSearchParams({ appId: '1', ...parameters }).toString()}`
}

/** Each round uses another range, so no cached file is served. */
function weeklyUrl(service: RunningService, round: number): string {
  return reportUrl(service, {
    granularity: 'campaign',
    installGrouping: 'weekly',
    endDate: addDays(today, -1 - round),
  })
}

function weekly(
  service: RunningService,
  store: Store,
  offset: number,
  run: (session: Session, query: Sql) => Promise<unknown>,
): Promise<[number, number]> {
  return inTurn(
    25,
    round => get(weeklyUrl(service, offset + round), service.key),
    round =>
      bare(
        store,
        WEEKLY,
        { groupBy: namesBy('campaign'), grouping: 'weekly', range: back(offset + round) },
        run,
      ),
  )
}

function rowsRead(session: Session, query: Sql): Promise<unknown> {
  return session.rows(query)
}
function rowsLeft(session: Session, query: Sql): Promise<unknown> {
  return session.run(sql`CREATE TEMP TABLE answer AS ${query}`)
}

function back(days: number): DateRange {
  return reportRange({ endDate: addDays(today, -1 - days) }, undefined, today) as DateRange
}

function fullUrl(service: RunningService, round: number, format: 'parquet' | 'csv'): string {
  return reportUrl(service, {
    granularity: 'campaign_geo',
    installGrouping: 'daily',
    metrics: FULL.metrics.join(),
    roasTypes: FULL.roasTypes.join(),
    revenueTypes: FULL.revenueTypes.join(),
    dsiValues: FULL.dsiValues.join(),
    startDate: addDays(today, -455 + round),
    format,
  })
}

function full(
  service: RunningService,
  store: Store,
  format: 'parquet' | 'csv',
  scratch: string,
): Promise<[number, number]> {
  return inTurn(
    5,
    round => get(fullUrl(service, round, format), service.key),
    round =>
      bare(
        store,
        FULL,
        {
          groupBy: namesBy('campaign_geo'),
          grouping: 'daily',
          range: { start: addDays(today, -455 + round), end: addDays(today, -1) },
        },
        (session, query) =>
          writeFile(session, query, join(scratch, `bare.${format}`), ENCODING[format], 0),
      ),
  )
}

const TOP = { ...WEEKLY, metrics: ['ltv', 'roas'] } as const

/** The newest 100 rows of the daily campaign_geo report from `start` on, in bare DuckDB: only sorted and cut. */
export function bareTop(store: Store, start: string): Promise<void> {
  return bare(
    store,
    TOP,
    {
      groupBy: namesBy('campaign_geo'),
      grouping: 'daily',
      order: 'newest',
      range: { start, end: addDays(today, -1) },
    },
    (session, query) => session.rows(sql`${query} LIMIT 100`),
  )
}

function top(service: RunningService, store: Store): Promise<[number, number]> {
  return inTurn(
    5,
    round =>
      get(
        reportUrl(service, {
          granularity: 'campaign_geo',
          installGrouping: 'daily',
          metrics: 'ltv,roas',
          startDate: addDays(today, -455 + round),
          order: 'newest',
          limit: '100',
        }),
        service.key,
      ),
    round => bareTop(store, addDays(today, -455 + round)),
  )
}

const SUMMARIES = [
  {
    what: 'daily report by network and country',
    granularity: 'campaign_geo',
    groupBy: ['network', 'country'],
    grouping: 'daily',
  },
  {
    what: 'total by campaign',
    granularity: 'campaign',
    groupBy: ['platform', 'network', 'campaign'],
    grouping: 'total',
  },
  { what: 'total of everything', granularity: 'campaign', groupBy: [], grouping: 'total' },
] as const

function summary(
  service: RunningService,
  store: Store,
  asked: (typeof SUMMARIES)[number],
  partial: boolean,
): Promise<[number, number]> {
  const { granularity, groupBy, grouping } = asked
  return inTurn(
    9,
    round =>
      get(
        reportUrl(service, {
          granularity,
          groupBy: groupBy.join() || 'none',
          installGrouping: grouping,
          metrics: TOP.metrics.join(),
          startDate: addDays(today, -455 + round),
          partial: String(partial),
        }),
        service.key,
      ),
    round =>
      bare(
        store,
        TOP,
        {
          groupBy,
          grouping,
          partial,
          range: { start: addDays(today, -455 + round), end: addDays(today, -1) },
        },
        rowsRead,
      ),
  )
}

async function summaries(service: RunningService, store: Store): Promise<Measurement[]> {
  const found: Measurement[] = []
  for (const asked of SUMMARIES) {
    for (const partial of [false, true]) {
      const what = `${asked.what}${partial ? ', partial' : ''} / the bare query`
      found.push(
        measurement(what, ...(await summary(service, store, asked, partial)), 'ms', 'at most 1.3'),
      )
    }
  }
  return found
}

function withBench<Result>(
  use: (dataDir: string, scratch: string, store: Store) => Promise<Result>,
): Promise<Result> {
  return withFolder(async dir => {
    await addLargeApp(dir)
    // Writable for the store's engine, outside the service's accounting.
    const scratch = join(dir, DELIVERIES, 'bare')
    await mkdir(scratch, { recursive: true })
    const store = await openDuckdbStore(dir)
    try {
      return await use(dir, scratch, store)
    } finally {
      await store.close()
    }
  })
}

export function report(): Promise<Measurement[]> {
  return withBench(async (dataDir, scratch, store) => {
    const service = await runService(dataDir)
    try {
      const row = (what: string, times: readonly [number, number], most: number) =>
        measurement(what, ...times, 'ms', `at most ${most}`)
      return [
        row(
          'default weekly report / the bare query, rows read',
          await weekly(service, store, 0, rowsRead),
          1.5,
        ),
        row(
          'default weekly report / the bare query, rows never read',
          await weekly(service, store, 100, rowsLeft),
          1.5,
        ),
        row(
          'newest 100 rows of the full report / the bare top-100 query',
          await top(service, store),
          1.5,
        ),
        ...(await summaries(service, store)),
        row(
          'full report as Parquet / COPY of the same query',
          await full(service, store, 'parquet', scratch),
          1.15,
        ),
        row(
          'full report as CSV / COPY of the same query',
          await full(service, store, 'csv', scratch),
          1.15,
        ),
        measurement(
          'peak memory of the service',
          await peakMemory(service),
          NaN,
          'MB',
          'at most 2048 MB',
        ),
      ]
    } finally {
      await service.stop()
    }
  })
}

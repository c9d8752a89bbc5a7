import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { addDays, type DateRange, reportRange } from '../../server/model/dates.ts'
import { namesBy, revenueColumns } from '../../server/analytics/report-columns.ts'
import { servedRun } from '../../server/model/runs.ts'
import { joined, plain, sql } from '../../server/model/sql.ts'
import type { Catalog } from '../../server/model/catalog.ts'
import { reportSql } from '../../server/engines/common/group-sql.ts'
import { factsSource } from '../../server/engines/database/facts-tables.ts'
import { aggregateSql } from '../../server/engines/tables/fetch-groups.ts'
import { PERIOD } from '../../server/engines/tables/relations.ts'
import { withStorage } from '../../server/storage/open-storage.ts'
import type { ReportGroupsQuery } from '../../server/model/store.ts'
import { administer, runMariaDb } from '../../test/support/mariadb.ts'
import { addBenchApp, today, withFolder } from './support/bench-store.ts'
import { inTurn, measurement, type Measurement } from './support/measurement.ts'
import { get, peakMemory, type RunningService, runService } from './support/running-service.ts'

const TYPES = { roasTypes: ['paid', 'incremental_blended', 'full_blended'], revenueTypes: ['gross', 'net'] } as const
const FULL = { metrics: ['ltv', 'roas'], ...TYPES, dsiValues: [7, 365] } as const
const WEEKLY = { metrics: ['ltv'], roasTypes: ['paid'], revenueTypes: ['gross'], dsiValues: [7, 365] } as const

type Baseline = (query: Pick<ReportGroupsQuery, 'groupBy' | 'grouping' | 'range' | 'revenue'>) => Promise<void>

function client(url: string, catalog: Catalog): Baseline {
  return async asked => {
    const run = servedRun(catalog, 1, 'recommendation')!
    const query = reportSql(
      { app: catalog.apps[0]!, run, identityIds: undefined, limit: undefined, partial: false, ...asked },
      PERIOD,
      asked,
    )
    const cells = joined(query.columns.map(column => sql`${column.sql} AS ${plain(column.name)}`))
    const { hostname, port, username, pathname } = new URL(url)
    const statement = aggregateSql(
      cells,
      query,
      factsSource(
        run.facts!,
        asked.revenue.map(({ dsi }) => dsi),
      ),
    )
    const child = spawn(
      'mariadb',
      [
        '--no-defaults',
        `--host=${hostname}`,
        `--port=${port}`,
        `--user=${username}`,
        `--database=${pathname.slice(1)}`,
        '--quick',
        '--batch',
        `--execute=${statement}`,
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
    const [code] = (await once(child, 'exit')) as [number]
    if (code !== 0) throw new Error(`the mariadb client ended with ${code}`)
  }
}

function report(service: RunningService, parameters: Record<string, string>): Promise<number> {
  return get(`${service.url}/v1/report?${new URLSearchParams({ appId: '1', ...parameters }).toString()}`, service.key)
}

/** Payback, which reads all DSIs, is not asked for. */
const NO_DSIS = { dsi_values: [] }

/** Each round uses another range, so no cached file is served. */
function weekly(service: RunningService, baseline: Baseline): Promise<[number, number]> {
  return inTurn(
    15,
    round => report(service, { granularity: 'campaign', installGrouping: 'weekly', endDate: addDays(today, -1 - round) }),
    round =>
      baseline({
        groupBy: namesBy('campaign'),
        grouping: 'weekly',
        revenue: revenueColumns({ ...WEEKLY, app: NO_DSIS }),
        range: reportRange({ endDate: addDays(today, -1 - round) }, undefined, today) as DateRange,
      }),
  )
}

function full(service: RunningService, baseline: Baseline): Promise<[number, number]> {
  return inTurn(
    5,
    round =>
      report(service, {
        granularity: 'campaign_geo',
        installGrouping: 'daily',
        metrics: FULL.metrics.join(),
        roasTypes: FULL.roasTypes.join(),
        revenueTypes: FULL.revenueTypes.join(),
        dsiValues: FULL.dsiValues.join(),
        startDate: addDays(today, -455 + round),
      }),
    round =>
      baseline({
        groupBy: namesBy('campaign_geo'),
        grouping: 'daily',
        revenue: revenueColumns({ ...FULL, app: NO_DSIS }),
        range: { start: addDays(today, -455 + round), end: addDays(today, -1) },
      }),
  )
}

export function mysql(): Promise<Measurement[]> {
  return withFolder(async dataDir => {
    const cleanups: (() => Promise<void>)[] = []
    try {
      const server = await runMariaDb(['--innodb-buffer-pool-size=1G'], remove => cleanups.unshift(remove))
      await administer(server.url('mysql'), 'CREATE DATABASE bench')
      const databaseUrl = server.url('bench')
      const catalog = await withStorage({ dataDir, databaseUrl }, async storage => {
        await addBenchApp(dataDir, 1, storage.imports)
        const store = await storage.openStore()
        return await store.catalog(1).finally(() => store.close())
      })
      const service = await runService(dataDir, databaseUrl)
      cleanups.unshift(() => service.stop())
      const baseline = client(databaseUrl, catalog)
      return [
        measurement('default weekly report / the mariadb client', ...(await weekly(service, baseline)), 'ms', 'at most 1.3'),
        measurement('full report, 1.09 million rows / the mariadb client', ...(await full(service, baseline)), 'ms', 'at most 1.2'),
        measurement('peak memory of the service', await peakMemory(service), NaN, 'MB', 'at most 2048 MB'),
      ]
    } finally {
      for (const cleanup of cleanups) await cleanup()
    }
  })
}

import { recentDays } from '../../../core/model/dates.ts'
import type { Catalog, Run } from '../../../core/model/catalog.ts'
import type { Work } from '../../../core/runtime/work.ts'
import { backtickedList, date, joined, numbers, sql, type Sql } from '../../../core/model/sql.ts'
import {
  decisionColumns,
  type Store,
  type StoredAlert,
  type StoredDecision,
  type StoredRecommendation,
} from '../../../core/model/store.ts'
import { alertsCost, decisionsCost, recommendationsCost, totalsCost } from '../common/cost.ts'
import {
  foldLatestDays,
  latestDaysSql,
  plainLatestDay,
  plainTotals,
  totalsSql,
} from '../common/parquet-groups.ts'
import { factsSource, plainRow } from '../database/facts-tables.ts'
import { deliveredColumns } from '../../records/mysql/facts-schema.ts'
import { ANY_VERSION, type DatabaseRow, type Reader } from './reader.ts'

type StoredRows = Pick<
  Store,
  'recommendations' | 'decisions' | 'alerts' | 'identityTotals' | 'latestDays' | 'snapshotDsis'
>

/** The stored rows of runs, and sums per identity. */
export function storedRows(reader: Reader): StoredRows {
  return {
    async recommendations(work, runs, granularity) {
      const some = runs.filter(run => run.recommendations)
      if (some.length === 0) return []
      const columns = deliveredColumns('recommendations')
      const query = sql`SELECT ${namesOf(columns)} FROM recommendations WHERE ${ofRuns(some)} AND granularity = ?`
      return await reader.rows(work, recommendationsCost(some), {
        reading: { catalog: ANY_VERSION, appId: some[0]!.app_id, runs: some },
        read: database => database.readExact(query, [granularity], work),
        toRow: row => plainRow<StoredRecommendation>(row, columns),
      })
    },

    async decisions(work, catalog, { app, runs, granularity }) {
      const some = runs.filter(run => run.recommendations)
      if (some.length === 0) return []
      const names = decisionColumns(app)
      const columns = deliveredColumns('recommendations').filter(({ name }) => names.includes(name))
      const query = sql`SELECT ${namesOf(columns)} FROM recommendations WHERE ${ofRuns(some)} AND granularity = ?`
      return await reader.rows(work, decisionsCost(some), {
        reading: { catalog, appId: app.app_id, runs: some },
        read: database => database.readExact(query, [granularity], work),
        toRow: row => plainRow<StoredDecision>(row, columns),
      })
    },

    async alerts(work, catalog, appId, runs, range) {
      if (runs.length === 0) return []
      const columns = deliveredColumns('alerts')
      const created = range
        ? sql` AND created_at >= ${date(range.start)} AND created_at < ${date(range.end)} + INTERVAL 1 DAY`
        : sql``
      const query = sql`SELECT ${namesOf(columns)} FROM alerts WHERE ${ofRuns(runs)}${created}`
      return await reader.rows(work, alertsCost(catalog.files[appId]?.alerts ?? []), {
        reading: { catalog, appId, runs },
        read: database => database.read(query, work),
        toRow: row => plainRow<StoredAlert>(row, columns),
      })
    },

    identityTotals: (work, catalog, run) =>
      perIdentity(
        work,
        catalog,
        run,
        source => totalsSql(recentDays(run), source, asItIs),
        plainTotals,
      ),

    latestDays: async (work, catalog, run, through) =>
      await foldLatestDays(
        through,
        await perIdentity(
          work,
          catalog,
          run,
          source => latestDaysSql(through, source, asItIs),
          plainLatestDay,
        ),
      ),

    async snapshotDsis(work, catalog, app, runs) {
      if (!catalog.files[app.app_id]?.snapshots.length || runs.length === 0) return []
      // One index lookup per DSI; DISTINCT would scan all snapshots.
      const dsis = app.dsi_values.map(dsi => sql`SELECT ${dsi} AS dsi`)
      const captured = sql`SELECT 1 FROM roas_snapshots s WHERE s.app_id = ${app.app_id} AND s.dsi = d.dsi AND ${ofRuns(runs)} LIMIT 1`
      const query = sql`SELECT d.dsi, (${captured}) AS captured FROM (${joined(dsis, sql` UNION ALL `)}) d ORDER BY d.dsi`
      const capturedDsis = await reader.rows(work, app.dsi_values.length, {
        reading: { catalog, appId: app.app_id, runs },
        read: database => database.read(query, work),
        toRow: row => (row['captured'] === null ? null : Number(row['dsi'])),
      })
      return capturedDsis.filter(dsi => dsi !== null)
    },
  }

  async function perIdentity<Row>(
    work: Work,
    catalog: Catalog,
    run: Run,
    query: (source: Sql) => Sql,
    toRow: (row: DatabaseRow) => Row,
  ): Promise<Row[]> {
    const { facts, app_id: appId } = run
    if (!facts) return []
    return await reader.rows(work, totalsCost(run, catalog.files[appId]), {
      reading: { catalog, appId, runs: [run] },
      read: database => database.read(query(factsSource(facts, [])), work),
      toRow,
    })
  }
}

function asItIs(value: Sql): Sql {
  return value
}

function namesOf(columns: readonly { name: string }[]): Sql {
  return backtickedList(columns.map(({ name }) => name))
}

function ofRuns(runs: readonly Run[]): Sql {
  return sql`run_id IN (${numbers(runs.map(run => run.run_id))})`
}

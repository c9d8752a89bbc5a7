import { recentDays } from '../../model/dates.ts'
import { backtickedList, date, joined, numbers, sql } from '../../model/sql.ts'
import { decisionColumns, type Store, type StoredAlert, type StoredDecision, type StoredRecommendation } from '../../model/store.ts'
import { alertsCost, decisionsCost, recommendationsCost, totalsCost } from '../common/cost.ts'
import { latestDaysSql, plainLatestDays, plainTotals, totalsSql } from '../common/parquet-groups.ts'
import { factsSource, plainRow } from '../database/facts-tables.ts'
import { deliveredColumns } from '../../records/mysql/facts-schema.ts'
import { ANY_VERSION, type Reader } from './reader.ts'

/** The stored rows of runs, and sums per identity. */
export function storedRows(
  reader: Reader,
): Pick<Store, 'recommendations' | 'decisions' | 'alerts' | 'identityTotals' | 'latestDays' | 'snapshotDsis'> {
  return {
    recommendations: recommendationRows(reader),
    decisions: decisionRows(reader),
    alerts: alertRows(reader),
    identityTotals: totalRows(reader),
    latestDays: latestRows(reader),
    snapshotDsis: snapshotDsis(reader),
  }
}

function recommendationRows(reader: Reader): Store['recommendations'] {
  return async (work, run, granularity) => {
    if (!run.recommendations) return []
    const columns = deliveredColumns('recommendations').filter(({ name }) => name !== 'run_id')
    const names = backtickedList(columns.map(({ name }) => name))
    return await reader.rows(
      work,
      recommendationsCost(run),
      { catalog: ANY_VERSION, appId: run.app_id, runs: [run] },
      {
        read: database =>
          database.readExact(
            sql`SELECT ${names} FROM recommendations WHERE run_id = ? AND granularity = ?`,
            [run.run_id, granularity],
            work,
          ),
        toRow: row => plainRow<StoredRecommendation>(row, columns),
      },
    )
  }
}

function decisionRows(reader: Reader): Store['decisions'] {
  return async (work, catalog, { app, runs, granularity }) => {
    const some = runs.filter(run => run.recommendations)
    if (some.length === 0) return []
    const names = decisionColumns(app)
    const columns = deliveredColumns('recommendations').filter(({ name }) => names.includes(name))
    return await reader.rows(
      work,
      decisionsCost(some),
      { catalog, appId: app.app_id, runs: some },
      {
        read: database =>
          database.readExact(
            sql`SELECT ${backtickedList(columns.map(({ name }) => name))} FROM recommendations
          WHERE run_id IN (${numbers(some.map(run => run.run_id))}) AND granularity = ?`,
            [granularity],
            work,
          ),
        toRow: row => plainRow<StoredDecision>(row, columns),
      },
    )
  }
}

function alertRows(reader: Reader): Store['alerts'] {
  return async (work, catalog, appId, runs, range) => {
    if (runs.length === 0) return []
    const columns = deliveredColumns('alerts')
    const created = range ? sql` AND created_at >= ${date(range.start)} AND created_at < ${date(range.end)} + INTERVAL 1 DAY` : sql``
    return await reader.rows(
      work,
      alertsCost(catalog.files[appId]?.alerts ?? []),
      { catalog, appId, runs },
      {
        read: database =>
          database.read(
            sql`SELECT ${backtickedList(columns.map(({ name }) => name))} FROM alerts
          WHERE run_id IN (${numbers(runs.map(run => run.run_id))})${created}`,
            work,
          ),
        toRow: row => plainRow<StoredAlert>(row, columns),
      },
    )
  }
}

function totalRows(reader: Reader): Store['identityTotals'] {
  return async (work, catalog, run) => {
    const { facts, app_id: appId } = run
    if (!facts) return []
    return await reader.rows(
      work,
      totalsCost(run, catalog.files[appId]),
      { catalog, appId, runs: [run] },
      {
        read: database =>
          database.read(
            totalsSql(recentDays(run), factsSource(facts, []), value => value),
            work,
          ),
        toRow: plainTotals,
      },
    )
  }
}

function latestRows(reader: Reader): Store['latestDays'] {
  return async (work, catalog, run, through) => {
    const { facts, app_id: appId } = run
    if (!facts) return []
    return await reader.rows(
      work,
      totalsCost(run, catalog.files[appId]),
      { catalog, appId, runs: [run] },
      {
        read: database =>
          database.read(
            latestDaysSql(through, factsSource(facts, []), value => value),
            work,
          ),
        toRow: plainLatestDays,
      },
    )
  }
}

function snapshotDsis(reader: Reader): Store['snapshotDsis'] {
  return async (work, catalog, app, runs) => {
    if (!catalog.files[app.app_id]?.snapshots.length || runs.length === 0) return []
    // One index lookup per DSI; DISTINCT would scan all snapshots.
    const dsis = joined(
      app.dsi_values.map(dsi => sql`SELECT ${dsi} AS dsi`),
      sql` UNION ALL `,
    )
    const captured = sql`SELECT 1 FROM roas_snapshots s WHERE s.app_id = ${app.app_id} AND s.dsi = d.dsi
      AND s.run_id IN (${numbers(runs.map(run => run.run_id))}) LIMIT 1`
    const found = await reader.rows(
      work,
      app.dsi_values.length,
      { catalog, appId: app.app_id, runs },
      {
        read: database => database.read(sql`SELECT d.dsi, (${captured}) AS captured FROM (${dsis}) d ORDER BY d.dsi`, work),
        toRow: row => (row['captured'] === null ? null : Number(row['dsi'])),
      },
    )
    return found.filter(dsi => dsi !== null)
  }
}

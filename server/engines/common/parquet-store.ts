import type { Encoder } from '../../files/encoder.ts'
import type { Segment } from '../../model/catalog.ts'
import { identitiesName, runName } from '../../model/content-names.ts'
import { recentDays } from '../../model/date-range.ts'
import type { Identity } from '../../model/identities.ts'
import type { Session } from '../../model/session.ts'
import { date, literal, numbers, sql } from '../../model/sql.ts'
import type { IdentityTotals, Store, StoredAlert, StoredRecommendation } from '../../model/store.ts'
import type { Work } from '../../model/work.ts'
import { mapInSlices } from '../../sharing/slices.ts'
import { alertsCost, identitiesCost, recommendationsCost, reportCost, snapshotCost, snapshotDsisCost, totalsCost } from './cost.ts'
import { holdFiles, type NeededFiles } from './hold-files.ts'
import { KeptRows, MOST_KEPT } from './kept-rows.ts'
import type { LocalFiles } from './local-files.ts'
import { parquet, reportGroups, snapshotGroups, wantedOfReport } from './parquet-groups.ts'
import { plainTotals, totalsSql, wantedOfTotals } from './totals-sql.ts'

export interface ParquetStoreOptions extends Pick<Store, 'catalog' | 'size' | 'ready'> {
  /** Has the files that the catalog names on this machine. */
  files: LocalFiles
  /** Reads them; closed with the store. */
  encoder: Encoder
}

/** A store of immutable Parquet files that a catalog names, wherever they are kept. */
export function parquetStore({ catalog, size, ready, files: local, encoder }: ParquetStoreOptions): Store {
  const identities = new KeptRows<Identity>(MOST_KEPT.identities)
  const recommendations = new KeptRows<StoredRecommendation>(MOST_KEPT.recommendations)
  const totals = new KeptRows<IdentityTotals>(MOST_KEPT.totals)

  /** Files are had before the work's turn, which so never waits for them; the time limit is over both. */
  const session = <Result>(
    work: Work,
    cost: number,
    needed: readonly NeededFiles[],
    use: (session: Session, paths: readonly (readonly string[])[]) => Promise<Result>,
  ): Promise<Result> =>
    encoder.limited(work, work =>
      holdFiles(local, needed, work.signal, paths => encoder.session(work, cost, session => use(session, paths))),
    )

  return {
    catalog,
    size,
    ready,

    async identities(work, catalog, appId) {
      const files = catalog.files[appId]
      const file = files?.identities
      if (!file) return []
      return identities.read(identitiesName(catalog, appId), work, work =>
        session(work, identitiesCost(files), [{ files: [file] }], (session, [paths]) =>
          session.rows<Identity & Record<string, unknown>>(sql`FROM ${parquet(paths!)}`),
        ),
      )
    },

    async recommendations(work, run, granularity) {
      const file = run.recommendations
      if (!file) return []
      return recommendations.read(`${granularity} ${runName(run)}`, work, work =>
        session(work, recommendationsCost(run), [{ files: [file] }], (session, [paths]) =>
          session.rows<StoredRecommendation>(sql`SELECT * EXCLUDE (run_id) FROM ${parquet(paths!)}
          WHERE run_id = ${run.run_id} AND granularity = ${literal(granularity)}`),
        ),
      )
    },

    async alerts(work, catalog, appId, runs, range) {
      const files = catalog.files[appId]
      const segments = files?.alerts ?? []
      if (segments.length === 0 || runs.length === 0) return []
      const created = range ? sql` AND created_at::DATE BETWEEN ${date(range.start)} AND ${date(range.end)}` : sql``
      return session(work, alertsCost(files), [{ files: segments }], (session, [paths]) =>
        session.rows<StoredAlert>(sql`FROM ${parquet(paths!)} WHERE run_id IN (${numbers(runs.map(run => run.run_id))})${created}`),
      )
    },

    async identityTotals(work, catalog, run) {
      const file = run.facts
      if (!file) return []
      const needed = [{ files: [file], wanted: wantedOfTotals(file) }]
      return totals.read(runName(run), work, work =>
        session(work, totalsCost(run, catalog.files[run.app_id]), needed, async (session, [paths]) => {
          const query = totalsSql(recentDays(run), parquet(paths!), value => sql`CAST(${value} AS VARCHAR)`)
          return await mapInSlices(await session.rows(query), plainTotals)
        }),
      )
    },

    async snapshotDsis(work, catalog, app, runs) {
      const files = catalog.files[app.app_id]
      const segments = files?.snapshots ?? []
      if (segments.length === 0 || runs.length === 0) return []
      const rows = await session(work, snapshotDsisCost(files), [{ files: segments }], (session, [paths]) =>
        session.rows<{ dsi: number }>(
          sql`SELECT DISTINCT dsi FROM ${parquet(paths!)} WHERE run_id IN (${numbers(runs.map(run => run.run_id))})`,
        ),
      )
      const captured = new Set(rows.map(({ dsi }) => dsi))
      return app.dsi_values.filter(dsi => captured.has(dsi))
    },

    withReportGroups: (work, catalog, query, use) => {
      const files = catalog.files[query.app.app_id]
      const facts = query.run?.facts
      const needed = [{ files: some(facts), wanted: facts && wantedOfReport(query, facts) }, { files: some(files?.identities) }]
      return session(work, reportCost(query, files), needed, (session, [facts, identities]) =>
        use(session, reportGroups(query, facts![0], identities![0])),
      )
    },

    withSnapshotGroups: (work, catalog, query, use) => {
      const files = catalog.files[query.app.app_id]
      const needed = [{ files: query.runs.length > 0 ? (files?.snapshots ?? []) : [] }, { files: some(files?.identities) }]
      return session(work, snapshotCost(query, files), needed, (session, [segments, identities]) =>
        use(session, snapshotGroups(query, segments!, identities![0])),
      )
    },

    metrics: () => encoder.metrics(),

    async close() {
      encoder.close()
    },
  }
}

function some<File extends Pick<Segment, 'file'>>(file: File | undefined): File[] {
  return file === undefined ? [] : [file]
}

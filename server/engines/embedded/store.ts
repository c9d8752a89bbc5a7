import { access, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Identity } from '../../model/identities.ts'
import { DELIVERIES } from './tidy.ts'
import { date, literal, numbers, sql } from '../../model/sql.ts'
import { dataFiles, type Catalog } from '../../model/catalog.ts'
import { identitiesName, runName } from '../../model/content-names.ts'
import { CatalogWatch } from './catalog-watch.ts'
import { alertsCost, identitiesCost, recommendationsCost, reportCost, snapshotCost, snapshotDsisCost, totalsCost } from '../common/cost.ts'
import { mapInSlices } from '../../sharing/slices.ts'
import { KeptRows, MOST_KEPT } from '../common/kept-rows.ts'
import type { IdentityTotals, Store, StoredAlert, StoredRecommendation } from '../../model/store.ts'
import { plainTotals, totalsSql } from '../common/totals-sql.ts'
import { recentDays } from '../../model/date-range.ts'
import { Encoder } from '../../files/encoder.ts'
import type { SteadyClock } from '../../model/fresh.ts'
import { parquet, reportGroups, snapshotGroups } from './relations.ts'

/** Where sessions of a store under `dataDir` may write files. */
export function spoolDirOf(dataDir: string): string {
  return join(dataDir, 'spool')
}

export interface DuckdbStoreOptions {
  /** Seconds that a session may take. */
  timeLimit?: number | undefined
  /** What the catalog is looked at anew by. */
  steady?: SteadyClock | undefined
}

/** The embedded store: immutable Parquet files under `dataDir`, named by a catalog that imports replace atomically. */
export async function openDuckdbStore(dataDir: string, { timeLimit, steady }: DuckdbStoreOptions = {}): Promise<Store> {
  const directories = [join(dataDir, DELIVERIES), spoolDirOf(dataDir)]
  const encoder = await Encoder.start({ dataDir, directories, ...(timeLimit === undefined ? {} : { timeLimit }) })
  const watch = new CatalogWatch(dataDir, steady)
  const identities = new KeptRows<Identity>(MOST_KEPT.identities)
  const recommendations = new KeptRows<StoredRecommendation>(MOST_KEPT.recommendations)
  const totals = new KeptRows<IdentityTotals>(MOST_KEPT.totals)
  // The catalog whose files were all there once: from then on only their folders are looked for.
  let found: Catalog | undefined

  return {
    catalog: () => watch.current(),

    async identities(work, catalog, appId) {
      const files = catalog.files[appId]
      const file = files?.identities?.file
      if (!file) return []
      return identities.read(identitiesName(catalog, appId), work, work =>
        encoder.session(work, identitiesCost(files), session =>
          session.rows<Identity & Record<string, unknown>>(sql`FROM ${parquet(dataDir, [file])}`),
        ),
      )
    },

    async recommendations(work, run, granularity) {
      const file = run.recommendations?.file
      if (!file) return []
      return recommendations.read(`${granularity} ${runName(run)}`, work, work =>
        encoder.session(work, recommendationsCost(run), session =>
          session.rows<StoredRecommendation>(sql`SELECT * EXCLUDE (run_id) FROM ${parquet(dataDir, [file])}
          WHERE run_id = ${run.run_id} AND granularity = ${literal(granularity)}`),
        ),
      )
    },

    async alerts(work, catalog, appId, runs, range) {
      const files = catalog.files[appId]
      const segments = files?.alerts ?? []
      if (segments.length === 0 || runs.length === 0) return []
      const created = range ? sql` AND created_at::DATE BETWEEN ${date(range.start)} AND ${date(range.end)}` : sql``
      return encoder.session(work, alertsCost(files), session =>
        session.rows<StoredAlert>(
          sql`FROM ${parquet(
            dataDir,
            segments.map(segment => segment.file),
          )} WHERE run_id IN (${numbers(runs.map(run => run.run_id))})${created}`,
        ),
      )
    },

    async identityTotals(work, catalog, run) {
      const file = run.facts?.file
      if (!file) return []
      return totals.read(runName(run), work, work =>
        encoder.session(work, totalsCost(run, catalog.files[run.app_id]), async session => {
          const query = totalsSql(recentDays(run), parquet(dataDir, [file]), value => sql`CAST(${value} AS VARCHAR)`)
          return await mapInSlices(await session.rows(query), plainTotals)
        }),
      )
    },

    async snapshotDsis(work, catalog, app, runs) {
      const files = catalog.files[app.app_id]
      const segments = (files?.snapshots ?? []).map(segment => segment.file)
      if (segments.length === 0 || runs.length === 0) return []
      const rows = await encoder.session(work, snapshotDsisCost(files), session =>
        session.rows<{ dsi: number }>(
          sql`SELECT DISTINCT dsi FROM ${parquet(dataDir, segments)} WHERE run_id IN (${numbers(runs.map(run => run.run_id))})`,
        ),
      )
      const captured = new Set(rows.map(({ dsi }) => dsi))
      return app.dsi_values.filter(dsi => captured.has(dsi))
    },

    withReportGroups: (work, catalog, query, use) => {
      const files = catalog.files[query.app.app_id]
      return encoder.session(work, reportCost(query, files), session => use(session, reportGroups(dataDir, files, query)))
    },

    withSnapshotGroups: (work, catalog, query, use) => {
      const files = catalog.files[query.app.app_id]
      return encoder.session(work, snapshotCost(query, files), session => use(session, snapshotGroups(dataDir, files, query)))
    },

    async size(catalog, appId) {
      const sizes = await Promise.all([...dataFiles(catalog, appId)].map(async file => (await stat(join(dataDir, file))).size))
      return sizes.reduce((sum, size) => sum + size, 0)
    },

    async ready() {
      await access(dataDir)
      const catalog = await watch.current()
      const files = dataFiles(catalog)
      await requireAll(dataDir, catalog === found ? new Set([...files].map(dirname)) : files)
      found = catalog
      await encoder.ready()
    },

    async close() {
      encoder.close()
    },
  }
}

async function requireAll(dataDir: string, paths: Iterable<string>): Promise<void> {
  await Promise.all([...paths].map(path => access(join(dataDir, path))))
}

import { LRUCache } from 'lru-cache'
import { access, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Identity } from '../../analytics/identities.ts'
import { dataFiles, type Catalog } from '../catalog.ts'
import { CatalogWatch } from '../catalog-watch.ts'
import type { Store, StoredAlert, StoredRecommendation } from '../store.ts'
import { Engine } from './engine.ts'
import { parquet, reportGroups, snapshotGroups } from './relations.ts'

/** The embedded store: immutable Parquet files under `dataDir`, named by a catalog that imports replace atomically. */
export const openDuckdbStore = async (dataDir: string, timeLimit?: number): Promise<Store> => {
  const engine = await Engine.start({ dataDir, ...(timeLimit === undefined ? {} : { timeLimit }) })
  const watch = new CatalogWatch(dataDir)
  // By file: an identities file never changes, a grown dictionary is a new file.
  const identities = new LRUCache<string, readonly Identity[]>({ max: 200 })
  // The catalog whose files were all there once: from then on only their folders are looked for.
  let found: Catalog | undefined

  return {
    catalog: () => watch.current(),

    async identities(catalog, appId) {
      const file = catalog.files[appId]?.identities?.file
      if (!file) return []
      const known = identities.get(file)
      if (known) return known
      const rows = await engine.session(session => session.rows<Identity & Record<string, unknown>>(`FROM ${parquet(dataDir, [file])}`))
      identities.set(file, rows)
      return rows
    },

    async recommendations(run) {
      const file = run.recommendations?.file
      if (!file) return []
      return engine.session(session => session.rows<StoredRecommendation>(
        `SELECT * EXCLUDE (run_id) FROM ${parquet(dataDir, [file])} WHERE run_id = ${run.run_id}`))
    },

    async alerts(catalog, appId, runs, range) {
      const segments = catalog.files[appId]?.alerts ?? []
      if (segments.length === 0 || runs.length === 0) return []
      const created = range ? ` AND created_at::DATE BETWEEN DATE '${range.start}' AND DATE '${range.end}'` : ''
      return engine.session(session => session.rows<StoredAlert>(
        `FROM ${parquet(dataDir, segments.map(segment => segment.file))} WHERE run_id IN (${runs.map(run => run.run_id).join(', ')})${created}`))
    },

    withReportGroups: (catalog, query, use, stop) =>
      engine.session(session => use(session, reportGroups(dataDir, catalog.files[query.app.app_id], query)), stop),

    withSnapshotGroups: (catalog, query, use, stop) =>
      engine.session(session => use(session, snapshotGroups(dataDir, catalog.files[query.app.app_id], query)), stop),

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
      await engine.session(session => session.rows('SELECT 1'))
    },

    async close() {
      engine.close()
    },
  }
}

const requireAll = async (dataDir: string, paths: Iterable<string>): Promise<void> => {
  await Promise.all([...paths].map(path => access(join(dataDir, path))))
}

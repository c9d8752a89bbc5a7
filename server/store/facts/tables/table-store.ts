import { Encoder } from '../../files/encoder.ts'
import { FILES_OF_DATABASE, rowFaults } from '../../../core/model/catalog-document.ts'
import { Fresh, RowCache, type SteadyClock } from '../../../core/runtime/shared-work.ts'
import { type Relation, type Session, sql } from '../../../core/model/sql.ts'
import type { Store } from '../../../core/model/store.ts'
import { Lanes } from '../../../core/runtime/turns.ts'
import type { Work } from '../../../core/runtime/work.ts'
import { identitiesCost, reportCost, snapshotCost } from '../common/cost.ts'
import { openFetchedFolder } from '../common/fetched-folder.ts'
import { KeptCatalog } from '../../records/kept-catalog.ts'
import type { Database } from '../../records/mysql/mysql-database.ts'
import { factsTables } from '../database/facts-tables.ts'
import { GroupFetcher } from './fetch-groups.ts'
import { Reader, type Reading } from './reader.ts'
import { reportGroups, snapshotGroups } from './relations.ts'
import { storedRows } from './table-rows.ts'
import type { Catalog } from '../../../core/model/catalog.ts'
import type { Identity } from '../../../core/model/identities.ts'
import { identitiesName } from '../../../core/model/runs.ts'
import { ownBounds } from '../../../core/runtime/machine.ts'
import { mapInSlices } from '../../../core/runtime/slices.ts'
import { sum } from '../../../core/formulas/sums.ts'

/** Maximum age of table sizes, ms: servers may scan tables for them. */
const TABLES_FRESH_FOR = 10_000

interface MysqlStoreOptions {
  dataDir: string
  spoolDir: string
  /** Seconds. */
  timeLimit?: number | undefined
  steady?: SteadyClock | undefined
}

/**
 * MariaDB or MySQL computes sums; ratios, order and encoding are computed by this process's DuckDB. Needs an upgraded schema. Sessions write
 * to `spoolDir`.
 */
export async function openMysqlStore(
  database: Database,
  { dataDir, spoolDir, timeLimit, steady }: MysqlStoreOptions,
): Promise<Store> {
  const folder = await openFetchedFolder(dataDir)
  const lanes = new Lanes()
  const encoder = await Encoder.start({
    dataDir,
    directories: [folder, spoolDir],
    lanes,
    timeLimit,
  })
  const keptCatalog = new KeptCatalog(database, rowFaults(FILES_OF_DATABASE), steady)
  const reader = new Reader(database, lanes, keptCatalog)
  const identities = new Identities(reader)
  return {
    catalog: appId => keptCatalog.current(appId),
    identities: (work, catalog, appId) => identities.of(work, catalog, appId),
    ...storedRows(reader),
    ...groups({ reader, identities, encoder, folder }),
    size: sizes(database, steady),
    async ready() {
      await database.small.read(sql`SELECT 1`)
      await keptCatalog.current()
      await encoder.ready()
    },
    metrics: () => encoder.metrics(),
    async close() {
      await encoder.close()
    },
  }
}

interface GroupParts {
  reader: Reader
  identities: Identities
  encoder: Encoder
  folder: string
}

/** Groups summed by the database, in a session of DuckDB. */
function groups({
  reader,
  identities,
  encoder,
  folder,
}: GroupParts): Pick<Store, 'withReportGroups' | 'withSnapshotGroups'> {
  const withGroups = <Groups, Result>(
    reading: Reading,
    work: Work,
    cost: number,
    groupsOf: (fetcher: GroupFetcher, session: Session, signal: AbortSignal) => Groups,
    use: (session: Session, groups: Groups) => Promise<Result>,
  ): Promise<Result> =>
    encoder.session(work, cost, async (session, signal) => {
      const fetcher = new GroupFetcher(reader.database, folder, session, signal)
      try {
        return await reader.whileNamed(reading, () =>
          use(session, groupsOf(fetcher, session, signal)),
        )
      } finally {
        await fetcher.clear()
      }
    })

  return {
    withReportGroups: (work, catalog, query, use) => {
      const { app_id: appId } = query.app
      return withGroups(
        { catalog, appId, runs: query.run ? [query.run] : [] },
        work,
        reportCost(query, catalog.files[appId]),
        (fetcher, session, signal) =>
          reportGroups(fetcher, query, () =>
            identities.relation(
              session,
              signal,
              catalog,
              appId,
              !query.groupBy.includes('country'),
            ),
          ),
        use,
      )
    },

    withSnapshotGroups: (work, catalog, query, use) => {
      const { app_id: appId } = query.app
      const files = catalog.files[appId]
      return withGroups(
        { catalog, appId, runs: query.runs },
        work,
        snapshotCost(query, files?.snapshots ?? [], files),
        (fetcher, session, signal) =>
          snapshotGroups(fetcher, query, (files?.snapshots.length ?? 0) > 0, () =>
            identities.relation(session, signal, catalog, appId, query.granularity === 'campaign'),
          ),
        use,
      )
    },
  }
}

/** Bytes of an app's rows: of its own tables, and its share of shared ones. */
function sizes(database: Database, steady: SteadyClock | undefined): Store['size'] {
  const tables = new Fresh(
    () =>
      database.read(sql`SELECT table_name AS name, data_length + index_length AS bytes,
        avg_row_length AS per_row FROM information_schema.tables WHERE table_schema = DATABASE()`),
    steady,
  )
  return async (catalog, appId) => {
    const runs = catalog.runs.filter(run => run.app_id === appId)
    const facts = runs.flatMap(run =>
      run.facts ? factsTables(run.facts).map(({ name }) => name) : [],
    )
    const files = catalog.files[appId]
    const shared: Record<string, number> = {
      identities: files?.identities?.rows ?? 0,
      roas_snapshots: files?.snapshots[0]?.rows ?? 0,
      alerts: files?.alerts[0]?.rows ?? 0,
      recommendations: sum(runs, run => run.recommendations?.rows ?? 0),
    }
    return sum(await tables.within(TABLES_FRESH_FOR), ({ name, bytes, per_row: perRow }) =>
      facts.includes(String(name)) ? Number(bytes) : Number(perRow) * (shared[String(name)] ?? 0),
    )
  }
}

/** Maximum cached rows of all apps, tens of MB; fewer on a small machine. */
const MAX_CACHED = 500_000

/** An app's identities, cached by their content name: every report joins them. */
class Identities {
  readonly #reader: Reader
  readonly #cache = new RowCache<Identity>(Math.round(MAX_CACHED * ownBounds().caches))

  constructor(reader: Reader) {
    this.#reader = reader
  }

  async of(work: Work, catalog: Catalog, appId: number): Promise<readonly Identity[]> {
    const files = catalog.files[appId]
    if ((files?.identities?.rows ?? 0) === 0) return []
    return this.#cache.read(identitiesName(catalog, appId), work, work =>
      this.#reader.lanes.during(work, identitiesCost(files), () =>
        this.#reader.whileNamed({ catalog, appId, runs: [] }, () =>
          this.#read(work.signal, catalog, appId),
        ),
      ),
    )
  }

  /** Creates a relation of the names of identities, or of campaigns, in a session that has a turn. */
  async relation(
    session: Session,
    signal: AbortSignal,
    catalog: Catalog,
    appId: number,
    ofCampaigns: boolean,
  ): Promise<Relation> {
    // Waiting for another turn could deadlock.
    const all =
      this.#cache.get(identitiesName(catalog, appId)) ?? (await this.#read(signal, catalog, appId))
    // One identity represents a campaign.
    const rows = ofCampaigns ? all.filter(({ id, campaign_id }) => id === campaign_id) : all
    const columns = sql`id INTEGER, platform VARCHAR, network VARCHAR, campaign VARCHAR, country VARCHAR`
    await session.run(sql`CREATE TEMP TABLE identity_names (${columns})`)
    await session.append(
      'identity_names',
      rows.map(row => [row.id, row.platform, row.network, row.campaign, row.country]),
    )
    return sql`FROM identity_names`
  }

  async #read(signal: AbortSignal, catalog: Catalog, appId: number): Promise<readonly Identity[]> {
    const rows = catalog.files[appId]?.identities?.rows ?? 0
    const read = await this.#reader.database.read(
      sql`SELECT id, campaign_id, platform, network, campaign, country FROM identities
      WHERE app_id = ${appId} AND id < ${rows} ORDER BY id`,
      { signal },
    )
    return await mapInSlices(
      read,
      row => Object.fromEntries(Object.entries(row).map(textOf)) as unknown as Identity,
    )
  }
}

/** Names are stored as bytes. */
function textOf([name, value]: [string, unknown]): [string, unknown] {
  return [name, Buffer.isBuffer(value) ? value.toString() : value]
}

import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Encoder } from '../../files/encoder.ts'
import type { RunFacts } from '../../../core/model/catalog.ts'
import { recentDays } from '../../../core/model/dates.ts'
import { gauge } from '../../../core/runtime/metric.ts'
import { mapInSlices } from '../../../core/runtime/slices.ts'
import {
  joined,
  numbers,
  plain,
  type Relation,
  type Session,
  sql,
  type Sql,
} from '../../../core/model/sql.ts'
import { type Store, StoreDamaged, StoreUnavailable } from '../../../core/model/store.ts'
import type { Work } from '../../../core/runtime/work.ts'
import { reportCost, snapshotCost, snapshotDsisCost, totalsCost } from '../common/cost.ts'
import { segmentsWith, snapshotsFrom } from '../common/find-segments.ts'
import type { GroupQuery, PeriodSql } from '../common/group-sql.ts'
import {
  type Adder,
  anyParquet,
  type DataFile,
  grouped,
  foldLatestDays,
  latestDaysSql,
  type LocalFiles,
  parquet,
  plainLatestDay,
  plainTotals,
  reportGroups,
  snapshotGroups,
  totalsSql,
} from '../common/parquet-groups.ts'
import { dsisOf, fileSessions, some, withoutSpan } from '../common/parquet-store.ts'
import { type Asker, type Clickhouse, ClickhouseUnavailable } from './clickhouse-connection.ts'
import { IDENTITIES, type LakeSource, SNAPSHOTS, sourceOf, structureOf } from './lake-source.ts'

const PERIOD: PeriodSql = {
  daily: sql`install_date`,
  weekly: sql`toMonday(install_date)`,
  monthly: sql`toStartOfMonth(install_date)`,
}

interface ClickhouseStoreOptions {
  clickhouse: Clickhouse
  source: LakeSource
  encoder: Encoder
  /** Local files, from which lists and names are read. */
  files: LocalFiles
  /** Folder of results, readable by the encoder's sessions. */
  folder: string
  isNamed: (file: string) => Promise<boolean>
}

/** The same store, except that ClickHouse computes groups and totals from the same files. */
export function clickhouseStore(store: Store, options: ClickhouseStoreOptions): Store {
  const { clickhouse, source: lake, encoder, files: local } = options
  const session = fileSessions(encoder, local)
  // A server that joins needs all identities.
  const singleServer = { ...lake, cluster: null }

  /** Queries run within the session's turn. */
  const fetching = <Result>(
    work: Work,
    cost: number,
    { remote, names }: { remote: readonly StoredFile[]; names?: DataFile | undefined },
    use: (session: Session, results: Results, names: readonly string[]) => Promise<Result>,
  ): Promise<Result> =>
    session(work, cost, [some(names)], async (session, [paths], signal) => {
      const results = new Results(options, remote, { signal, requestId: work.requestId })
      try {
        return await use(session, results, paths!)
      } finally {
        await results.clear()
      }
    })

  /** One row per identity, every cell as text. */
  const perIdentity = <Row>(
    work: Work,
    cost: number,
    facts: RunFacts,
    query: (source: Sql) => Sql,
    make: (row: Record<string, unknown>) => Row,
  ): Promise<Row[]> =>
    fetching(work, cost, { remote: [facts] }, async (session, results) => {
      const fetched = await results.fetch(query(sourceOf(lake, [facts], structureOf(facts))!))
      return await mapInSlices(
        await session.rows(sql`SELECT COLUMNS(*)::VARCHAR FROM ${fetched}`),
        make,
      )
    })

  return {
    ...store,

    async identityTotals(work, catalog, run) {
      const { facts } = run
      if (!facts) return []
      const query = (source: Sql): Sql => totalsSql(recentDays(run), source, value => value)
      return await perIdentity(
        work,
        totalsCost(run, catalog.files[run.app_id]),
        facts,
        query,
        plainTotals,
      )
    },

    async latestDays(work, catalog, run, through) {
      const { facts } = run
      if (!facts) return []
      const query = (source: Sql): Sql => latestDaysSql(through, source, value => value)
      const days = await perIdentity(
        work,
        totalsCost(run, catalog.files[run.app_id]),
        facts,
        query,
        plainLatestDay,
      )
      return await foldLatestDays(through, days)
    },

    withReportGroups(work, catalog, query, use) {
      const files = catalog.files[query.app.app_id]
      const facts = query.run?.facts
      const needed = {
        remote: [...some(facts), ...some(files?.identities)],
        names: files?.identities,
      }
      return fetching(work, reportCost(query, files), needed, (session, results, names) => {
        const sources = {
          facts: facts && sourceOf(lake, [facts], structureOf(facts)),
          identities: sourceOf(singleServer, some(files?.identities), IDENTITIES),
          names: anyParquet(names),
        }
        return use(session, reportGroups(query, sources, adderOf(results)))
      })
    },

    withSnapshotGroups(work, catalog, query, use) {
      const files = catalog.files[query.app.app_id]
      const segments = segmentsWith(files?.snapshots ?? [], query.runs, query.range)
      const needed = { remote: segments, names: files?.identities }
      return fetching(
        work,
        snapshotCost(query, segments, files),
        needed,
        async (session, results, names) => {
          const sources = {
            snapshots: sourceOf(lake, segments, SNAPSHOTS),
            earlier: sourceOf(lake, withoutSpan(segments), SNAPSHOTS),
            identities: anyParquet(names),
          }
          const result = await use(
            session,
            snapshotGroups(query, sources, snapshotsFrom(catalog, query), adderOf(results)),
          )
          await results.requireAll(sourceOf(singleServer, segments, SNAPSHOTS))
          return result
        },
      )
    },

    async snapshotDsis(work, catalog, app, runs) {
      const segments = withoutSpan(catalog.files[app.app_id]?.snapshots)
      const source = sourceOf(lake, segments, SNAPSHOTS)
      if (!source || runs.length === 0) return dsisOf(app, runs, [])
      const captured = sql`SELECT DISTINCT dsi FROM ${source} WHERE run_id IN (${numbers(runs.map(run => run.run_id))})`
      const rows = await fetching(
        work,
        snapshotDsisCost(segments),
        { remote: segments },
        async (session, results) => {
          const rows = await session.rows<{ dsi: number }>(
            sql`FROM ${await results.fetch(captured)}`,
          )
          await results.requireAll(sourceOf(singleServer, segments, SNAPSHOTS))
          return rows
        },
      )
      return dsisOf(app, runs, rows)
    },

    metrics: () => [
      ...(store.metrics?.() ?? []),
      gauge(
        'uascope_clickhouse_up',
        'Result of the last query to ClickHouse: 1 or 0.',
        clickhouse.up() ? 1 : 0,
      ),
    ],

    async close() {
      await store.close()
      await clickhouse.close()
    },
  }
}

interface StoredFile extends DataFile {
  rows: number
}

/** Results of ClickHouse's queries over stored files, as files of the node. */
class Results {
  readonly #options: ClickhouseStoreOptions
  readonly #stored: readonly StoredFile[]
  readonly #asker: Asker
  readonly #paths: string[] = []

  constructor(options: ClickhouseStoreOptions, stored: readonly StoredFile[], asker: Asker) {
    this.#options = options
    this.#stored = stored
    this.#asker = asker
  }

  /** Returns the rows as SQL that follows FROM. */
  async fetch(query: Sql): Promise<Sql> {
    const path = join(this.#options.folder, `${randomBytes(8).toString('hex')}.parquet`)
    this.#paths.push(path)
    await this.#options.clickhouse.fetch(query, path, this.#asker).catch(error => this.#fail(error))
    return parquet([path])
  }

  /**
   * Call after a query: ClickHouse skips a missing file if a query names several, and missing files never return.
   * @throws StoreDamaged
   */
  async requireAll(source: Sql | undefined): Promise<void> {
    if (!source || this.#stored.length === 1) return
    const query = sql`SELECT _path AS path, count() AS rows FROM ${source} GROUP BY path`
    const counts = await this.#options.clickhouse
      .rows(query, this.#asker)
      .catch((error: unknown) => this.#fail(error))
    for (const { file, rows } of this.#stored) {
      const counted = Number(
        counts.find(({ path }) => String(path).endsWith(`/${file}`))?.['rows'] ?? 0,
      )
      if (counted !== rows) await this.#damaged(file, `ClickHouse finds ${counted} of ${rows} rows`)
    }
  }

  async clear(): Promise<void> {
    await Promise.all(this.#paths.splice(0).map(path => rm(path, { force: true })))
  }

  async #fail(error: unknown): Promise<never> {
    if (error instanceof ClickhouseUnavailable && isOfFile(error)) {
      const bad = this.#stored.find(({ file }) => error.message.includes(file))
      if (bad) await this.#damaged(bad.file, error.message)
    }
    throw error
  }

  /** An import may have replaced the file. */
  async #damaged(file: string, how: string): Promise<never> {
    if (await this.#options.isNamed(file))
      throw new StoreDamaged(file, `The lake's object ${file} is missing or damaged: ${how}`)
    throw new StoreUnavailable(`${file} was removed during the read`)
  }
}

/** ClickHouse's codes for files that are missing, truncated, or not Parquet with these columns. */
const BAD_FILE = new Set([
  8, // THERE_IS_NO_COLUMN
  27, // CANNOT_PARSE_INPUT_ASSERTION_FAILED
  32, // ATTEMPT_TO_READ_AFTER_EOF
  33, // CANNOT_READ_ALL_DATA
  107, // FILE_DOESNT_EXIST
  117, // INCORRECT_DATA
  349, // CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
  636, // CANNOT_EXTRACT_TABLE_STRUCTURE
])

const S3_ERROR = 499

function isOfFile({ code, message }: ClickhouseUnavailable): boolean {
  return BAD_FILE.has(code!) || (code === S3_ERROR && /response code: 404\b/.test(message))
}

function adderOf(results: Results): Adder {
  return {
    period: PERIOD,
    async add(query, source): Promise<Relation> {
      return sql`SELECT ${columnsOf(query)} FROM ${await results.fetch(grouped(query, source))}`
    },
  }
}

/** Uses the types of DuckDB's own groups. */
function columnsOf({ columns }: GroupQuery): Sql {
  return joined(
    columns.map(
      ({ name, type, wideType = type }) => sql`${plain(name)}::${wideType} AS ${plain(name)}`,
    ),
  )
}

import type { Encoder } from '../../files/encoder.ts'
import {
  type App,
  type Catalog,
  dataParts,
  type Run,
  type Segment,
} from '../../../core/model/catalog.ts'
import { recentDays } from '../../../core/model/dates.ts'
import type { Identity } from '../../../core/model/identities.ts'
import { sum } from '../../../core/formulas/sums.ts'
import { mapInSlices } from '../../../core/runtime/slices.ts'
import {
  date,
  literal,
  numbers,
  plainList,
  type Session,
  sql,
  type Sql,
} from '../../../core/model/sql.ts'
import {
  decisionColumns,
  type Store,
  type StoredAlert,
  type StoredRecommendation,
} from '../../../core/model/store.ts'
import type { Work } from '../../../core/runtime/work.ts'
import {
  alertsCost,
  decisionsCost,
  identitiesCost,
  recommendationsCost,
  reportCost,
  snapshotCost,
  snapshotDsisCost,
  totalsCost,
} from './cost.ts'
import { segmentsWith, snapshotsFrom } from './find-segments.ts'
import {
  anyParquet,
  CopyLost,
  type DataFile,
  deliveredParquet,
  foldLatestDays,
  latestDaysSql,
  type LocalFiles,
  parquet,
  plainLatestDay,
  plainTotals,
  reportGroups,
  snapshotGroups,
  totalsSql,
} from './parquet-groups.ts'

interface ParquetStoreOptions extends Pick<Store, 'ready'> {
  catalogs: { current: Store['catalog'] }
  files: LocalFiles
  encoder: Encoder
}

type FileSession = <Result>(
  work: Work,
  cost: number,
  needed: readonly (readonly DataFile[])[],
  use: (
    session: Session,
    paths: readonly (readonly string[])[],
    signal: AbortSignal,
  ) => Promise<Result>,
) => Promise<Result>

/** Files are fetched before the work's turn. The time limit covers both, and the second read after a lost copy. */
export function fileSessions(encoder: Encoder, local: LocalFiles): FileSession {
  return (work, cost, needed, use) =>
    encoder.limited(work, work =>
      repeatIfLost(() =>
        holdFiles(local, needed, work.signal, paths =>
          encoder.session(work, cost, (session, signal) => use(session, paths, signal)),
        ),
      ),
    )
}

export function parquetStore({
  catalogs,
  ready,
  files: local,
  encoder,
}: ParquetStoreOptions): Store {
  const session = fileSessions(encoder, local)
  const perIdentity = async <Row>(
    work: Work,
    catalog: Catalog,
    run: Run,
    query: (source: Sql) => Sql,
    toRow: (row: Record<string, unknown>) => Row,
  ): Promise<Row[]> => {
    if (!run.facts) return []
    return session(
      work,
      totalsCost(run, catalog.files[run.app_id]),
      [[run.facts]],
      async (session, [paths]) => mapInSlices(await session.rows(query(parquet(paths!))), toRow),
    )
  }

  return {
    catalog: appId => catalogs.current(appId),
    size: async (catalog, appId) => sum(dataParts(catalog, appId), ({ bytes = 0 }) => bytes),
    ready,

    async identities(work, catalog, appId) {
      const files = catalog.files[appId]
      const file = files?.identities
      if (!file) return []
      return session(work, identitiesCost(files), [[file]], (session, [paths]) =>
        session.rows<Identity & Record<string, unknown>>(sql`FROM ${parquet(paths!)}`),
      )
    },

    async recommendations(work, runs, granularity) {
      const files = runs.flatMap(run => run.recommendations ?? [])
      if (files.length === 0) return []
      return session(work, recommendationsCost(runs), [files], (session, [paths]) =>
        session.rows<StoredRecommendation>(sql`FROM ${deliveredParquet('recommendations', paths!)}
          WHERE run_id IN (${numbers(runs.map(run => run.run_id))}) AND granularity = ${literal(granularity)}`),
      )
    },

    async decisions(work, _catalog, { app, runs, granularity }) {
      const files = runs.flatMap(run => run.recommendations ?? [])
      if (files.length === 0) return []
      const columns = plainList(decisionColumns(app))
      return session(work, decisionsCost(runs), [files], (session, [paths]) =>
        session.rows(
          sql`SELECT ${columns} FROM ${deliveredParquet('recommendations', paths!)} WHERE granularity = ${literal(granularity)}`,
        ),
      )
    },

    async alerts(work, catalog, appId, runs, range) {
      const segments = segmentsWith(catalog.files[appId]?.alerts ?? [], runs, range)
      if (segments.length === 0) return []
      const created = range
        ? sql` AND created_at::DATE BETWEEN ${date(range.start)} AND ${date(range.end)}`
        : sql``
      return session(work, alertsCost(segments), [segments], (session, [paths]) =>
        session.rows<StoredAlert>(
          sql`FROM ${deliveredParquet('alerts', paths!)} WHERE run_id IN (${numbers(runs.map(run => run.run_id))})${created}`,
        ),
      )
    },

    identityTotals: (work, catalog, run) =>
      perIdentity(
        work,
        catalog,
        run,
        source => totalsSql(recentDays(run), source, asText),
        plainTotals,
      ),

    latestDays: async (work, catalog, run, through) =>
      await foldLatestDays(
        through,
        await perIdentity(
          work,
          catalog,
          run,
          source => latestDaysSql(through, source, asText),
          plainLatestDay,
        ),
      ),

    async snapshotDsis(work, catalog, app, runs) {
      const segments = withoutSpan(catalog.files[app.app_id]?.snapshots)
      if (segments.length === 0 || runs.length === 0) return dsisOf(app, runs, [])
      const rows = await session(work, snapshotDsisCost(segments), [segments], (session, [paths]) =>
        session.rows<{ dsi: number }>(
          sql`SELECT DISTINCT dsi FROM ${parquet(paths!)} WHERE run_id IN (${numbers(runs.map(run => run.run_id))})`,
        ),
      )
      return dsisOf(app, runs, rows)
    },

    withReportGroups: (work, catalog, query, use) => {
      const files = catalog.files[query.app.app_id]
      const facts = query.run?.facts
      const needed = [some(facts), some(files?.identities)]
      return session(work, reportCost(query, files), needed, (session, [facts, identities]) =>
        use(
          session,
          reportGroups(query, { facts: anyParquet(facts!), identities: anyParquet(identities!) }),
        ),
      )
    },

    withSnapshotGroups: (work, catalog, query, use) => {
      const files = catalog.files[query.app.app_id]
      const segments = segmentsWith(files?.snapshots ?? [], query.runs, query.range)
      const needed = [segments, some(files?.identities)]
      return session(
        work,
        snapshotCost(query, segments, files),
        needed,
        (session, [paths, identities]) => {
          const earlier = paths!.filter((_, index) => segments[index]!.span === undefined)
          const sources = {
            snapshots: anyParquet(paths!),
            earlier: anyParquet(earlier),
            identities: anyParquet(identities!),
          }
          return use(session, snapshotGroups(query, sources, snapshotsFrom(catalog, query)))
        },
      )
    },

    metrics: () => encoder.metrics(),

    async close() {
      await encoder.close()
    },
  }
}

function asText(value: Sql): Sql {
  return sql`CAST(${value} AS VARCHAR)`
}

/** DSIs that the runs list, and those found in segments of earlier versions. */
export function dsisOf(
  app: App,
  runs: readonly Run[],
  fromSegments: readonly { dsi: number }[],
): number[] {
  const listed = runs.flatMap(run => (run.snapshots ?? []).flatMap(from => from.dsi_values))
  const captured = new Set([...listed, ...fromSegments.map(({ dsi }) => dsi)])
  return app.dsi_values.filter(dsi => captured.has(dsi))
}

export function withoutSpan(segments: readonly Segment[] = []): Segment[] {
  return segments.filter(({ span }) => span === undefined)
}

export function some<File extends Pick<Segment, 'file'>>(file: File | undefined): File[] {
  return file === undefined ? [] : [file]
}

const MAX_READS = 3

async function repeatIfLost<Result>(read: () => Promise<Result>): Promise<Result> {
  for (let reads = 1; ; reads++) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof CopyLost) || reads === MAX_READS) throw error
    }
  }
}

/** Holds several kinds of files while `use` runs. */
export async function holdFiles<Result>(
  local: LocalFiles,
  needed: readonly (readonly DataFile[])[],
  signal: AbortSignal,
  use: (paths: readonly (readonly string[])[]) => Promise<Result>,
): Promise<Result> {
  return await local.during(needed.flat(), signal, paths => {
    const remaining = [...paths]
    return use(needed.map(({ length }) => remaining.splice(0, length)))
  })
}

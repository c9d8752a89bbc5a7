import {
  alertRows,
  factRows,
  identityRows,
  recommendationRows,
  snapshotRows,
} from '../../../../../server/imports/load/row-queries.ts'
import type {
  DeliveryWriter,
  ImportDestination,
  ImportScope,
  OpenDestination,
} from '../../../../../server/imports/import-destination.ts'
import type { Workspace } from '../../../../../server/imports/workspace.ts'
import { appsOfFiles } from '../../../../../server/core/model/catalog-document.ts'
import { type Catalog, dataFiles, type Segment } from '../../../../../server/core/model/catalog.ts'
import type { Sql } from '../../../../../server/core/model/sql.ts'
import { IDENTITY_TYPES, relation, type Row } from './memory-rows.ts'
import type { Memory } from './memory-store.ts'
import { makeFolder, removeFolder } from '../../../../support/temporary-folder.ts'

/** Readers of an earlier catalog may use a retired file for this long, ms. */
const READERS_MS = 30 * 60_000

/** The memory as imports see it. Apps and runs are locked one by one. */
export function memoryDestination(memory: Memory, dataDir: string): ImportDestination {
  const locks = new Map<string, Promise<void>>()
  return {
    async opened(print, work) {
      const scratch = makeFolder('import', dataDir)
      let release = (): void => undefined
      const lock = async ({ apps, runs }: ImportScope): Promise<void> => {
        const names = [...apps.map(app => `app ${app}`), ...runs.map(run => `run ${run}`)]
        const held = () => names.map(name => locks.get(name)).find(over => over !== undefined)
        if (held()) print('Waiting for another import to finish')
        while (held()) await held()
        const over = new Promise<void>(resolve => (release = resolve))
        for (const name of names) locks.set(name, over)
        void over.then(() => names.forEach(name => locks.delete(name)))
      }
      try {
        return await work(openPlace(memory, scratch, lock))
      } finally {
        release()
        await removeFolder(scratch)
      }
    },
  }
}

function openPlace(
  memory: Memory,
  scratch: string,
  lock: (scope: ImportScope) => Promise<void>,
): OpenDestination {
  const written: string[] = []
  let previous: Catalog
  let apps: ReadonlySet<number>
  let at: Date
  return {
    scratch,
    directories: [scratch],
    async lock(scope, now) {
      await lock(scope)
      at = now
      apps = new Set(scope.apps)
      previous = memory.catalog
      return structuredClone(previous)
    },
    identities: async (_workspace, _appId, stored) =>
      relation(memory.segments.get(stored.file)!, IDENTITY_TYPES),
    async takenIds(_workspace, catalog, table) {
      const [id, segments] =
        table === 'recommendations'
          ? ['recommendation_id', catalog.runs.flatMap(run => run.recommendations ?? [])]
          : ['alert_id', Object.values(catalog.files).flatMap(files => files.alerts)]
      const rows = segments.flatMap(({ file }) =>
        memory.segments.get(file)!.map(row => ({ id: row[id] })),
      )
      return relation(rows, { id: 'BIGINT' })
    },
    stored: () => Promise.reject(new Error('a memory has no files')),
    records: async () => ({ keys: [], users: [], audit: [] }),
    writer: workspace => memoryWriter(memory, workspace, written),
    async publish(next) {
      const merged = mergedCatalog({ previous, next, current: memory.catalog, apps })
      const [named, erased] = [dataFiles(merged), new Set(next.erased?.map(app => app.app_id))]
      for (const [file, app] of appsOfFiles(memory.catalog))
        if (!named.has(file)) memory.retired.push({ file, app, since: at })
      const isUnused = ({ app, since }: Memory['retired'][number]): boolean =>
        erased.has(app) || at.getTime() - since.getTime() > READERS_MS
      const unused = memory.retired.filter(isUnused).map(({ file }) => file)
      memory.retired = memory.retired.filter(one => !isUnused(one))
      memory.catalog = merged
      for (const file of unused) memory.segments.delete(file)
      written.length = 0
      return merged.version
    },
    async abandoned() {
      for (const file of written) memory.segments.delete(file)
    },
  }
}

interface Merge {
  /** What `lock` answered, what the import made of it, and what others have published by now. */
  previous: Catalog
  next: Catalog
  current: Catalog
  apps: ReadonlySet<number>
}

function mergedCatalog({ previous, next, current, apps }: Merge): Catalog {
  const ofApps = <Of extends { app_id: number }>(
    now: readonly Of[],
    changed: readonly Of[],
    idOf: (row: Of) => number,
  ): Of[] =>
    [
      ...now.filter(row => !apps.has(row.app_id)),
      ...changed.filter(row => apps.has(row.app_id)),
    ].sort((one, other) => idOf(one) - idOf(other))
  const files = { ...current.files }
  for (const app of apps) {
    delete files[app]
    if (next.files[app]) files[app] = next.files[app]
  }
  const nameBefore = new Map(previous.companies.map(row => [row.company_id, row.name]))
  const nameNow = new Map(current.companies.map(row => [row.company_id, row.name]))
  const differing = differences(previous.companies, next.companies, row => row.company_id)
  return {
    ...next,
    version: current.version + 1,
    // A company that this import only touches keeps the name that a concurrent import gave it.
    companies: differing(current.companies).map(row =>
      row.name === nameBefore.get(row.company_id)
        ? { ...row, name: nameNow.get(row.company_id) ?? row.name }
        : row,
    ),
    networks: differences(previous.networks, next.networks, row => row.network)(current.networks),
    apps: ofApps(current.apps, next.apps, row => row.app_id),
    app_access: ofApps(current.app_access, next.app_access, row => row.company_id),
    bet_lookbacks: ofApps(current.bet_lookbacks, next.bet_lookbacks, row => row.app_id),
    runs: ofApps(current.runs, next.runs, row => row.run_id),
    files,
  }
}

/** Does to other rows what made `after` of `before`. */
function differences<Of>(
  before: readonly Of[],
  after: readonly Of[],
  keyOf: (row: Of) => number | string,
): (rows: readonly Of[]) => Of[] {
  const [known, left] = [before, after].map(
    rows => new Map(rows.map(row => [keyOf(row), row])),
  ) as [Map<unknown, Of>, Map<unknown, Of>]
  return rows => {
    const merged = new Map(rows.map(row => [keyOf(row), row]))
    for (const [key, row] of left)
      if (JSON.stringify(row) !== JSON.stringify(known.get(key))) merged.set(key as never, row)
    for (const key of known.keys()) if (!left.has(key)) merged.delete(key as never)
    return [...merged.values()]
  }
}

let segments = 0

function memoryWriter(memory: Memory, workspace: Workspace, written: string[]): DeliveryWriter {
  const put = (rows: readonly Row[]): Segment => {
    const file = `segment-${++segments}`
    memory.segments.set(file, rows)
    written.push(file)
    return { file, rows: rows.length }
  }
  const append = async (stored: Segment[], delivered: Sql): Promise<Segment[]> => {
    const rows = await workspace.rows(delivered)
    return rows.length === 0 ? stored : [...stored, put(rows)]
  }
  const isOf = (runs: readonly number[]) => (row: Row) => runs.includes(Number(row['run_id']))
  const count = (segment: Segment, runs: readonly number[]): number =>
    memory.segments.get(segment.file)!.filter(isOf(runs)).length
  return {
    prepare: async () => undefined,
    identities: async appId => put(await workspace.rows(identityRows(appId))),
    async facts(run, dsis) {
      const facts = await factRows(workspace, run, dsis)
      if (facts === undefined) return undefined
      const { first: first_install_date, last: last_install_date } = facts
      return {
        ...put(await workspace.rows(facts.query)),
        dsi_values: dsis.map(({ dsi }) => dsi),
        first_install_date,
        last_install_date,
      }
    },
    recommendations: async runId => (await append([], recommendationRows(runId)))[0],
    snapshots: (appId, stored) => append(stored, snapshotRows(appId)),
    alerts: (appId, stored) => append(stored, alertRows(appId)),
    async countRows(_table, _appId, stored, runs) {
      return stored.map(segment => ({ segment, rows: count(segment, runs) }))
    },
    async without(_table, _appId, stored, runs) {
      return stored.flatMap(segment => {
        if (count(segment, runs) === 0) return [segment]
        const left = memory.segments.get(segment.file)!.filter(row => !isOf(runs)(row))
        return left.length === 0 ? [] : [put(left)]
      })
    },
    sync: async () => undefined,
  }
}

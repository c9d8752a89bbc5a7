import type { RunRows } from '../../../imports/import-destination.ts'
import type { Catalog, Segment } from '../../../core/model/catalog.ts'
import { sql } from '../../../core/model/sql.ts'
import { mapAtOnce } from '../../../core/runtime/at-once.ts'
import type { Statements } from '../../records/records.ts'
import type { DataFile } from './parquet-groups.ts'

/** Name of an import's segment, numbered from 0. The table is followed by letters only, as in earlier versions. */
export function segmentName(table: RunRows, appId: number, number: number): string {
  let letters = ''
  for (let remaining = number; remaining > 0; remaining = Math.floor((remaining - 1) / 26))
    letters = String.fromCharCode(97 + ((remaining - 1) % 26)) + letters
  return `${table}${letters}-${appId}`
}

/** Table and app or run of a data file's name; undefined for other names. */
export function heldBy(file: string): Omit<Held, 'app'> | undefined {
  const [, table, id] =
    /\/(identities(?=-)|recommendations(?=-)|facts(?=-)|snapshots|alerts)[a-z]*-(\d{1,16})\.parquet$/.exec(
      file,
    ) ?? []
  return table === undefined ? undefined : { table: table as Held['table'], id: Number(id) }
}

export function isOfRun(table: Held['table'] | undefined): boolean {
  return table === 'facts' || table === 'recommendations'
}

/** Finds the app of a data file by its name. */
export async function appsByName(
  records: Pick<Statements, 'read'>,
): Promise<(file: string) => number | undefined> {
  const rows = await records.read(sql`SELECT run_id, app_id FROM catalog_runs`)
  const runs = new Map(rows.map(row => [Number(row['run_id']), Number(row['app_id'])]))
  return file => {
    const { table, id = NaN } = heldBy(file) ?? {}
    return table === undefined || isOfRun(table) ? runs.get(id) : id
  }
}

export interface Held {
  table: 'identities' | 'snapshots' | 'alerts' | 'recommendations' | 'facts'
  /** The run of recommendations and facts, the app of other tables. */
  id: number
  app: number
}

/** Replaces every file entry of a catalog, 8 in parallel by default. */
export async function mapFiles(
  catalog: Catalog,
  change: <Part extends DataFile>(part: Part, held: Held) => Promise<Part>,
  atOnce?: number,
): Promise<Catalog> {
  const next = structuredClone(catalog)
  const changes: (() => Promise<void>)[] = []
  const put = <Part extends DataFile>(
    part: Part | undefined,
    held: Held,
    into: (part: Part) => void,
  ): void => {
    if (part !== undefined) changes.push(async () => into(await change(part, held)))
  }
  for (const [app, files] of Object.entries(next.files)) {
    const id = Number(app)
    put(files.identities, { table: 'identities', id, app: id }, part => (files.identities = part))
    for (const table of ['snapshots', 'alerts'] as const) {
      files[table].forEach((part: Segment, index) =>
        put(part, { table, id, app: id }, part => (files[table][index] = part)),
      )
    }
  }
  for (const run of next.runs) {
    const { run_id: id, app_id: app } = run
    put(
      run.recommendations,
      { table: 'recommendations', id, app },
      part => (run.recommendations = part),
    )
    put(run.facts, { table: 'facts', id, app }, part => (run.facts = part))
  }
  await mapAtOnce(changes, change => change(), atOnce)
  return next
}

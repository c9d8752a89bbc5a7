import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Print } from '../../delivery/progress.ts'
import { keptRuns, newStamp } from '../../delivery/load/next-catalog.ts'
import { Workspace } from '../../delivery/workspace.ts'
import { EMPTY_CATALOG, type App, type BetLookback, type Catalog, type Run, type Segment } from '../../model/catalog.ts'
import { FILES_OF_FOLDER } from '../../model/catalog-document.ts'
import { newId } from '../../model/identities.ts'
import { readPath, sql } from '../../model/sql.ts'
import { type FileNotes, readNotes, sealed } from '../common/stored-files.ts'
import { withScratch } from '../common/write-files.ts'
import { readStoredRecords } from './check-records.ts'
import { whenMissing } from './data-folder.ts'
import { DELIVERIES, UNPUBLISHED } from './trash.ts'

interface NotedFile extends Segment {
  folder: number
  notes: FileNotes
}

/** Rebuilds the catalog from data files' notes, without anybody's access. Null if no file has notes; `skipped` lists files without. */
export async function rebuildCatalog(dataDir: string, print: Print, now: Date): Promise<{ catalog: Catalog | null; skipped: string[] }> {
  const names = (await dataFilesOf(dataDir)).sort()
  const skipped: string[] = []
  const files: NotedFile[] = []
  await mkdir(dataDir, { recursive: true })
  await withScratch(dataDir, newId(), async scratch => {
    const workspace = await Workspace.open(scratch, { threads: 1, memory: '256MB' })
    try {
      for (const [index, file] of names.entries()) {
        print(`Read ${index + 1} of ${names.length} files`, true)
        const noted = await read(workspace, dataDir, file).catch(() => null)
        if (noted === null) skipped.push(file)
        else files.push(noted)
      }
    } finally {
      workspace.close()
    }
  })
  if (files.length === 0) return { catalog: null, skipped }
  files.sort((one, other) => one.folder - other.folder)
  return { catalog: await assemble(dataDir, files, now), skipped }
}

async function dataFilesOf(dataDir: string): Promise<string[]> {
  const found: string[] = []
  for (const folder of await readdir(join(dataDir, DELIVERIES)).catch(whenMissing<string[]>([]))) {
    const names = await readdir(join(dataDir, DELIVERIES, folder)).catch((): string[] => [])
    if (names.includes(UNPUBLISHED)) continue
    found.push(...names.map(name => `${DELIVERIES}/${folder}/${name}`))
  }
  return found.filter(file => FILES_OF_FOLDER.test(file))
}

async function read(workspace: Workspace, dataDir: string, file: string): Promise<NotedFile | null> {
  const path = join(dataDir, file)
  const [notes] = (await readNotes(workspace, [path])).values()
  if (notes === undefined || !isOfRun(notes)) return null
  const { rows } = await workspace.counts(sql`SELECT num_rows AS rows FROM parquet_file_metadata(${readPath(path)})`)
  const { bytes, sha256 } = await sealed(path)
  return { file, rows: rows!, bytes, sha256, folder: Number(file.split('/')[1]), notes }
}

/** Facts and recommendations belong to a run that their notes describe. */
function isOfRun({ table, holds, runs, facts }: FileNotes): boolean {
  if (table !== 'facts' && table !== 'recommendations') return true
  return runs.some(run => run.run_id === holds[0]) && (table === 'recommendations' || facts !== undefined)
}

async function assemble(dataDir: string, files: readonly NotedFile[], now: Date): Promise<Catalog> {
  const version = Math.max(...files.map(({ folder }) => folder))
  const stamp = newStamp(version)
  const apps = new Map<number, App>()
  const lookbacks = new Map<number, BetLookback[]>()
  const networks = new Map<string, Catalog['networks'][number]>()
  const runs = new Map<number, Run>()
  for (const { notes } of files) {
    apps.set(notes.app.app_id, { ...notes.app, version: stamp })
    lookbacks.set(notes.app.app_id, notes.bet_lookbacks)
    for (const network of notes.networks ?? []) networks.set(network.network, network)
    for (const run of notes.runs) runs.set(run.run_id, { ...run, version: stamp })
  }
  const stored: Catalog['files'] = {}
  const filesOf = (app: number) => (stored[app] ??= { snapshots: [], alerts: [] })
  for (const noted of files) {
    const { notes, folder: _, ...file } = noted
    const { replaces: _replaces, ...bounds } = notes.segment ?? { replaces: [] }
    const segment = { ...file, ...bounds }
    if (notes.events !== undefined) filesOf(notes.app.app_id).events = notes.events
    if (notes.budgets !== undefined) filesOf(notes.app.app_id).budgets = notes.budgets
    const run = runs.get(notes.holds[0] ?? -1)
    if (notes.table === 'identities') filesOf(notes.app.app_id).identities = { ...segment, version: stamp }
    else if (notes.table === 'facts') run!.facts = { ...segment, ...notes.facts! }
    else if (notes.table === 'recommendations') run!.recommendations = segment
    else if (!isSuperseded(noted, files)) filesOf(notes.app.app_id)[notes.table].push(segment)
  }
  const kept = keptRuns([...runs.values()], new Set())
  for (const run of runs.values()) if (!kept.has(run.run_id)) delete run.facts
  return {
    ...EMPTY_CATALOG,
    version,
    imported_at: now.toISOString(),
    companies: await companiesOf(dataDir, stamp),
    apps: [...apps.values()].sort((one, other) => one.app_id - other.app_id),
    bet_lookbacks: [...lookbacks.values()].flat(),
    networks: [...networks.values()],
    runs: [...runs.values()].sort((one, other) => one.run_id - other.run_id),
    files: stored,
  }
}

/** A merge or pruning replaced this segment. Files of earlier versions do not say which: they hold the same runs. */
function isSuperseded({ file, folder, notes }: NotedFile, files: readonly NotedFile[]): boolean {
  const own = new Set(notes.holds)
  return files.some(
    other =>
      other.folder > folder &&
      other.file !== file &&
      other.notes.table === notes.table &&
      other.notes.app.app_id === notes.app.app_id &&
      (other.notes.segment ? other.notes.segment.replaces.includes(file) : other.notes.holds.some(run => own.has(run))),
  )
}

/** Companies of keys and users. Data files hold no names, so removing a company removes its name. */
async function companiesOf(dataDir: string, version: string): Promise<Catalog['companies']> {
  const ids = new Set<number>()
  for await (const { opened } of readStoredRecords(dataDir)) {
    const id = 'problem' in opened ? undefined : (opened.record as { company_id?: unknown }).company_id
    if (typeof id === 'number') ids.add(id)
  }
  return [...ids].sort((one, other) => one - other).map(id => ({ company_id: id, name: `Company ${id}`, version }))
}

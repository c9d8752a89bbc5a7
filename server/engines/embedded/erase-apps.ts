import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ErasedFiles } from '../../delivery/place.ts'
import { Workspace } from '../../delivery/workspace.ts'
import { clearSpoolFolder } from '../../files/spool-folder.ts'
import { dataFiles, type Catalog } from '../../model/catalog.ts'
import { type FileNotes, heldBy, readNotes } from '../common/stored-files.ts'
import { CATALOG_FILE, KEPT_CATALOGS, keptCatalogs, readKeptCatalog } from './catalog-file.ts'
import { claimFolder, whenMissing } from './data-folder.ts'
import { DELIVERIES, eraseFromTrash, filesInTrash, UNPUBLISHED } from './trash.ts'

interface Erasure {
  dataDir: string
  scratch: string
  previous: Catalog
  published: Catalog
  apps: ReadonlySet<number>
}

/**
 * Deletes every byte of some apps: built files, earlier catalogs, trash, and data files, named ones last, so that the next import notices
 * an interruption. Files that do not name their app stay and are listed.
 */
export async function eraseApps({ dataDir, scratch, previous, published, apps }: Erasure): Promise<ErasedFiles> {
  const deleted = { files: 0, bytes: 0 }
  const remove = async (file: string): Promise<void> => {
    const size = (await stat(join(dataDir, file)).catch(whenMissing(null)))?.size
    if (size === undefined) return
    await rm(join(dataDir, file))
    deleted.files++
    deleted.bytes += size
  }
  for (const name of await readdir(dataDir)) {
    if (!/^spool(-.+)?$/.test(name)) continue
    const { files, bytes } = await clearSpoolFolder(join(dataDir, name))
    deleted.files += files
    deleted.bytes += bytes
  }
  for (const file of await spilled(dataDir)) await remove(file)

  const kept = await keptCatalogs(dataDir)
  const catalogs = [previous, published, ...(await Promise.all(kept.map(({ file }) => readKeptCatalog(dataDir, file).catch(() => null))))]
  const runs = runsByOwner(
    catalogs.filter(catalog => catalog !== null),
    apps,
  )
  const named = dataFiles(published)
  const stored = (await filesBelow(dataDir, DELIVERIES)).filter(file => !named.has(file) && !file.endsWith(`/${UNPUBLISHED}`))
  const trashed = await filesInTrash(dataDir)
  const notes = await notesOf(dataDir, scratch, [...stored, ...trashed])
  const ownerOf = (path: string, name = path): 'apps' | 'others' | undefined => findApp(name, notes.get(path), apps, runs)

  for (const { file, version } of kept) if (version !== published.version) await remove(file)
  for (const file of [`${CATALOG_FILE}.new`, ...(await filesBelow(dataDir, KEPT_CATALOGS)).filter(name => name.endsWith('.new'))])
    await remove(file)
  const sizes = new Map(await Promise.all(trashed.map(async file => [file, (await stat(join(dataDir, file))).size] as const)))
  for (const file of await eraseFromTrash(dataDir, apps, (name, path) => ownerOf(path, name) === 'others')) {
    deleted.files++
    deleted.bytes += sizes.get(file) ?? 0
  }

  const retired = new Map(published.retired.map(({ file, app_id: app }) => [file, app]))
  const unknown: string[] = []
  for (const file of stored) {
    const app = retired.get(file)
    const owner = app === undefined ? ownerOf(file) : apps.has(app) ? 'apps' : 'others'
    if (owner === 'apps' || (owner === undefined && retired.has(file))) await remove(file)
    else if (owner === undefined) unknown.push(file)
  }
  return { deleted, unknown }
}

/** By its notes, or by an app's or run's id in its name. */
function findApp(
  file: string,
  notes: FileNotes | undefined,
  apps: ReadonlySet<number>,
  runs: { apps: ReadonlySet<number>; others: ReadonlySet<number> },
): 'apps' | 'others' | undefined {
  if (notes !== undefined) return apps.has(notes.app.app_id) ? 'apps' : 'others'
  const { table, id = NaN } = heldBy(file) ?? {}
  if (table === 'identities' || table === 'snapshots' || table === 'alerts') return apps.has(id) ? 'apps' : 'others'
  return runs.apps.has(id) ? 'apps' : runs.others.has(id) ? 'others' : undefined
}

function runsByOwner(catalogs: readonly Catalog[], apps: ReadonlySet<number>) {
  const owned = { apps: new Set<number>(), others: new Set<number>() }
  for (const { runs } of catalogs) for (const run of runs) owned[apps.has(run.app_id) ? 'apps' : 'others'].add(run.run_id)
  return owned
}

/** Earlier versions' files and damaged ones have none. */
async function notesOf(dataDir: string, scratch: string, files: readonly string[]): Promise<Map<string, FileNotes>> {
  const found = new Map<string, FileNotes>()
  const paths = files.filter(file => file.endsWith('.parquet'))
  if (paths.length === 0) return found
  const workspace = await Workspace.open(scratch, { threads: 1, memory: '256MB' })
  try {
    for (const file of paths) {
      const notes = await readNotes(workspace, [join(dataDir, file)]).catch(() => new Map<string, FileNotes>())
      for (const one of notes.values()) found.set(file, one)
    }
  } finally {
    workspace.close()
  }
  return found
}

/** A running service deletes its own. */
async function spilled(dataDir: string): Promise<string[]> {
  const claim = await claimFolder(dataDir).catch(() => null)
  if (claim === null) return []
  try {
    return await filesBelow(dataDir, 'spill')
  } finally {
    claim.release()
  }
}

async function filesBelow(dataDir: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(whenMissing([]))
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name).slice(join(dataDir, '/').length))
}

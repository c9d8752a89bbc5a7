import { copyFile, mkdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findRevoked, type Revocation } from '../../access/reactivated.ts'
import type { AuditEntry } from '../../access/audit.ts'
import type { Print } from '../../delivery/progress.ts'
import { dataFiles, dataParts, EMPTY_CATALOG, type Catalog } from '../../model/catalog.ts'
import { appsOfFiles, retire } from '../../model/catalog-document.ts'
import type { DataFile } from '../common/parquet-groups.ts'
import { CATALOG_FILE, writeCatalog } from './catalog-file.ts'
import { fileAuditLog } from './audit-log.ts'
import { foreignNames } from './foreign-names.ts'
import { syncFile, whenMissing } from './data-folder.ts'
import { rebuildCatalog } from './rebuild-catalog.ts'
import { FileStates, loadCatalog, loadKeptCatalogs, type StoredCatalog } from './store-state.ts'
import { moveToTrash } from './trash.ts'

/**
 * Repairs a store that no service uses, under the caller's lock: restores damaged files from the trash; else returns to the newest intact
 * kept catalog; else rebuilds the catalog from data files. Replaced files move to the trash. Returns its actions, a sentence each.
 */
export async function repairStore(dataDir: string, print: Print, now: Date): Promise<string[]> {
  const current = await loadCatalog(dataDir)
  const kept = await loadKeptCatalogs(dataDir)
  const readable = [current, ...kept].filter(isReadable).sort((one, other) => other.catalog.version - one.catalog.version)
  const newest = readable[0]
  if (current.problem === 'is missing' && kept.length === 0 && (await hasOnlyRefusals(dataDir))) {
    await writeCatalog(dataDir, EMPTY_CATALOG)
    return ['Wrote an empty catalog: the audit log has no import that loaded data, and nothing else is here.']
  }
  if (newest === undefined) return await rebuild(dataDir, { current, kept, print, now })

  const states = new FileStates(dataDir, print)
  states.expect(dataParts(newest.catalog))
  let chosen: (typeof readable)[number] | undefined
  for (const one of readable.filter(({ catalog }) => catalog === newest.catalog || catalog.runs.length > 0)) {
    chosen = (await states.isWhole(one.catalog)) ? one : undefined
    if (chosen !== undefined) break
  }
  const told: string[] = []
  // Without an intact catalog the newest one serves what it can; the rest is 503.
  const { catalog } = chosen ?? newest
  told.push(...(await takeBack(dataDir, catalog, states, now)))
  if (chosen === undefined) told.push(...(await describeLost(newest.catalog, states)))

  const highest = Math.max(...[current, ...kept].map(one => one.version ?? 0))
  const isInForce = catalog === current.catalog && highest === catalog.version
  const damagedCopies = kept.filter(
    one => one.catalog === null || (isInForce && one.version === catalog.version && one.text !== current.text),
  )
  if (!isInForce) {
    for (const part of dataParts(newest.catalog)) {
      if ((await states.of(part)).problem !== null && !dataFiles(catalog).has(part.file))
        await moveAside(dataDir, part, appsOfFiles(newest.catalog).get(part.file), now)
    }
    const { next, note } = withRights(catalog, newest.catalog, await revocations(dataDir, newest.catalog.imported_at))
    await keepAside(dataDir, current, now)
    const retired = retire(newest.catalog, next, now)
    await writeCatalog(dataDir, { ...next, version: highest + 1, retired })
    told.push(describeReturn(current, chosen ?? newest, newest.catalog, highest + 1), ...note)
  }
  const superseded = isInForce
    ? damagedCopies
    : [...damagedCopies, ...kept.filter(one => one.catalog !== null && one.version > catalog.version)]
  await moveToTrash(dataDir, superseded, now)
  if (superseded.length > 0) told.push(`Moved to the trash: ${superseded.map(({ file }) => file).join(', ')}.`)
  if (isInForce && kept.every(one => one.version !== catalog.version || superseded.includes(one))) {
    await writeCatalog(dataDir, catalog)
    told.push('Kept a new copy of the catalog in catalogs/.')
  }
  return told
}

/** Version 1.1 logged refused imports before the catalog existed. */
async function hasOnlyRefusals(dataDir: string): Promise<boolean> {
  if ((await foreignNames(dataDir)).some(name => name !== 'audit')) return false
  for await (const { action } of fileAuditLog(join(dataDir, 'audit')).entries()) if (action !== 'import.refused') return false
  return true
}

type Readable = StoredCatalog & { catalog: Catalog }

function isReadable(one: StoredCatalog): one is Readable {
  return one.catalog !== null
}

async function takeBack(dataDir: string, catalog: Catalog, states: FileStates, now: Date): Promise<string[]> {
  const told: string[] = []
  const apps = appsOfFiles(catalog)
  for (const part of dataParts(catalog)) {
    const { problem, copy } = await states.of(part)
    if (copy === undefined) continue
    await moveAside(dataDir, part, apps.get(part.file), now)
    const path = join(dataDir, part.file)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await rename(join(dataDir, copy), path)
    await syncFile(dirname(path))
    told.push(`Restored ${part.file} from the trash: it ${problem}.`)
  }
  return told
}

async function moveAside(dataDir: string, { file }: DataFile, app: number | undefined, now: Date): Promise<void> {
  const isThere = await stat(join(dataDir, file)).then(() => true, whenMissing(false))
  if (isThere) await moveToTrash(dataDir, [{ file, ...(app !== undefined && { app_id: app }) }], now)
}

async function describeLost(catalog: Catalog, states: FileStates): Promise<string[]> {
  const lost: string[] = []
  for (const part of dataParts(catalog)) {
    const { problem, copy } = await states.of(part)
    if (problem !== null && copy === undefined) lost.push(part.file)
  }
  return [
    `Every kept catalog is damaged, and no copy is left of ${lost.join(', ')}. Requests that need these files get 503; all others work. Restore a backup.`,
  ]
}

function describeReturn(current: StoredCatalog, chosen: Readable, newest: Catalog, version: number): string {
  const why =
    current.catalog === null
      ? `${CATALOG_FILE} ${current.problem}`
      : chosen.catalog === newest
        ? `${CATALOG_FILE} is older than ${chosen.file}`
        : 'data files are damaged'
  const lost = newest.runs.filter(run => chosen.catalog.runs.every(one => one.run_id !== run.run_id)).map(run => run.run_id)
  const runs = lost.length === 0 ? 'no run is lost' : `runs ${lost.join(', ')} are lost: import them again`
  const from = `data version ${chosen.catalog.version}, imported ${chosen.catalog.imported_at}`
  return `Since ${why}, the store went back to ${chosen.file} (${from}), as version ${version}; ${runs}.`
}

/** Revocations after `since`, ISO 8601; the audit log knows more than a kept catalog. */
async function revocations(dataDir: string, since = ''): Promise<Revocation[]> {
  const entries: AuditEntry[] = []
  for await (const entry of fileAuditLog(join(dataDir, 'audit')).entries()) entries.push(entry)
  return findRevoked(entries).filter(({ at }) => at > since)
}

/** An earlier catalog with the newest rights, minus revocations in the audit log: a rollback must not reactivate access. */
function withRights(catalog: Catalog, newest: Catalog, revoked: readonly Revocation[]): { next: Catalog; note: string[] } {
  const ids = (kind: Revocation['kind']): Set<string> =>
    new Set(revoked.filter(one => one.kind === kind).map(({ id, companyId }) => (kind === 'access' ? `${companyId} ${id}` : id)))
  const [companies, access, runs] = [ids('company'), ids('access'), ids('run')]
  const apps = new Set(catalog.apps.map(app => app.app_id))
  const withdrawn = new Map(newest.runs.map(run => [run.run_id, run.withdrawn]))
  const next: Catalog = {
    ...catalog,
    companies: newest.companies.filter(company => !companies.has(String(company.company_id))),
    app_access: newest.app_access.filter(
      pair => apps.has(pair.app_id) && !companies.has(String(pair.company_id)) && !access.has(`${pair.company_id} ${pair.app_id}`),
    ),
    runs: catalog.runs.map(run => {
      const { withdrawn: before, ...rest } = run
      const known = withdrawn.has(run.run_id) ? withdrawn.get(run.run_id) : before
      const since = revoked.find(one => one.kind === 'run' && one.id === String(run.run_id))?.at
      const state = known ?? (runs.has(String(run.run_id)) ? { since: since! } : undefined)
      return state === undefined ? rest : { ...rest, withdrawn: state }
    }),
    ...(newest.erased && { erased: newest.erased }),
  }
  const added = catalog.app_access.length - next.app_access.length
  return { next, note: added > 0 ? ['Access that was revoked since then stays revoked.'] : [] }
}

async function keepAside(dataDir: string, current: StoredCatalog, now: Date): Promise<void> {
  if (current.text === null || current.catalog !== null) return
  const aside = `${CATALOG_FILE}.damaged`
  await copyFile(join(dataDir, CATALOG_FILE), join(dataDir, aside))
  await moveToTrash(dataDir, [{ file: aside }], now)
}

interface Rebuilding {
  current: StoredCatalog
  kept: readonly (StoredCatalog & { version: number })[]
  print: Print
  now: Date
}

async function rebuild(dataDir: string, { current, kept, print, now }: Rebuilding): Promise<string[]> {
  const { catalog, skipped } = await rebuildCatalog(dataDir, print, now)
  if (catalog === null) {
    if (current.text === null && kept.length === 0) return []
    throw new Error(
      `no catalog of DATA_DIR ${dataDir} can be read, and none can be rebuilt from its data files: ${describeSkipped(skipped)}. Restore a backup`,
    )
  }
  const highest = Math.max(catalog.version, ...kept.map(({ version }) => version))
  const { next } = withRights(catalog, catalog, await revocations(dataDir))
  await keepAside(dataDir, current, now)
  await moveToTrash(dataDir, kept, now)
  await writeCatalog(dataDir, { ...next, version: highest + 1 })
  return [
    `No catalog could be read, so it was rebuilt from the data files, as version ${highest + 1}: ${next.apps.length} apps, ${next.runs.length} runs.`,
    'Checksums were computed again, so earlier damage can no longer be detected.',
    'No company has access to any app: `access grant` gives it. The next delivery of `companies` restores company names.',
    ...(skipped.length > 0 ? [describeSkipped(skipped)] : []),
  ]
}

function describeSkipped(skipped: readonly string[]): string {
  return skipped.length === 0
    ? 'there are none'
    : `These files of earlier versions do not name their app and stay unread: ${skipped.join(', ')}`
}

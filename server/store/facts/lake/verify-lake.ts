import { FILES_OF_LAKE, rowFaults } from '../../../core/model/catalog-document.ts'
import { type Catalog, dataParts } from '../../../core/model/catalog.ts'
import { sql } from '../../../core/model/sql.ts'
import { StoreDamaged } from '../../../core/model/store.ts'
import { mapAtOnce } from '../../../core/runtime/at-once.ts'
import { FileStates } from '../common/file-states.ts'
import type { Verification, VerifyOptions } from '../common/storage.ts'
import { type Finding, note } from '../../../core/model/finding.ts'
import type { DataFile } from '../common/parquet-groups.ts'
import { findLeftovers, retiredFiles } from '../../records/import-notes.ts'
import { checkRows } from '../../records/read-catalog.ts'
import type { Database } from '../../records/mysql/mysql-database.ts'
import { leftovers } from '../database/leftovers.ts'
import { verifiedPieces } from './cache/fetch-whole.ts'
import { findFilesOf, IMPORT_ID, isNamed } from './file-names.ts'
import { type ListedObject, NotListable, type Objects } from './objects/objects.ts'
import type { HeldConnection } from '../../records/mysql/mysql-connection.ts'
import { DAY_MS } from '../../../core/model/dates.ts'

const RESTORE =
  'Put an intact copy in its place, from a version or a replica that the object storage keeps. Or deliver the data again: `admin runs withdraw` ' +
  'withdraws a damaged run until a newer one is delivered.'

/** Apps in the catalog or of a dead import. */
const APPS = sql`SELECT app_id FROM catalog_apps UNION SELECT app_id FROM import_runs`

export interface VerifiedLake {
  database: Database
  objects: Objects
}

/** Verifies catalog rows and every listed object; with `list` also finds unreferenced objects, which `repair` removes. */
export async function verifyLake(
  { database, objects }: VerifiedLake,
  { repair, print, list = false }: VerifyOptions,
  now: Date = new Date(),
): Promise<Verification> {
  // Before reading the catalog: see `findUnnamed`.
  const listed = list ? await listAll(objects, repair) : undefined
  const { catalog, findings, dead, owners } = await database.transaction(
    async held => {
      const checked = await checkRows(held, rowFaults(FILES_OF_LAKE))
      const apps = (await held.read(APPS)).map(row => Number(row['app_id']))
      checked.findings.push(...(await leftovers(held, [], checked.catalog)))
      const dead = (await findLeftovers(held, apps)).filter(leftovers =>
        IMPORT_ID.test(leftovers.owner),
      )
      return {
        ...checked,
        dead,
        owners: await readOwners(held),
      }
    },
    { readOnly: true, latest: true },
  )
  // The files of an unreadable row are unknown, so nothing is removed.
  const isReadable = catalog !== null && findings.every(({ kind }) => kind !== 'damage')
  if (catalog === null) return { version: null, files: 0, bytes: 0, findings, repaired: [] }
  if (repair && !list) print(NOT_HERE)
  const states = new FileStates(part => problemOf(objects, part), print)
  const parts = dataParts(catalog).sort((a, b) => (a.file < b.file ? -1 : 1))
  states.expect(parts)
  findings.push(...(await states.damages(parts, RESTORE)))
  const repaired: string[] = []
  if (listed instanceof NotListable)
    findings.push(note('the bucket', 'its objects could not be listed', listed.message))
  else if (listed === undefined || !isReadable) {
    const abandoned = (
      await Promise.all(dead.map(leftovers => findFilesOf(objects, leftovers)))
    ).flat()
    await mapAtOnce([...abandoned, ...owners.retired], async file => {
      if ((await objects.size(file)) !== undefined) findings.push(unusedNote(file))
    })
  } else {
    const unnamed = findUnnamed(listed, catalog, owners, now)
    if (repair) repaired.push(...(await removeUnnamed({ database, objects }, unnamed.removable)))
    const removed = new Set(repaired.map(line => line.split(' ')[1]))
    findings.push(...unnamed.findings.filter(({ file }) => !removed.has(file)))
  }
  const { files, bytes } = states
  return { version: catalog.version, files, bytes, findings, repaired }
}

const NOT_HERE =
  'This command repairs no objects: put intact copies of damaged ones in their places. `admin lake verify --repair` removes unreferenced ones'

/** Without permission to list, the rest is still verified; a repair must fail. */
async function listAll(objects: Objects, repair: boolean): Promise<ListedObject[] | NotListable> {
  const listed: ListedObject[] = []
  try {
    for await (const object of objects.list()) listed.push(object)
  } catch (error) {
    if (!(error instanceof NotListable) || repair) throw error
    return error
  }
  return listed.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Null for an intact object. An unreachable lake is not damage; it ends the check. */
async function problemOf(objects: Objects, part: DataFile): Promise<string | null> {
  try {
    for await (const _ of verifiedPieces(objects, part, new AbortController().signal));
    return null
  } catch (error) {
    if (!(error instanceof StoreDamaged)) throw error
    return error.message
  }
}

/** Imports end much earlier; a younger object may belong to a running one. */
const ORPHAN_AGE_MS = DAY_MS

/** Imports and readers that may need an object outside the catalog. */
interface Owners {
  retired: ReadonlySet<string>
  /** Import ids. */
  running: ReadonlySet<string>
  importIds: ReadonlySet<string>
}

async function readOwners(held: Pick<HeldConnection, 'read'>): Promise<Owners> {
  const retired = await retiredFiles(held)
  const running = await held.read(
    sql`SELECT DISTINCT owner FROM import_locks WHERE expires_at > UTC_TIMESTAMP(6)`,
  )
  const rows = await held.read(sql`SELECT DISTINCT owner FROM import_runs`)
  return {
    retired: new Set(retired.map(({ file }) => file)),
    running: new Set(running.map(row => String(row['owner']))),
    importIds: new Set(rows.map(row => String(row['owner']))),
  }
}

interface Unnamed {
  findings: Finding[]
  /** Unneeded data files and their checksums, old enough to delete. */
  removable: ListedObject[]
}

/** `listed` must be older than `catalog` and `owners`, so that objects published since are known. */
function findUnnamed(
  listed: readonly ListedObject[],
  catalog: Catalog,
  { retired, running, importIds }: Owners,
  now: Date,
): Unnamed {
  const named = new Set(dataParts(catalog).map(({ file }) => file))
  const findings: Finding[] = []
  const removable: ListedObject[] = []
  for (const object of listed) {
    const { name, bytes, at } = object
    const file = fileOfObject(name)
    if (named.has(file)) continue
    if (LOG.test(name)) {
      removable.push(object)
      findings.push(
        note(
          name,
          'belongs to an open table of version 1.2; this version does not update it',
          '`admin lake verify --repair` removes it.',
        ),
      )
      continue
    }
    if (!FILES_OF_LAKE.test(file)) {
      findings.push(
        note(name, 'is not named as uascope names its objects', 'Nothing reads or deletes it.'),
      )
      continue
    }
    const owner = file.split('/').at(-2)!
    if (running.has(owner)) continue
    if (retired.has(file)) {
      findings.push(unusedNote(name))
      continue
    }
    const what = importIds.has(owner) ? 'belongs to a dead import' : 'is not named by the catalog'
    const isOld = now.getTime() - at.getTime() >= ORPHAN_AGE_MS
    if (isOld) removable.push(object)
    findings.push(
      note(name, `${what} (${bytes} bytes, ${at.toISOString()})`, isOld ? REMOVE : YOUNG),
    )
  }
  return { findings, removable }
}

/** The log of a Delta table. */
const LOG = /^app-\d{1,16}\/[a-z_]+\/_delta_log\/[^/]+$/

const REMOVE =
  '`admin lake verify --repair` removes it. After restoring an older backup of the database, check first that this is the right one.'
const YOUNG = 'It is younger than a day and may belong to a running import.'

/** Checksums and incomplete copies belong to their data file. */
function fileOfObject(name: string): string {
  return name.replace(/(\.sums)?(\.part)?$/, '')
}

/** Checks each one again, since a restored database may list it by now. Returns what was done. */
async function removeUnnamed(
  { database, objects }: { database: Database; objects: Objects },
  removable: readonly ListedObject[],
): Promise<string[]> {
  const done: string[] = []
  await mapAtOnce(removable, async ({ name, bytes }) => {
    if (await isNamed(database, fileOfObject(name))) return
    await objects.delete(name)
    done.push(`Removed ${name} (${bytes} bytes)`)
  })
  return done.sort()
}

function unusedNote(file: string): Finding {
  return note(file, 'is unused', 'A future import of the app deletes it.')
}

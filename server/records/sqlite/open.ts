import { randomBytes } from 'node:crypto'
import { link, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from '../../model/sql.ts'
import { StoreDamaged } from '../../model/store.ts'
import { makePrivateFolder, syncFile, whenMissing } from '../../runtime/sync-file.ts'
import { type Held, RECORDS_FILE } from '../records.ts'
import { MIGRATIONS, upgrade } from '../schema.ts'
import { KeptCopies, keptCopies } from './copies.ts'
import { heldOn, SqliteRecords } from './sqlite-records.ts'
import { connect } from './driver.ts'

/** Maximum bytes of a file that is checked completely when opened; larger ones take seconds and are checked by `admin verify`. */
const CHECKED = 256 * 2 ** 20

const RECOVERY =
  'Check that DATA_DIR is the right folder, that its volume is mounted, and that no restore is half done. Otherwise restore a backup, or run ' +
  '`admin verify --repair`. Nothing was changed'

export interface OpenOptions {
  tell: (line: string) => void
  /** Names in DATA_DIR that only an existing store has: with these, a missing file is damage, not a new store. */
  signs: () => Promise<string[]>
  /** Fills new records atomically, for example from files of an earlier version. */
  fill?: (held: Held) => Promise<void>
}

/**
 * Opens the records of a data directory, and creates them in a new one.
 * @throws StoreDamaged if the file is missing beside other data, damaged, or older than a copy of it; an Error for the operator if a newer
 * version wrote it
 */
export async function openRecords(
  dataDir: string,
  { tell, signs, fill }: OpenOptions,
): Promise<{ records: SqliteRecords; copies: KeptCopies }> {
  const file = join(dataDir, RECORDS_FILE)
  const [newest] = await keptCopies(file)
  const state = await stat(file).catch(whenMissing(null))
  if (state === null || state.size === 0) {
    const found = newest === undefined ? await signs() : [dirname(newest.path)]
    const how = state === null ? 'is missing from' : 'is empty in'
    if (found.length > 0) throw damaged(`${RECORDS_FILE} ${how} DATA_DIR ${dataDir}, which has ${found.join(', ')}`)
    await create(file, fill)
  }
  const records = new SqliteRecords(file)
  try {
    if ((state?.size ?? 0) <= CHECKED) await requireWhole(records, dataDir)
    await bringUpToDate(records, dataDir)
    await requireSchema(records, dataDir)
    if (newest !== undefined && (await records.count()) < newest.change) {
      throw damaged(`${RECORDS_FILE} in DATA_DIR ${dataDir} is older than its copy ${newest.path}`)
    }
    // A service must start on a full disk.
    await records.reserve().catch(() => undefined)
    const copies = new KeptCopies(records, tell)
    records.changes = copies
    return { records, copies }
  } catch (error) {
    await records.close()
    throw error
  }
}

/** A damaged index would hide rows, which seals cannot detect. Takes 150 ms with 100,000 keys. */
async function requireWhole(records: SqliteRecords, dataDir: string): Promise<void> {
  const [row] = await records.read(sql`PRAGMA integrity_check(1)`)
  const problem = String(row!['integrity_check'])
  if (problem !== 'ok') throw damaged(`${RECORDS_FILE} in DATA_DIR ${dataDir} is damaged: ${problem}`)
}

/** A damaged or manipulated file may have other columns, or its own triggers. */
async function requireSchema(records: SqliteRecords, dataDir: string): Promise<void> {
  const schema = JSON.stringify(await records.read(SCHEMA))
  if (schema !== (await (expectedSchema ??= makeSchema())))
    throw damaged(`${RECORDS_FILE} in DATA_DIR ${dataDir} has a schema that differs from this version's`)
}

const SCHEMA = sql`SELECT type, name, sql FROM sqlite_schema ORDER BY type, name`
let expectedSchema: Promise<string> | undefined

async function makeSchema(): Promise<string> {
  const connection = connect(':memory:')
  for (const migration of MIGRATIONS) await upgrade(heldOn(connection), migration)
  const schema = JSON.stringify(connection.all(SCHEMA))
  connection.close()
  return schema
}

function damaged(how: string): StoreDamaged {
  return new StoreDamaged(RECORDS_FILE, `${how}. ${RECOVERY}`)
}

/** Writes under a temporary name, so that a kill leaves no partial file. One of several concurrent processes wins. */
async function create(file: string, fill?: OpenOptions['fill']): Promise<void> {
  await makePrivateFolder(dirname(file))
  const aside = `${file}.${randomBytes(6).toString('hex')}.new`
  try {
    await (await open(aside, 'wx', 0o600)).close()
    const records = new SqliteRecords(aside)
    try {
      await bringUpToDate(records, file)
      if (fill !== undefined) await records.transaction(fill)
    } finally {
      await records.close()
    }
    await syncFile(aside)
    // An empty file belongs to a process that ended while creating it.
    if ((await stat(file).catch(whenMissing(null)))?.size === 0) await rm(file)
    await link(aside, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await syncFile(dirname(file))
  } finally {
    for (const name of [aside, `${aside}-journal`]) await rm(name, { force: true })
  }
}

async function bringUpToDate(records: SqliteRecords, dataDir: string): Promise<void> {
  if ((await versionOf(records)) === MIGRATIONS.length) return
  const version = await versionOf(records)
  if (version > MIGRATIONS.length) {
    throw new Error(
      `DATA_DIR ${dataDir} was written by a newer version of uascope: its records have schema version ${version}, ` +
        `this version reads up to ${MIGRATIONS.length}. Start the newer version, or set DATA_DIR to another folder`,
    )
  }
  await records.changeSchema(async held => {
    const [row] = await held.read(sql`PRAGMA user_version`)
    for (const migration of MIGRATIONS.slice(Number(row!['user_version']))) await upgrade(held, migration)
    await held.run(sql`PRAGMA user_version = ${MIGRATIONS.length}`)
  })
}

async function versionOf(records: SqliteRecords): Promise<number> {
  const [row] = await records.read(sql`PRAGMA user_version`)
  return Number(row!['user_version'])
}

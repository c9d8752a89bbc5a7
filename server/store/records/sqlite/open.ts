import { randomBytes } from 'node:crypto'
import { link, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { existsSync, statfsSync } from 'node:fs'
import { sql } from '../../../core/model/sql.ts'
import { StoreDamaged } from '../../../core/model/store.ts'
import { makePrivateFolder, syncFile, whenMissing } from '../../../core/runtime/files.ts'
import { type Held, RECORDS_FILE } from '../records.ts'
import { MIGRATIONS, pending, SCHEMA_VERSION, upgrade } from '../schema.ts'
import { problemsOfPages } from './check-file.ts'
import { countCommit, lastCommit, problemOfLog } from './commits.ts'
import { deleteCopies, KeptCopies, keptCopies } from './copies.ts'
import { connect, type Connection } from './driver.ts'
import {
  freeReserve,
  heldOn,
  SqliteRecords,
  takeReserve,
  WRITER_PATIENCE,
} from './sqlite-records.ts'
import { Sealing } from './sealing.ts'
import { isBusy, isFull, openingError, recordsError, unlessBusy } from './sqlite-errors.ts'

const RECOVERY =
  'Check that DATA_DIR is the right folder, that its volume is mounted, and that no restore is half done. Otherwise restore a backup, or run ' +
  '`admin verify --repair`. Nothing was changed'

interface OpenOptions {
  tell: (line: string) => void
  /** Names in DATA_DIR that only an existing store has: with these, a missing file is damage, not a new store. */
  signs: () => Promise<string[]>
  /** Fills new records atomically. */
  fill?: (held: Held) => Promise<void>
  /** Whether a service runs. */
  isServed?: () => Promise<boolean>
  /** Checks all pages of the file first; otherwise only what is read is checked. */
  isStart?: boolean
}

interface OpenedRecords {
  records: SqliteRecords
  copies: KeptCopies
}

/**
 * Opens the records of a data directory, and creates them in a new one.
 * @throws StoreDamaged if the file is missing beside other data, damaged, or older than a copy of it; an Error for the operator if a newer
 * version wrote it
 */
export async function openRecords(
  dataDir: string,
  { tell, signs, fill, isServed = async () => false, isStart = false }: OpenOptions,
): Promise<OpenedRecords> {
  const network = networkFileSystem(dataDir)
  if (network !== null) {
    throw new Error(
      `DATA_DIR ${dataDir} is on a network file system (${network}), where processes cannot share the records safely: ` +
        'set DATA_DIR to a folder on a local disk, or keep the store in a database (DATABASE_URL)',
    )
  }
  const file = join(dataDir, RECORDS_FILE)
  const [newest] = await keptCopies(file)
  const state = await stat(file).catch(whenMissing(null))
  if (state === null || state.size === 0) {
    const evidence = newest === undefined ? await signs() : [dirname(newest.path)]
    const how = state === null ? 'is missing from' : 'is empty in'
    if (evidence.length > 0)
      throw damaged(`${RECORDS_FILE} ${how} DATA_DIR ${dataDir}, which has ${evidence.join(', ')}`)
    await create(file, fill)
  }
  const fault = (problem: string): StoreDamaged =>
    damaged(`${RECORDS_FILE} in DATA_DIR ${dataDir} ${problem}`)
  const { count, atOpening } = await brought(file, { dataDir, isStart, isServed, fault })
  if (newest !== undefined && count < newest.change)
    throw fault(`is older than its copy ${newest.path}`)
  takeReserve(file)
  const records = new SqliteRecords(file)
  const copies = new KeptCopies(records, atOpening, { tell, isServed })
  records.onChange = copies
  return { records, copies }
}

interface Opening {
  dataDir: string
  isStart: boolean
  isServed: () => Promise<boolean>
  fault: (problem: string) => StoreDamaged
}

/** Brings the file up to date, and returns its commit count now and before. */
async function brought(
  file: string,
  { dataDir, isStart, isServed, fault }: Opening,
): Promise<{ count: number; atOpening: number }> {
  const connection = await connected(file)
  // The last connection that closes would write a refused log into the file.
  refused.add(connection)
  const problem = checkLog(connection, file)
  if (problem !== null) throw fault(problem)
  refused.delete(connection)
  try {
    if (isStart) for (const problem of problemsOfPages(connection, file)) throw fault(problem)
    const isOlder = versionOf(connection) < SCHEMA_VERSION
    if (isOlder && (await isServed()))
      throw new Error(
        `DATA_DIR ${dataDir} is in use by a service of an earlier version. Stop it first`,
      )
    // Copies are of the earlier version, too.
    await upgradeSchema(connection, file, dataDir, () => deleteCopies(file))
    await useLog(connection, file)
    await requireSchema(connection, fault)
    const { count } = lastCommit(connection)
    return { count, atOpening: isOlder ? -1 : count }
  } finally {
    connection.close()
  }
}

const refused = new Set<Connection>()

/** On a full disk the first connection may lack space for the index of the log. */
async function connected(file: string): Promise<Connection> {
  for (;;) {
    try {
      return await unlessBusy(
        () => {
          const connection = connect(file)
          connection.all(sql`SELECT 1 FROM sqlite_schema LIMIT 1`)
          return connection
        },
        file,
        WRITER_PATIENCE,
      )
    } catch (error) {
      if (isFull(error) && freeReserve(file)) continue
      throw openingError(error, file)
    }
  }
}

/** A process that holds the write lock has checked the log. */
function checkLog(connection: Connection, file: string): string | null {
  try {
    connection.run(sql`BEGIN IMMEDIATE`)
  } catch (error) {
    if (isBusy(error)) return null
    throw openingError(error, file)
  }
  try {
    const problem = problemOfLog(connection, file)
    return problem === undefined ? (problemsOfPages(connection, file)[0] ?? null) : problem
  } catch (error) {
    throw openingError(error, file)
  } finally {
    connection.run(sql`ROLLBACK`)
  }
}

/** Turns the write-ahead log on, once the file has its final name: the log has a name, too. */
async function useLog(connection: Connection, file: string): Promise<void> {
  await unlessBusy(() => connection.all(sql`PRAGMA journal_mode = WAL`), file, WRITER_PATIENCE)
  await rm(`${file}-journal`, { force: true })
}

/** A damaged or manipulated file may have other columns, or its own triggers. */
async function requireSchema(
  connection: Connection,
  fault: (problem: string) => StoreDamaged,
): Promise<void> {
  if (schemaOf(connection) !== (await (expectedSchema ??= makeSchema())))
    throw fault("has a schema that differs from this version's")
}

let expectedSchema: Promise<string> | undefined

async function makeSchema(): Promise<string> {
  const connection = connect(':memory:')
  for (const migration of MIGRATIONS) await upgrade(heldOn(connection), migration)
  const schema = schemaOf(connection)
  connection.close()
  return schema
}

function schemaOf(connection: Connection): string {
  return JSON.stringify(
    connection.all(sql`SELECT type, name, sql FROM sqlite_schema ORDER BY type, name`),
  )
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
    await bringUpToDate(aside)
    if (fill !== undefined) {
      const records = new SqliteRecords(aside)
      await records.transaction(fill).finally(() => records.close())
    }
    await syncFile(aside)
    // An empty file belongs to a process that ended while creating it.
    if ((await stat(file).catch(whenMissing(null)))?.size === 0) await rm(file)
    await link(aside, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await syncFile(dirname(file))
  } finally {
    for (const name of [aside, `${aside}-journal`, `${aside}.pid`]) await rm(name, { force: true })
  }
}

/** Brings a file that no other process uses to the current schema. */
export async function bringUpToDate(file: string): Promise<void> {
  const connection = connect(file)
  await upgradeSchema(connection, file, dirname(file)).finally(() => connection.close())
}

async function upgradeSchema(
  connection: Connection,
  file: string,
  dataDir: string,
  upgraded?: () => Promise<unknown>,
): Promise<void> {
  const version = versionOf(connection)
  if (version === SCHEMA_VERSION) return
  if (version > SCHEMA_VERSION) {
    throw new Error(
      `DATA_DIR ${dataDir} was written by a newer version of uascope: its records have schema version ${version}, ` +
        `this version reads up to ${SCHEMA_VERSION}. Start the newer version, or set DATA_DIR to another folder`,
    )
  }
  await unlessBusy(() => connection.run(sql`BEGIN IMMEDIATE`), file, WRITER_PATIENCE)
  try {
    const held = heldOn(connection)
    // Another process may have done it.
    const entries = pending(versionOf(connection))
    for (const { migration } of entries) await upgrade(held, migration)
    const sealing = new Sealing(connection, file)
    sealing.noteUnsealed()
    if (version > 0 && entries.length > 0) await upgraded?.()
    sealing.sealChanged()
    countCommit(connection, false)
    connection.run(sql`PRAGMA user_version = ${SCHEMA_VERSION}`)
    connection.run(sql`COMMIT`)
  } catch (error) {
    connection.run(sql`ROLLBACK`)
    throw recordsError(error, file)
  }
}

function versionOf(connection: Connection): number {
  return Number(connection.all(sql`PRAGMA user_version`)[0]!['user_version'])
}

/** Types of file systems that `statfs(2)` gives, of networks. Processes of two machines would not share the memory that a log needs. */
const NETWORK: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x5346414f, 'AFS'],
  [0x73757245, 'Coda'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
])

/** The name of the network file system that holds a path, which may not exist yet; null for any other file system. */
export function networkFileSystem(
  path: string,
  typeOf = (of: string): number => statfsSync(of).type,
): string | null {
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path)
  // Some systems give the type with a sign.
  return NETWORK.get(typeOf(path) >>> 0) ?? null
}

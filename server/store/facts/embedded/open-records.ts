import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from '../../../core/model/sql.ts'
import { type Held, RECORDS_FILE } from '../../records/records.ts'
import { sizeOfLog } from '../../records/sqlite/commits.ts'
import { connectIgnoringLog } from '../../records/sqlite/driver.ts'
import { SqliteRecords } from '../../records/sqlite/sqlite-records.ts'
import { openRecords as openFile } from '../../records/sqlite/open.ts'
import { keptCopies } from '../../records/sqlite/copies.ts'
import { whenMissing } from '../../../core/runtime/files.ts'
import { isServed } from './folder-locks.ts'
import { DELIVERIES } from './folder-target.ts'

export type StoreRecords = SqliteRecords & {
  /** Creates a copy for repairs, whatever the age of the newest. */
  keepCopy(): Promise<void>
  isCopyDue(): Promise<boolean>
}

const EARLIER_CATALOG = 'catalog.json'

/** Files and folders of versions before 1.3. */
export const EARLIER_NAMES = ['store-id', 'keys', 'users', 'audit', 'catalogs', EARLIER_CATALOG]

/**
 * Opens the records of a data directory; creates them in a new one.
 * @throws StoreDamaged if they are missing beside other data, or damaged; an Error for the operator if another version wrote them
 */
export async function openRecords(
  dataDir: string,
  tell: (line: string) => void = () => undefined,
  isStart = false,
): Promise<StoreRecords> {
  if ((await stat(join(dataDir, EARLIER_CATALOG)).catch(whenMissing(null))) !== null)
    throw new Error(
      `DATA_DIR ${dataDir} was written by a version of uascope before 1.3: start version 1.3 on it once, and then this one. Nothing was changed`,
    )
  const { records, copies } = await openFile(dataDir, {
    tell,
    isStart,
    isServed: () => isServed(dataDir).catch(() => false),
    signs: () => signsOfAStore(dataDir),
  })
  return Object.assign(records, { keepCopy: () => copies.keep(), isCopyDue: () => copies.isDue() })
}

/** Opens a file that no process uses: a copy or a replaced file. */
export async function withFile<Result>(
  file: string,
  use: (records: SqliteRecords) => Promise<Result>,
): Promise<Result> {
  const records = new SqliteRecords(file)
  try {
    return await use(records)
  } finally {
    await records.close()
  }
}

/** Whether a data directory has no records, or only records without data, keys and users. */
export async function isUnused(dataDir: string): Promise<boolean> {
  const file = join(dataDir, RECORDS_FILE)
  if (((await stat(file).catch(whenMissing(null)))?.size ?? 0) === 0)
    return (await keptCopies(file)).length === 0
  if (sizeOfLog(file) > 0) return false
  const connection = connectIgnoringLog(file)
  try {
    const [row] = connection.all(
      sql`SELECT EXISTS (SELECT 1 FROM catalog_state WHERE seq > 0) OR EXISTS (SELECT 1 FROM api_keys) OR EXISTS (SELECT 1 FROM users)
      OR EXISTS (SELECT 1 FROM audit WHERE action NOT LIKE 'import.refused%') AS used`,
    )
    return Number(row!['used']) === 0
  } catch {
    return false
  } finally {
    connection.close()
  }
}

/** Creates the records of a data directory that already has data files and at most unused records; atomic. */
export async function createRecords(
  dataDir: string,
  fill: (held: Held) => Promise<void>,
): Promise<void> {
  await rm(join(dataDir, dirname(RECORDS_FILE)), { recursive: true, force: true })
  const { records } = await openFile(dataDir, {
    tell: () => undefined,
    signs: async () => [],
    fill,
  })
  await records.close()
}

/** Marks a folder while a restore replaces its store. */
export const RESTORING = 'restoring'

/** Store folders that are not empty, and an unfinished restore. */
export async function signsOfAStore(dataDir: string): Promise<string[]> {
  const restoring = (await stat(join(dataDir, RESTORING)).catch(whenMissing(null))) !== null
  const nonEmpty = await Promise.all(
    [DELIVERIES, ...EARLIER_NAMES.filter(name => name !== 'store-id')].map(async name => {
      const entries = await readdir(join(dataDir, name), {
        recursive: true,
        withFileTypes: true,
      }).catch((error: NodeJS.ErrnoException) =>
        error.code === 'ENOTDIR' ? [] : whenMissing([])(error),
      )
      return entries.some(entry => !entry.isDirectory()) ? [`${name}/`] : []
    }),
  )
  return [
    ...(restoring
      ? [`${RESTORING}, the mark of a restore that was interrupted: restore the backup again`]
      : []),
    ...nonEmpty.flat(),
  ]
}

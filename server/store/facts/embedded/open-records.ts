import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from '../../../core/model/sql.ts'
import { type Held, RECORDS_FILE } from '../../records/records.ts'
import { sizeOfLog } from '../../records/sqlite/commits.ts'
import { connectIgnoringLog } from '../../records/sqlite/driver.ts'
import { SqliteRecords } from '../../records/sqlite/sqlite-records.ts'
import { openRecords as openFile } from '../../records/sqlite/open.ts'
import { keptCopies } from '../../records/sqlite/copies.ts'
import { syncFile, whenMissing } from '../../../core/runtime/files.ts'
import { bringOver, EARLIER_NAMES, requireBroughtOver } from './earlier/bring-over.ts'
import { CATALOG_FILE } from './earlier/read-catalog.ts'
import { endByOwnLog } from './apply-log.ts'
import { isServed } from './folder-locks.ts'
import { DELIVERIES } from './folder-target.ts'
import { batchOf, moveToTrash } from './trash.ts'

export type StoreRecords = SqliteRecords & {
  /** Creates a copy for repairs, whatever the age of the newest. */
  keepCopy(): Promise<void>
  isCopyDue(): Promise<boolean>
}

/**
 * Opens the records of a data directory; creates them in a new one and in one of version 1.2.
 * @throws StoreDamaged if they are missing beside other data, or damaged; an Error for the operator if another version wrote them
 */
export async function openRecords(
  dataDir: string,
  tell: (line: string) => void = () => undefined,
  isStart = false,
): Promise<StoreRecords> {
  const isEarlier = await isEarlierStore(dataDir)
  const { records, copies } = await openFile(dataDir, {
    tell,
    isStart,
    isServed: () => isServed(dataDir).catch(() => false),
    upgraded: endByOwnLog,
    signs: async () => (isEarlier ? [] : await signsOfAStore(dataDir)),
    async fill(held) {
      if (isEarlier) await bringOver(held, dataDir, tell)
    },
  })
  if (isEarlier) await setEarlierAside(records, dataDir, tell)
  return Object.assign(records, { keepCopy: () => copies.keep(), isCopyDue: () => copies.isDue() })
}

/** Whether version 1.2 wrote it, and it has not been migrated. */
export async function isEarlierStore(dataDir: string): Promise<boolean> {
  return (await stat(join(dataDir, CATALOG_FILE)).catch(whenMissing(null))) !== null
}

/** A repeated call continues an interrupted one. Erasures delete the folder. */
async function setEarlierAside(
  records: SqliteRecords,
  dataDir: string,
  tell: (line: string) => void,
): Promise<void> {
  await requireBroughtOver(records, dataDir)
  const folder = join(batchOf(new Date()), 'store-of-1.2')
  await moveToTrash(dataDir, EARLIER_NAMES, folder)
  await syncFile(dataDir)
  tell(
    `The files that this replaces stay in ${folder} for 7 days. "Roll back a version" in "Keeping data" says how to return to them`,
  )
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

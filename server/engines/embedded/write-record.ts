import { randomBytes } from 'node:crypto'
import { renameSync, statSync } from 'node:fs'
import { link, mkdir, rm, unlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFile } from './catalog-file.ts'
import { whenMissing } from './record-folder.ts'
import { sealedText } from './sealed-record.ts'

/** The end of the names of files that are being written. */
export const ASIDE = '.tmp'

/** Makes a folder of records, for its user alone, that survives a power cut. */
export async function makeRecordFolder(dir: string): Promise<void> {
  const first = await mkdir(dir, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = dir; ; made = dirname(made)) {
    await syncFile(dirname(made))
    if (made === first) return
  }
}

/**
 * Writes a new file, which survives a power cut once this resolves and is whole or absent before; false if there is one of that name, which stays.
 */
export async function createFile(dir: string, name: string, text: string): Promise<boolean> {
  const aside = await writeAside(dir, name, text)
  try {
    // Unlike a rename, a link never replaces a file that is there.
    await link(aside, join(dir, name))
    await syncFile(dir)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await unlink(aside)
  }
}

/** The same of a record, sealed. */
export function createRecord(dir: string, name: string, record: object): Promise<boolean> {
  return createFile(dir, name, sealedText(record))
}

/**
 * Writes a record, sealed, in the place of what the file holds; after a power cut that has the one or the other. With `inode` only if the file is still
 * that one: false if another process has renamed or removed it.
 */
export async function replaceRecord(
  dir: string,
  name: string,
  record: object,
  { inode, time }: { inode?: number; time?: Date } = {},
): Promise<boolean> {
  const path = join(dir, name)
  const aside = await writeAside(dir, name, sealedText(record))
  try {
    if (time !== undefined) await utimes(aside, time, time)
    // Both at once in this thread: between them another process has some microseconds, which `seal-records.ts` and those who remove files look after.
    if (inode !== undefined && statSync(path, { throwIfNoEntry: false })?.ino !== inode) return false
    renameSync(aside, path)
    await syncFile(dir)
    return true
  } finally {
    await rm(aside, { force: true })
  }
}

/** Removes a file for good; false if there is none. */
export async function removeFile(dir: string, name: string): Promise<boolean> {
  const path = join(dir, name)
  const isRemoved = await unlink(path)
    .then(() => true)
    .catch(whenMissing(false))
  if (isRemoved) await syncFile(dir)
  // Another process may have been sealing it.
  await unlink(path).catch(whenMissing(undefined))
  return isRemoved
}

async function writeAside(dir: string, name: string, text: string): Promise<string> {
  const path = join(dir, `${name}.${randomBytes(6).toString('hex')}${ASIDE}`)
  await writeFile(path, text, { mode: 0o600, flag: 'wx', flush: true }).catch(async (error: unknown) => {
    await rm(path, { force: true })
    throw error
  })
  return path
}

import { createHash } from 'node:crypto'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeptRows } from '../model/shared-work.ts'
import { keptName, lastCleared, missing, temporaryPath } from './spool-folder.ts'

/** Rows that take more are made again by each process. */
const MAX_BYTES = 8 * 2 ** 20

/**
 * Rows in the spool's folder: one file per place, which new rows replace. A file holds a SHA-256 of its place and of everything that follows, then
 * the rows' name and the rows as JSON. A file that differs, or has another name, is made again.
 * @param version of what makes rows: other versions may make others
 */
export function keptRows(dir: string, version: string): KeptRows {
  return async (place, content, make) => {
    const path = join(dir, keptName(place))
    const name = `${version} ${content}`
    const found = await readRows(path, place, name).catch(() => undefined)
    if (found !== undefined) return found as Awaited<ReturnType<typeof make>>
    const cleared = await lastCleared(dir)
    const made = await make()
    // Only the next process misses them.
    await writeRows(dir, path, sealed(place, `${name}\n${JSON.stringify(made)}`), cleared).catch(() => undefined)
    return made
  }
}

function sealed(place: string, content: string): Buffer {
  return Buffer.from(`${sealOf(place, Buffer.from(content))}\n${content}`)
}

function sealOf(place: string, content: Buffer): string {
  return createHash('sha256').update(`${place}\n`).update(content).digest('base64url')
}

async function readRows(path: string, place: string, name: string): Promise<unknown> {
  const handle = await open(path, 'r').catch(missing)
  if (handle === null) return undefined
  try {
    const { size } = await handle.stat()
    if (size > MAX_BYTES) return undefined
    const bytes = await handle.readFile()
    const end = bytes.indexOf('\n')
    const content = bytes.subarray(end + 1)
    const nameEnd = content.indexOf('\n')
    if (content.toString('utf8', 0, nameEnd) !== name || bytes.toString('latin1', 0, end) !== sealOf(place, content)) return undefined
    return JSON.parse(content.toString('utf8', nameEnd + 1))
  } finally {
    await handle.close()
  }
}

/** The folder is not synced: lost rows are made again. */
async function writeRows(dir: string, path: string, bytes: Buffer, cleared: string | null): Promise<void> {
  if (bytes.length > MAX_BYTES) return await rm(path, { force: true })
  const temporary = temporaryPath(dir)
  try {
    await writeFile(temporary, bytes)
    // See `clearSpoolFolder`: they may be of erased data.
    if ((await lastCleared(dir)) === cleared) await rename(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
}

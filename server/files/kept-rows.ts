import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeptRows } from '../runtime/shared-work.ts'
import { mapInSlices } from '../runtime/slices.ts'
import { keptName, lastCleared, temporaryPath } from './spool-folder.ts'

/** Maximum bytes of cached rows; larger ones are recomputed by each process. */
const MAX_BYTES = 4 * 2 ** 20

/**
 * Rows in the spool's folder: one file per place, which new rows replace. A file has a SHA-256 of its place and of the rest, then
 * the rows' name and the rows, a line of JSON each. A file with another hash or name is recomputed.
 * @param version of the code that computes rows
 */
export function keptRows(dir: string, version: string): KeptRows {
  return async (slot, content, make) => {
    const path = join(dir, keptName(slot))
    const name = `${version} ${content}`
    const found = await readRows(path, slot, name).catch(() => undefined)
    if (found !== undefined) return found as Awaited<ReturnType<typeof make>>
    const cleared = await lastCleared(dir)
    const made = await make()
    // A failure only affects the next process.
    await writeRows(dir, path, { slot, name, rows: made }, cleared).catch(() => undefined)
    return made
  }
}

function sealOf(slot: string, content: Buffer): string {
  return createHash('sha256').update(`${slot}\n`).update(content).digest('base64url')
}

async function readRows(path: string, slot: string, name: string): Promise<unknown[] | undefined> {
  const bytes = readSmall(path)
  if (bytes === undefined) return undefined
  const end = bytes.indexOf('\n')
  const content = bytes.subarray(end + 1)
  if (bytes.toString('latin1', 0, end) !== sealOf(slot, content)) return undefined
  const [found, ...lines] = content.toString().split('\n')
  return found === name ? await mapInSlices(lines, line => JSON.parse(line) as unknown) : undefined
}

/** Synchronous: the file is read once, in about 30 us, and queries may occupy libuv's pool. */
function readSmall(path: string): Buffer | undefined {
  const file = openSync(path, 'r')
  try {
    return fstatSync(file).size > MAX_BYTES ? undefined : readFileSync(file)
  } finally {
    closeSync(file)
  }
}

/** The folder is not synced: lost rows are recomputed. */
async function writeRows(
  dir: string,
  path: string,
  { slot, name, rows }: { slot: string; name: string; rows: readonly object[] },
  cleared: string | null,
): Promise<void> {
  // Rows share objects, and all their texts together may exceed the memory.
  let size = 0
  const lines = await mapInSlices(rows, row => {
    const line = size > MAX_BYTES ? '' : JSON.stringify(row)
    size += line.length + 1
    return line
  })
  if (size > MAX_BYTES) return await rm(path, { force: true })
  const content = Buffer.from([name, ...lines].join('\n'))
  const bytes = Buffer.concat([Buffer.from(`${sealOf(slot, content)}\n`), content])
  const temporary = temporaryPath(dir)
  try {
    await writeFile(temporary, bytes)
    // See `clearSpoolFolder`: the rows may come from erased data.
    if ((await lastCleared(dir)) === cleared) await rename(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
}

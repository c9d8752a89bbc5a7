import { type BigIntStats, constants } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { chunks } from './slices.ts'

/** Follows no link at the end of a path, which could leave the folder, and does not wait for the other end of a pipe. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * The only way to open a file that others may have placed.
 * @throws `EFTYPE` if it is not a regular file, `ELOOP` if it is a link
 */
export async function openPlainFile(path: string, access = 0): Promise<FileHandle> {
  const handle = await open(path, FLAGS | access)
  try {
    if ((await handle.stat()).isFile()) return handle
  } catch (error) {
    await handle.close()
    throw error
  }
  await handle.close()
  throw Object.assign(new Error('not a regular file'), { code: 'EFTYPE' })
}

/** @throws like `openPlainFile`, and `EFBIG` above `most` bytes */
export async function readPlainFile(path: string, most: number): Promise<Buffer> {
  const handle = await openPlainFile(path)
  try {
    const { size } = await handle.stat()
    const bytes = size > most ? null : await handle.readFile()
    // The file may have grown.
    if (bytes !== null && bytes.length <= most) return bytes
    throw Object.assign(new Error(`larger than ${most} bytes`), { code: 'EFBIG' })
  } finally {
    await handle.close()
  }
}

/** Describes why a file cannot be opened, as a broken rule. */
export function describeOpenFault(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EFTYPE' || code === 'ELOOP' || code === 'ENXIO')
    return 'must be a regular file, not a link, device, pipe or socket'
  return `must be a file that can be read${code === undefined ? '' : `: ${code}`}`
}

export async function stampOf(path: string): Promise<{ stamp: string; size: number }> {
  const handle = await openPlainFile(path)
  try {
    const stats: BigIntStats = await handle.stat({ bigint: true })
    return {
      stamp: `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeNs}`,
      size: Number(stats.size),
    }
  } finally {
    await handle.close()
  }
}

/** For `catch`: the value if the file is missing. */
export function whenMissing<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return error => {
    if (error.code === 'ENOENT') return value
    throw error
  }
}

/** Paths of all files in a folder and those within it; none if it is missing. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    whenMissing([]),
  )
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
}

/** Creates a folder, private to the user, and syncs it. */
export async function makePrivateFolder(dir: string): Promise<void> {
  const first = await mkdir(dir, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = dir; ; made = dirname(made)) {
    await syncFile(dirname(made))
    if (made === first) return
  }
}

/** fsync of a file or directory. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Files synced at the same time: the file system then commits them together. */
const BATCH = 16

/** fsync of a folder's files, then of the folder. */
export async function syncFolder(path: string): Promise<void> {
  const names = await readdir(path)
  for (const some of chunks(names, BATCH))
    await Promise.all(some.map(name => syncFile(join(path, name))))
  await syncFile(path)
}

/** Node's recursive `mkdir` never returns where no one may create folders, such as below `/proc`. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return
    if (code !== 'ENOENT' || (await isThere(dirname(path)))) throw error
    await makeFolder(dirname(path))
    await makeFolder(path)
  }
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

import { type BigIntStats, constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

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

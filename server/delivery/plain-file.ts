import { constants, type BigIntStats } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'

/** Not through a link at its end, which would lead out of the delivery, and without a wait for who writes into a pipe. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Opens a file to be read. @throws when it is anything else than a plain file. */
export async function openPlainFile(path: string): Promise<FileHandle> {
  const handle = await open(path, FLAGS)
  try {
    if ((await handle.stat()).isFile()) return handle
  } catch (error) {
    await handle.close()
    throw error
  }
  await handle.close()
  throw Object.assign(new Error('not a plain file'), { code: 'EFTYPE' })
}

/** What tells whether a file is still the same one with the same content, and its size in bytes. */
export async function stampOf(path: string): Promise<{ stamp: string; size: number }> {
  const handle = await openPlainFile(path)
  try {
    const stats: BigIntStats = await handle.stat({ bigint: true })
    return { stamp: `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeNs}`, size: Number(stats.size) }
  } finally {
    await handle.close()
  }
}

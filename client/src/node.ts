/** Functions that need Node's file system. */

import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DownloadedFile } from './downloaded-file.ts'

/**
 * Saves a downloaded file and returns its path. The file appears there complete or not at all, and keeps the permissions of a file that it
 * replaces. A symbolic link is itself replaced, not its target.
 * @param path the file's path, or a folder, for the service's file name
 */
export async function saveTo(
  file: Pick<DownloadedFile, 'fileName' | 'stream'>,
  path: string,
): Promise<string> {
  const target = (await isFolder(path)) ? join(path, file.fileName) : path
  // In the same folder, since a rename is atomic only within a file system.
  const part = join(dirname(target), `.${crypto.randomUUID()}.part`)
  try {
    await write(file.stream(), part, await modeOf(target))
    await rename(part, target)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  return target
}

async function write(
  stream: ReadableStream<Uint8Array>,
  path: string,
  mode: number | undefined,
): Promise<void> {
  try {
    const handle = await open(path, 'wx', mode)
    try {
      // `open` applies the umask, so set the mode again.
      if (mode !== undefined) await handle.chmod(mode)
      await stream.pipeTo(
        new WritableStream({
          write: async chunk => {
            await handle.appendFile(chunk)
          },
        }),
      )
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    await stream.cancel(error).catch(() => {})
    throw error
  }
}

/** Permissions of an existing file. */
async function modeOf(path: string): Promise<number | undefined> {
  const stats = await stat(path).catch(() => undefined)
  return stats && stats.mode & 0o777
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false
}

import { open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { DownloadedFile } from './downloaded-file.ts'

/**
 * Saves a downloaded file, and gives the path it has. It appears there complete, in place of what had the name, or not at all.
 * @param path a folder, for a file named as the service names it, or the file's own path
 */
export async function saveTo(file: Pick<DownloadedFile, 'fileName' | 'stream'>, path: string): Promise<string> {
  const target = await isFolder(path) ? join(path, file.fileName) : path
  // In the same folder: a rename is atomic only within a file system.
  const part = join(dirname(target), `.${basename(target).slice(0, 100)}.${crypto.randomUUID()}.part`)
  try {
    await write(file.stream(), part)
    await rename(part, target)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  return target
}

async function write(stream: ReadableStream<Uint8Array>, path: string): Promise<void> {
  const handle = await open(path, 'wx').catch(async error => {
    await stream.cancel(error)
    throw error
  })
  try {
    await stream.pipeTo(new WritableStream({ write: async chunk => { await handle.appendFile(chunk) } }))
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false
}

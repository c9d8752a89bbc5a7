import { mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { chunks } from './slices.ts'

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
const TOGETHER = 16

/** fsync of a folder's files, then of the folder. */
export async function syncFolder(path: string): Promise<void> {
  const names = await readdir(path)
  for (const some of chunks(names, TOGETHER))
    await Promise.all(some.map(name => syncFile(join(path, name))))
  await syncFile(path)
}

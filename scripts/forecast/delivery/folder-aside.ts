import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { makeFolder } from '../../../server/process/make-folder.ts'

/** A folder that is written beside the place where it is to be, and put there when it is whole. */
export interface FolderAside {
  /** Where to write. */
  path: string
  /** Puts it in its place, with everything that is in it on the disk. */
  publish(): Promise<void>
  /** Removes it. */
  discard(): Promise<void>
}

/** @throws where `target` is anything but an empty folder, or nothing yet */
export async function folderAside(target: string): Promise<FolderAside> {
  const place = resolve(target)
  await requireEmpty(place)
  await makeFolder(dirname(place))
  const path = join(dirname(place), `.${basename(place)}.${randomBytes(6).toString('hex')}`)
  await mkdir(path)
  return {
    path,
    async publish() {
      for (const name of await readdir(path)) await sync(join(path, name))
      await sync(path)
      // Somebody else may have been there meanwhile: a folder with something in it is never replaced.
      await requireEmpty(place)
      await rename(path, place)
      await sync(dirname(place))
    },
    discard: () => rm(path, { recursive: true, force: true }),
  }
}

async function requireEmpty(place: string): Promise<void> {
  const names = await readdir(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR') throw new Error(`${place} is no folder`)
    throw error
  })
  if (names.length > 0) throw new Error(`${place} is not empty: it holds ${names.slice(0, 3).join(', ')}`)
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

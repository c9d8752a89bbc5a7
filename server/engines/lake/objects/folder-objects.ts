import { createHash, randomBytes } from 'node:crypto'
import { link, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { LakeUnavailable, NoSuchObject, objectName, type Objects, type StoredBytes } from './objects.ts'
import { failOnStall, PATIENCE, type Patience, withTimeout } from './patience.ts'

const PIECE = 262_144

export function folderObjects(root: string, patience: Patience = PATIENCE): Objects {
  const pathOf = (name: string): string => join(root, objectName(name))

  /** `aside` is named after the object, so that cleaning up a dead import deletes partial files. */
  const place = async (name: string, path: string, stored: StoredBytes, aside: string, put: typeof rename): Promise<void> => {
    const target = pathOf(name)
    try {
      await mkdir(dirname(target), { recursive: true })
      await copy(path, aside, stored)
      await put(aside, target)
      await syncFolder(dirname(target))
    } catch (error) {
      await rm(aside, { force: true }).catch(() => {})
      throw unavailable(name, error)
    }
  }

  return {
    async put(name, path, stored) {
      await place(name, path, stored, asideOf(pathOf(name)), rename)
    },

    async create(name, path, stored) {
      let isNew = true
      const aside = asideOf(`${pathOf(name)}.${randomBytes(8).toString('hex')}`)
      await place(name, path, stored, aside, async (aside, target) => {
        // Unlike a rename, a link never replaces a file.
        await link(aside, target).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error
          isNew = false
        })
        await rm(aside)
      })
      return isNew
    },

    async get(name, { range, signal } = {}) {
      signal?.throwIfAborted()
      const opening = open(pathOf(name))
      try {
        const file = await withTimeout(
          patience.answer,
          opening,
          () =>
            void opening.then(
              file => file.close(),
              () => {},
            ),
        )
        const bounds = range && { start: range.start, end: range.end - 1 }
        const bytes = file.createReadStream({ ...bounds, highWaterMark: PIECE, ...(signal && { signal }) })
        return body(bytes, name, patience.stalled, signal)
      } catch (error) {
        if (isMissing(error)) await requireRoot(root)
        throw unavailable(name, error)
      }
    },

    async size(name) {
      try {
        return (await withTimeout(patience.answer, stat(pathOf(name)))).size
      } catch (error) {
        if (!isMissing(error)) throw unavailable(name, error)
        // The store's folder comes with its first object; a push asks before.
        await requireRoot(dirname(root))
        return undefined
      }
    },

    async delete(name) {
      try {
        const [folder, file] = [dirname(pathOf(name)), basename(name)]
        const isOwn = (left: string): boolean => left === file || (left.startsWith(`${file}.`) && left.endsWith(ASIDE))
        for (const left of (await readdir(folder)).filter(isOwn)) await rm(join(folder, left), { force: true })
        await rmdir(folder)
      } catch (error) {
        if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw unavailable(name, error)
      }
    },

    // `delete` removes partial files.
    abortUploads: async () => undefined,
    async *list() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(async (error: unknown) => {
        if (!isMissing(error)) throw unavailable('', error)
        await requireRoot(dirname(root))
        return []
      })
      for (const entry of entries.filter(entry => !entry.isDirectory())) {
        const path = join(entry.parentPath, entry.name)
        // Removed since.
        const state = await stat(path).catch(() => undefined)
        if (state !== undefined) yield { name: relative(root, path), bytes: state.size, at: state.mtime }
      }
    },
  }
}

const ASIDE = '.part'

function asideOf(path: string): string {
  return `${path}${ASIDE}`
}

/** Verified: a damaged copy must not get the name. */
async function copy(from: string, to: string, stored: { bytes: number; sha256: string }): Promise<void> {
  const source = await open(from)
  try {
    const target = await open(to, 'w')
    try {
      const hash = createHash('sha256')
      let bytes = 0
      for await (const piece of source.createReadStream({ highWaterMark: PIECE, autoClose: false }) as AsyncIterable<Uint8Array>) {
        hash.update(piece)
        bytes += piece.length
        await target.writeFile(piece)
      }
      if (bytes !== stored.bytes || hash.digest('hex') !== stored.sha256) throw new Error(`${from} differs from the file to store`)
      await target.sync()
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function* body(source: Readable, name: string, stalled: number, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* failOnStall(source, stalled)
  } catch (error) {
    signal?.throwIfAborted()
    throw unavailable(name, error)
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** An unmounted share looks empty. */
async function requireRoot(root: string): Promise<void> {
  await stat(root).catch((error: unknown) => {
    throw new LakeUnavailable(`The lake's folder ${root} is not there`, { cause: error })
  })
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

function unavailable(name: string, error: unknown): Error {
  if (error instanceof LakeUnavailable) return error
  if (isMissing(error)) return new NoSuchObject(name)
  return new LakeUnavailable(`The lake does not respond for object ${name}: ${(error as Error).message}`, { cause: error })
}

import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import type { Sealed } from '../../../../core/model/catalog.ts'
import { syncFile } from '../../../../core/runtime/files.ts'
import { copySealed } from '../../common/checksums.ts'
import { LakeUnavailable, NoSuchObject, objectName, type Objects } from './objects.ts'
import { failOnStall, PATIENCE, type Patience, withTimeout } from './patience.ts'

const PIECE = 262_144

export function folderObjects(root: string, patience: Patience = PATIENCE): Objects {
  const pathOf = (name: string): string => join(root, objectName(name))

  return {
    async put(name, path, stored) {
      const target = pathOf(name)
      // Named after the object, so that cleaning up a dead import deletes it too.
      const aside = `${target}${ASIDE}`
      try {
        await mkdir(dirname(target), { recursive: true })
        await copy(path, aside, stored)
        await rename(aside, target)
        await syncFile(dirname(target))
      } catch (error) {
        await rm(aside, { force: true }).catch(() => {})
        throw unavailable(name, error)
      }
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
        const bytes = file.createReadStream({
          ...bounds,
          highWaterMark: PIECE,
          ...(signal && { signal }),
        })
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
        // The store's folder is created with its first object; a push checks before.
        await requireRoot(dirname(root))
        return undefined
      }
    },

    async delete(name) {
      try {
        const path = pathOf(name)
        for (const leftover of [path, `${path}${ASIDE}`]) await rm(leftover, { force: true })
        await rmdir(dirname(path))
      } catch (error) {
        if (
          !['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')
        )
          throw unavailable(name, error)
      }
    },

    // `delete` removes partial files.
    abortUploads: async () => undefined,
    async *list() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(
        async (error: unknown) => {
          if (!isMissing(error)) throw unavailable('', error)
          await requireRoot(dirname(root))
          return []
        },
      )
      for (const entry of entries.filter(entry => !entry.isDirectory())) {
        const path = join(entry.parentPath, entry.name)
        // It may have been removed.
        const state = await stat(path).catch(() => undefined)
        if (state !== undefined)
          yield { name: relative(root, path), bytes: state.size, at: state.mtime }
      }
    },
  }
}

const ASIDE = '.part'

/** Verifies the checksum: a damaged copy must not get the name. */
async function copy(from: string, to: string, stored: Sealed): Promise<void> {
  await rm(to, { force: true })
  const { bytes, sha256 } = await copySealed(open(from), to, stored.bytes + 1)
  if (bytes !== stored.bytes || sha256 !== stored.sha256)
    throw new Error(`${from} differs from the file to store`)
}

async function* body(
  source: Readable,
  name: string,
  stalled: number,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* failOnStall(source, stalled)
  } catch (error) {
    signal?.throwIfAborted()
    throw unavailable(name, error)
  }
}

/** An unmounted share looks empty. */
async function requireRoot(root: string): Promise<void> {
  await stat(root).catch((error: unknown) => {
    throw new LakeUnavailable(`The lake's folder ${root} does not exist`, { cause: error })
  })
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

function unavailable(name: string, error: unknown): Error {
  if (error instanceof LakeUnavailable) return error
  if (isMissing(error)) return new NoSuchObject(name)
  return new LakeUnavailable(
    `The lake does not respond for object ${name}: ${(error as Error).message}`,
    { cause: error },
  )
}

import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataFile } from '../common/parquet-groups.ts'
import type { FileTarget } from '../common/file-target.ts'
import { fileOf, MAX_PUTS } from './file-names.ts'
import { fetchWhole } from './cache/fetch-whole.ts'
import { each, sealed } from '../common/stored-files.ts'
import type { Objects } from './objects/objects.ts'

export interface LakeTargetOptions {
  objects: Objects
  importId: string
  folder: string
  /** Lists runs before their files are uploaded. */
  note: (runs: readonly { run_id: number; app_id: number }[]) => Promise<void>
}

export interface LakeTarget extends FileTarget {
  stored(files: readonly DataFile[]): Promise<string[]>
  begun(): readonly string[]
  /** Resolves when all uploads have ended, successful or not. */
  settled(): Promise<void>
}

export function lakeTarget({ objects, importId, folder, note }: LakeTargetOptions): LakeTarget {
  const puts = new Set<Promise<void>>()
  const begun: string[] = []
  let failure: { error: unknown } | undefined
  const requireSound = (): void => {
    if (failure) throw failure.error
  }

  return {
    prepare: note,

    async begin(name) {
      while (puts.size >= MAX_PUTS) await Promise.race(puts)
      requireSound()
      return { file: fileOf(importId, name), path: join(folder, `${name}.parquet`) }
    },

    async written({ file, path }) {
      const seal = await sealed(path)
      begun.push(file)
      const put = objects
        .put(file, path, seal)
        .then(() => rm(path))
        .catch((error: unknown) => {
          failure ??= { error }
        })
        .finally(() => puts.delete(put))
      puts.add(put)
      return seal
    },

    async stored(segments) {
      const paths = segments.map(() => join(folder, `${randomBytes(8).toString('hex')}.parquet`))
      const { signal } = new AbortController()
      await each(segments, (segment, index) => fetchWhole(objects, segment, paths[index]!, signal))
      return paths
    },

    release: paths => each(paths, path => rm(path, { force: true })),

    begun: () => begun,

    async settled() {
      await Promise.all(puts)
    },

    async sync() {
      await Promise.all(puts)
      requireSound()
    },
  }
}

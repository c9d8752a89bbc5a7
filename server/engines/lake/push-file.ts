import type { Print } from '../../delivery/progress.ts'
import { type Catalog, dataFiles } from '../../model/catalog.ts'
import type { DataFile } from '../common/local-files.ts'
import { fileOf } from './file-names.ts'
import type { Held } from '../common/map-files.ts'
import type { Objects } from './objects/objects.ts'
import { sealed } from '../common/sealed.ts'
import { putSealed, sumsName } from './objects/put-sealed.ts'

/** What a move did. */
export interface Moved {
  files: number
  /** Of these, the ones that were not there yet, and their bytes. */
  sent: number
  bytes: number
  keys: number
  users: number
}

/** Counts files that are moved, and tells of them now and then. */
export interface CountedFiles {
  add(bytes: number, sent: boolean): void
  moved(): Omit<Moved, 'keys' | 'users'>
}

const TELL_MS = 2000

export function countedFiles(catalog: Catalog, print: Print): CountedFiles {
  const total = dataFiles(catalog).size
  let [files, sent, bytes] = [0, 0, 0]
  let told = performance.now()
  return {
    add(size, isSent) {
      files++
      if (isSent) [sent, bytes] = [sent + 1, bytes + size]
      if (performance.now() - told < TELL_MS) return
      told = performance.now()
      print(`${files} of ${total} files are there, ${sent} of them sent now (${Math.round(bytes / 1e6)} MB)`)
    },
    moved: () => ({ files, sent, bytes }),
  }
}

/**
 * Puts a file of this machine into the lake, unless it is there. Its name is of what it holds: what has that name is that file, whoever began to push it,
 * as an object is there whole or not at all.
 */
export async function pushFile({
  objects,
  path,
  held: { table, id },
  counted,
}: {
  objects: Objects
  path: string
  held: Held
  counted: CountedFiles
}): Promise<DataFile> {
  const whole = await sealed(path)
  const { sums, ...seal } = whole
  const file = fileOf(seal.sha256.slice(0, 16), `${table}-${id}`)
  const isThere = (await objects.size(file)) === seal.bytes && (sums === undefined || (await objects.size(sumsName(file))) === sums.length)
  if (!isThere) await putSealed(objects, file, path, whole)
  counted.add(seal.bytes, !isThere)
  return { file, ...seal }
}

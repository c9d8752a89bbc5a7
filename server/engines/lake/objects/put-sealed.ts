import { rm, writeFile } from 'node:fs/promises'
import type { Sealed } from '../../../model/catalog.ts'
import { sealed } from '../../common/stored-files.ts'
import type { Objects } from './objects.ts'

/** Uploads a file and, if it is large, its block sums. */
export async function putSealed(objects: Objects, name: string, path: string, known?: Awaited<ReturnType<typeof sealed>>): Promise<Sealed> {
  const { sums, ...seal } = known ?? (await sealed(path))
  if (sums !== undefined && seal.blocks !== undefined) {
    const list = `${path}.sums`
    await writeFile(list, sums)
    try {
      await objects.put(sumsName(name), list, { bytes: sums.length, sha256: seal.blocks })
    } finally {
      await rm(list, { force: true })
    }
  }
  await objects.put(name, path, seal)
  return seal
}

export async function deleteSealed(objects: Objects, name: string): Promise<void> {
  await Promise.all([objects.delete(name), objects.delete(sumsName(name))])
}

export function sumsName(name: string): string {
  return `${name}.sums`
}

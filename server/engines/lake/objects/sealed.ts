import { createHash, type Hash } from 'node:crypto'
import { open, rm, writeFile } from 'node:fs/promises'
import type { Sealed } from '../../../model/catalog.ts'
import type { Objects } from './objects.ts'

/** What parts of a file are checked by: pieces of this many bytes, the last one shorter. */
export const BLOCK = 65_536
/** Bytes of a block's sum: the beginning of its SHA-256. */
export const SUM_BYTES = 16

/** Files below it are always fetched whole. */
const LEAST_IN_PARTS = 8 * 1024 * 1024

/** What a file of this machine is checked by once it is in the lake, and for large ones the sums of its blocks. */
export async function sealed(path: string): Promise<Sealed & { sums?: Buffer }> {
  const whole = createHash('sha256')
  const sums: Buffer[] = []
  let bytes = 0
  for await (const block of blocksOf(path)) {
    bytes += block.length
    whole.update(block)
    sums.push(sumOf(block))
  }
  const seal = { bytes, sha256: hex(whole) }
  if (bytes < LEAST_IN_PARTS) return seal
  const all = Buffer.concat(sums)
  return { ...seal, blocks: hex(createHash('sha256').update(all)), sums: all }
}

async function* blocksOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    for (let last = false; !last;) {
      const block = Buffer.allocUnsafe(BLOCK)
      let length = 0
      while (length < BLOCK && !last) {
        const { bytesRead } = await file.read(block, length, BLOCK - length)
        length += bytesRead
        last = bytesRead === 0
      }
      if (length > 0) yield block.subarray(0, length)
    }
  } finally {
    await file.close()
  }
}

/** Puts a file under a name, and the sums of its blocks, where it is large, beside it. */
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

/** Deletes what `putSealed` put, or was about to. */
export async function deleteSealed(objects: Objects, name: string): Promise<void> {
  await Promise.all([objects.delete(name), objects.delete(sumsName(name))])
}

/** The object that holds the sums of another one's blocks. */
export function sumsName(name: string): string {
  return `${name}.sums`
}

export function sumOf(block: Uint8Array): Buffer {
  return createHash('sha256').update(block).digest().subarray(0, SUM_BYTES)
}

function hex(hash: Hash): string {
  return hash.digest('hex')
}

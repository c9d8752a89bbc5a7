import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Print } from '../../delivery/progress.ts'
import type { Sealed } from '../../model/catalog.ts'

/** Bytes of the blocks that parts of a file are checked by; the last one is shorter. */
export const BLOCK = 65_536
/** Bytes of a block's sum: the beginning of its SHA-256. */
export const SUM_BYTES = 16

/** Files below it are always fetched whole. */
const LEAST_IN_PARTS = 8 * 1024 * 1024

/** The size and checksum of a file, and for large ones the sums of its blocks. */
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

/** Whether a file has the size and checksum that the catalog gives. Rejects with the signal's reason, or where it cannot be read. */
export async function isIntact(path: string, { bytes, sha256 }: Sealed, signal?: AbortSignal): Promise<boolean> {
  const hash = createHash('sha256')
  let read = 0
  const pieces = createReadStream(path, { highWaterMark: 1_048_576, ...(signal && { signal }) }) as AsyncIterable<Uint8Array>
  for await (const piece of pieces) {
    read += piece.length
    if (read > bytes) return false
    hash.update(piece)
  }
  return read === bytes && hash.digest('hex') === sha256
}

export function sumOf(block: Uint8Array): Buffer {
  return createHash('sha256').update(block).digest().subarray(0, SUM_BYTES)
}

function hex(hash: Hash): string {
  return hash.digest('hex')
}

/** Something that a verification of a store found. */
export interface Finding {
  /** A file's name within the store, or what else it is about. */
  file: string
  problem: string
  advice: string
  /** Damage needs an operator; a note does not. */
  kind: 'damage' | 'note'
}

export interface Verification {
  /** Version of the catalog; null if it cannot be read. */
  version: number | null
  /** Data files that were read, and their bytes. */
  files: number
  bytes: number
  findings: Finding[]
  /** What a repair did, a sentence each. */
  repaired: string[]
}

export interface VerifyOptions {
  /** Repairs what can be repaired, and verifies again. */
  repair: boolean
  print: Print
}

import type { FileHandle } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import type { OpenFile, SpooledFile } from './spool.ts'

/** A small file, whole. */
export interface SmallFile extends SpooledFile {
  bytes: Buffer
}

/** Bytes of the largest that is kept: what a page of rows takes. */
const LARGEST = 128 * 1024

const MAX_BYTES = 32 * 2 ** 20

/** What a kept file takes beside its bytes, about. */
const BESIDE = 512

/**
 * Small files of a spool in memory, by their tags: to open, read and close one takes eight turns of the threads that wait for files, which
 * large files and queries share, and answering from memory none.
 */
export class SmallFiles {
  readonly #kept = new LRUCache<string, SmallFile>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }, tag) => bytes.length + tag.length + BESIDE,
  })

  /** The file of a tag, where it is kept. */
  get(tag: string): SmallFile | undefined {
    return this.#kept.get(tag)
  }

  /** What was opened as a file in memory, closed by then, where it is small; undefined where it is not, and stays open. */
  async read(tag: string, { handle, size, totalRows }: OpenFile): Promise<SmallFile | undefined> {
    if (size > LARGEST) return undefined
    const file = { bytes: await readWhole(handle, size), size, totalRows }
    this.#kept.set(tag, file)
    return file
  }
}

async function readWhole(handle: FileHandle, size: number): Promise<Buffer> {
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(size), 0, size, 0)
    // A file cut short must not look whole.
    if (bytesRead !== size) throw new Error(`a file of the spool has ${bytesRead} of its ${size} bytes`)
    return buffer
  } finally {
    await handle.close()
  }
}

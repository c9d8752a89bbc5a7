import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat, utimes, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { SharedWork } from './shared-work.ts'
import { cleanTemporaryFiles, pruneSpool, spooledBytes, temporaryPath } from './spool-folder.ts'
import type { Work } from './work.ts'

/** Writes a file to the path it is given. The same tag must always give the same bytes. */
export type Build = (path: string, work: Work) => Promise<{ totalRows: number }>

export interface SpooledFile {
  /** In bytes. */
  size: number
  /** Rows that matched, as the build said. */
  totalRows: number
}

export interface OpenFile extends SpooledFile {
  /** To be closed by who asked; reads on even when the file is removed meanwhile. */
  handle: FileHandle
}

export interface SpoolOptions {
  /** Bytes on disk above which files are removed, least recently used first. */
  maxBytes?: number
}

const GIGABYTE = 2 ** 30
const MINUTE = 60_000

/** A share of `maxBytes` after which other processes' additions are looked at too. */
const LOOK_SHARE = 1 / 16

/**
 * A bounded folder of files that were built: the same tag is built once, also when many ask at the same time, and found again
 * after a restart. Several processes may share the folder.
 */
export class Spool {
  readonly #dir: string
  readonly #maxBytes: number
  readonly #building = new SharedWork<void>()
  readonly #usedAt = new Map<string, number>()
  /** How many callers are about to open each file: those are not removed, whatever their size. */
  readonly #wanted = new Map<string, number>()
  #bytes = 0
  #bytesSinceLook = 0
  #pruning: Promise<void> | null = null

  private constructor(dir: string, maxBytes: number) {
    this.#dir = dir
    this.#maxBytes = maxBytes
  }

  /** Opens the folder, makes it if need be, and removes what builds that never finished have left. */
  static async open(dir: string, { maxBytes = GIGABYTE }: SpoolOptions = {}): Promise<Spool> {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await cleanTemporaryFiles(dir)
    const spool = new Spool(dir, maxBytes)
    await spool.#prune()
    return spool
  }

  /** Sees to it that the file of a tag exists. */
  async get(tag: string, extension: string, build: Build, work: Work): Promise<SpooledFile> {
    const { handle, size, totalRows } = await this.open(tag, extension, build, work)
    await handle.close()
    return { size, totalRows }
  }

  /**
   * Opens the file of a tag, building it first where it does not exist. Rejects as `build` does, and when nobody waits for it any more:
   * a build that no caller is left of is given up.
   */
  async open(tag: string, extension: string, build: Build, work: Work): Promise<OpenFile> {
    const name = `${createHash('sha256').update(tag).digest('hex')}.${extension}`
    this.#wanted.set(name, (this.#wanted.get(name) ?? 0) + 1)
    try {
      for (let attempt = 1; ; attempt++) {
        const file = await this.#find(name)
        if (file !== null) return file
        // Another process may have removed the file between its building and its opening.
        if (attempt > 3) throw new Error(`The spool loses ${name} as soon as it is built`)
        await this.#building.join(name, work, shared => this.#build(name, build, shared))
      }
    } finally {
      const left = this.#wanted.get(name)! - 1
      if (left === 0) this.#wanted.delete(name)
      else this.#wanted.set(name, left)
    }
  }

  async #find(name: string): Promise<OpenFile | null> {
    const path = join(this.#dir, name)
    const handle = await open(path, 'r').catch(missing)
    if (handle === null) return null
    try {
      const facts = await readFile(`${path}.json`, 'utf8').catch(missing)
      if (facts === null) return await handle.close().then(() => null)
      const { totalRows } = JSON.parse(facts) as { totalRows: number }
      const { size } = await handle.stat()
      await this.#noteUse(name)
      return { handle, size, totalRows }
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /** Recency is the file's mtime, so that processes share it. */
  async #noteUse(name: string): Promise<void> {
    const now = Date.now()
    if (now - (this.#usedAt.get(name) ?? 0) < MINUTE) return
    this.#usedAt.set(name, now)
    await utimes(join(this.#dir, name), now / 1000, now / 1000).catch(missing)
  }

  async #build(name: string, build: Build, work: Work): Promise<void> {
    const path = join(this.#dir, name)
    const [file, facts] = [temporaryPath(this.#dir), temporaryPath(this.#dir)]
    try {
      const { totalRows } = await build(file, work)
      const [{ size }] = await Promise.all([stat(file), writeFile(facts, JSON.stringify({ totalRows }))])
      // The facts go first: a file that can be seen has them.
      await rename(facts, `${path}.json`)
      await rename(file, path)
      this.#usedAt.set(name, Date.now())
      this.#bytes += spooledBytes(size)
      this.#bytesSinceLook += spooledBytes(size)
    } catch (error) {
      await Promise.all([rm(file, { force: true }), rm(facts, { force: true })])
      throw error
    }
    if (this.#bytes > this.#maxBytes || this.#bytesSinceLook > this.#maxBytes * LOOK_SHARE) await this.#prune()
  }

  async #prune(): Promise<void> {
    this.#pruning ??= pruneSpool(this.#dir, this.#maxBytes, name => this.#wanted.has(name)).then(({ bytes, removed }) => {
      this.#bytes = bytes
      this.#bytesSinceLook = 0
      for (const name of removed) this.#usedAt.delete(name)
    }).finally(() => { this.#pruning = null })
    await this.#pruning
  }
}

function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

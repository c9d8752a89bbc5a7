import { randomBytes } from 'node:crypto'
import { renameSync, statSync } from 'node:fs'
import { access, constants, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Part of the names of files that are no whole copies, or about to go: none outlives its process. */
const ASIDE = '.aside'

/** The files of a cache in its folder. */
export class CacheDisk {
  readonly #folder: string
  /** Files that were removed and still take their room. */
  readonly #going = new Set<Promise<void>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  path(key: string): string {
    return join(this.#folder, key)
  }

  /** A path that nothing had before. */
  asidePath(key: string): string {
    return `${this.path(key)}${ASIDE}-${randomBytes(6).toString('hex')}`
  }

  /** Whether a file of so many bytes is there still, as nobody but an operator would remove it. Disks of this machine tell it in some microseconds. */
  has(path: string, length: number): boolean {
    return statSync(path, { throwIfNoEntry: false })?.size === length
  }

  /** What any write to a file changes, one that sets its times back included; undefined where there is no file. */
  state(path: string): string | undefined {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false })
    return found && `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`
  }

  /** Makes the folder where somebody removed it. */
  async make(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
  }

  async requireWritable(): Promise<void> {
    await this.make()
    await access(this.#folder, constants.W_OK)
  }

  /** Its path is free at once, for a copy that may come; the bytes go when they can. */
  remove(path: string): void {
    const going = `${path}${ASIDE}-${randomBytes(6).toString('hex')}`
    try {
      renameSync(path, going)
    } catch {
      return
    }
    const gone = rm(going, { force: true }).catch(() => {})
    this.#going.add(gone)
    void gone.then(() => this.#going.delete(gone))
  }

  /** Waits for what was removed to be gone. */
  async removed(): Promise<void> {
    await Promise.all(this.#going)
  }

  /** Whole files that an earlier process left, the latest fetched last; the others are removed. */
  async left(): Promise<{ key: string; bytes: number }[]> {
    const files = await Promise.all(
      (await readdir(this.#folder)).map(async key => {
        if (key.includes(ASIDE)) return await rm(this.path(key), { recursive: true, force: true }).then(() => [])
        const state = await stat(this.path(key))
        return [{ key, bytes: state.size, at: state.mtimeMs }]
      }),
    )
    return files.flat().sort((a, b) => a.at - b.at)
  }
}

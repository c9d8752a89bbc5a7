import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { makePrivateFolder, syncFile, whenMissing } from '../../runtime/sync-file.ts'
import type { Changes, SqliteRecords } from './sqlite-records.ts'
import { isFull } from './sqlite-errors.ts'

/** The folder of copies, next to the file. */
const COPIES = 'copies'

const COPY = /^(\d{10})\.sqlite$/

/** Maximum number of copies. */
const MOST = 4

/** Minimum age, ms, of the newest copy before a change creates another. */
const INTERVAL = 10 * 60_000

export interface KeptCopy {
  path: string
  /** The records' commit count at the time of the copy. */
  change: number
}

/** Newest first. */
export async function keptCopies(file: string): Promise<KeptCopy[]> {
  const folder = join(dirname(file), COPIES)
  const names = await readdir(folder).catch(whenMissing<string[]>([]))
  const copies = names.flatMap(name => {
    const [, change] = COPY.exec(name) ?? []
    return change === undefined ? [] : [{ path: join(folder, name), change: Number(change) }]
  })
  return copies.sort((a, b) => b.change - a.change)
}

/** Keeps copies of the records for repairs: a change creates one if the newest is old, and a removal replaces all. */
export class KeptCopies implements Changes {
  readonly #records: SqliteRecords
  readonly #tell: (line: string) => void
  #copying: Promise<void> = Promise.resolve()
  #hasChanged = false

  constructor(records: SqliteRecords, tell: (line: string) => void) {
    this.#records = records
    this.#tell = tell
  }

  async committed(takesAway: boolean): Promise<void> {
    this.#hasChanged = true
    if (takesAway) await this.keep(1)
  }

  /** On a full disk deletes copies, which must not keep removed values either. */
  async makeRoom(): Promise<boolean> {
    const copies = await keptCopies(this.#records.file)
    for (const { path } of copies) await rm(path, { force: true })
    return copies.length > 0
  }

  async closing(): Promise<void> {
    if (!this.#hasChanged) return
    const [newest] = await keptCopies(this.#records.file)
    const age = newest === undefined ? Infinity : Date.now() - (await stat(newest.path)).mtimeMs
    if (Math.abs(age) > INTERVAL) await this.keep()
  }

  /** A failure is only reported: the records themselves are safe. */
  async keep(most = MOST): Promise<void> {
    this.#hasChanged = false
    this.#copying = this.#copying
      .then(() => this.#copy(most))
      .catch((error: Error) => {
        this.#hasChanged = true
        // The next change tries again.
        if (!isFull(error.cause ?? error)) this.#tell(`The records could not be copied to records/${COPIES}: ${error.message}`)
      })
    await this.#copying
  }

  async #copy(most: number): Promise<void> {
    const { file } = this.#records
    const folder = join(dirname(file), COPIES)
    await makePrivateFolder(folder)
    // Read before copying: the copy has at least these changes.
    const change = await this.#records.count()
    const path = join(folder, `${String(change).padStart(10, '0')}.sqlite`)
    const before = await keptCopies(file)
    const aside = join(folder, `${randomBytes(6).toString('hex')}.new`)
    try {
      await (await open(aside, 'w', 0o600)).close()
      await this.#records.copyTo(aside)
      await syncFile(aside)
      await rename(aside, path)
      await syncFile(folder)
    } catch (error) {
      await rm(aside, { force: true })
      // They still contain the removed values.
      if (most === 1) for (const copy of before) await rm(copy.path, { force: true })
      throw error
    }
    for (const copy of before.filter(copy => copy.path !== path).slice(most - 1)) await rm(copy.path, { force: true })
    // Unfinished copies, also of killed processes, may contain the removed values.
    if (most === 1) for (const name of await readdir(folder)) if (name.endsWith('.new')) await rm(join(folder, name), { force: true })
  }
}

import { randomBytes } from 'node:crypto'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { steadyClock } from '../../../core/runtime/shared-work.ts'
import { makePrivateFolder, syncFile, whenMissing } from '../../../core/runtime/files.ts'
import { commitWithoutLog } from './commits.ts'
import { isFull } from './sqlite-errors.ts'
import { type OnChange, type SqliteRecords, WRITER_PATIENCE } from './sqlite-records.ts'

/** The folder of copies, next to the file. */
const COPIES = 'copies'

const COPY = /^(\d{10})\.sqlite$/

/** Maximum number of copies. */
const MOST = 2

/** Minimum age, ms, of the newest copy before a change creates another. */
const INTERVAL = 10 * 60_000

/** Interval, ms, at which a command tries to empty the log. */
const RETRY = 100

/** Since when another process has kept this one from emptying a log, by the steady clock. */
let blockedSince: number | undefined

export interface KeptCopy {
  path: string
  /** The records' commit count at the time of the copy. */
  change: number
}

/** Newest first. */
export async function keptCopies(file: string): Promise<KeptCopy[]> {
  const folder = folderOf(file)
  const copies = (await namesIn(folder)).flatMap(name => {
    const [, change] = COPY.exec(name) ?? []
    return change === undefined ? [] : [{ path: join(folder, name), change: Number(change) }]
  })
  return copies.sort((a, b) => b.change - a.change)
}

/** Deletes copies of processes that ended while they made them. */
export async function deleteUnfinished(file: string): Promise<void> {
  for (const name of await namesIn(folderOf(file)))
    if (name.endsWith('.new')) await rm(join(folderOf(file), name), { force: true })
}

/** Unfinished ones, too. */
export async function deleteCopies(file: string): Promise<void> {
  const folder = folderOf(file)
  const names = await namesIn(folder)
  for (const name of names) await rm(join(folder, name), { force: true })
  if (names.length > 0) await syncFile(folder)
}

interface CopyOptions {
  tell: (line: string) => void
  /** Whether a service runs, which makes copies. */
  isServed: () => Promise<boolean>
}

/** Keeps copies of the records, to which a repair returns. None of them holds what a removal has taken away. */
export class KeptCopies implements OnChange {
  readonly #records: SqliteRecords
  readonly #options: CopyOptions
  readonly #atOpening: number
  #hasRemoved = false

  constructor(records: SqliteRecords, atOpening: number, options: CopyOptions) {
    this.#records = records
    this.#atOpening = atOpening
    this.#options = options
  }

  async removing(): Promise<void> {
    this.#hasRemoved = true
    await deleteCopies(this.#records.file)
  }

  async closing(): Promise<void> {
    const now = await this.#records.lastCommit().catch(() => null)
    if (now === null || now.count === this.#atOpening) return
    const isEmpty = this.#hasRemoved ? await this.#emptyLog() : this.#records.emptyLog()
    if (!(await this.#options.isServed()) || (this.#hasRemoved && !isEmpty)) await this.keepIfDue()
  }

  /** Makes a copy after a removal, or if the newest is old. */
  async keepIfDue(): Promise<void> {
    if (await this.isDue()) await this.keep()
  }

  async isDue(): Promise<boolean> {
    const [newest] = await keptCopies(this.#records.file)
    if (newest === undefined) return true
    const { count, removed } = await this.#records.lastCommit()
    if (newest.change < removed) return true
    const age = Date.now() - (await stat(newest.path)).mtimeMs
    return newest.change < count && Math.abs(age) > INTERVAL
  }

  /** A failure is only reported: the records themselves are safe. */
  async keep(): Promise<void> {
    try {
      while (!(await this.#copy()));
    } catch (error) {
      // The next change tries again.
      if (!isFull(error))
        this.#options.tell(
          `The records could not be copied to records/${COPIES}: ${(error as Error).message}`,
        )
    }
  }

  /** False if something was removed since. */
  async #copy(): Promise<boolean> {
    const folder = folderOf(this.#records.file)
    await makePrivateFolder(folder)
    const aside = join(folder, `${randomBytes(6).toString('hex')}.new`)
    try {
      await (await open(aside, 'wx', 0o600)).close()
      await this.#records.copyTo(aside)
      const { count } = commitWithoutLog(aside)!
      await syncFile(aside)
      let isCurrent = false
      await this.#records.withoutWriters(async () => {
        isCurrent = (await this.#records.lastCommit()).removed <= count
        if (isCurrent)
          await rename(aside, join(folder, `${String(count).padStart(10, '0')}.sqlite`))
      })
      await syncFile(folder)
      for (const { path } of (await keptCopies(this.#records.file)).slice(MOST))
        await rm(path, { force: true })
      return isCurrent
    } catch (error) {
      // A removal deletes unfinished copies, too.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
      throw error
    } finally {
      await rm(aside, { force: true })
    }
  }

  /** Tries for up to 30 s, for all removals of a command together. */
  async #emptyLog(): Promise<boolean> {
    while (!this.#records.emptyLog()) {
      blockedSince ??= steadyClock()
      if (steadyClock() - blockedSince > WRITER_PATIENCE) {
        this.#options.tell(
          'The removal is in force. But another process has been reading an earlier state of the records for so long that removed bytes remain ' +
            'in records/records.sqlite-wal until it ends. A running service goes on trying; without one, run any command that changes something',
        )
        process.exitCode = 2
        return false
      }
      await sleep(RETRY)
    }
    blockedSince = undefined
    return true
  }
}

function folderOf(file: string): string {
  return join(dirname(file), COPIES)
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch(whenMissing<string[]>([]))
}

import { rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { literal, type Sql, sql } from '../../../core/model/sql.ts'
import { StoreDamaged } from '../../../core/model/store.ts'
import {
  type Held,
  type ReadOptions,
  type Records,
  RECORDS_FILE,
  type Row,
  SQLITE,
  type TransactionOptions,
  type Value,
  type WriteOptions,
  type Written,
} from '../records.ts'
import { type Commit, countCommit, lastCommit } from './commits.ts'
import { connect, type Connection } from './driver.ts'
import {
  isBusy,
  isFull,
  noteHolder,
  openingError,
  recordsError,
  unlessBusy,
} from './sqlite-errors.ts'
import { Sealing } from './sealing.ts'

/** Maximum wait, ms, of a reader, which nothing blocks for longer than the recovery after a crash, and of a writer for other writers. */
const READER_PATIENCE = 4000
export const WRITER_PATIENCE = 30_000

/** Maximum wait, ms, of a writer while the lock has lasted for longer. */
const PATIENCE_AFTER = 500

/** What else a change of the records does. */
export interface OnChange {
  /** Under the write lock, before a commit that takes something away: deletes the copies that hold it. */
  removing(): Promise<void>
  /** Before the records close. */
  closing(): Promise<void>
}

const NOTHING: OnChange = { removing: async () => undefined, closing: async () => undefined }

/**
 * Records in a file with a write-ahead log, so that readers and a writer never wait for each other. Statements run synchronously in this
 * process, so each must be short; a separate connection reads.
 */
export class SqliteRecords implements Records {
  readonly dialect = SQLITE
  readonly small = this
  readonly file: string
  readonly #reader: Connection
  readonly #writer: Connection
  readonly #sealing: Sealing
  readonly #identity: string | undefined
  /** For reading in snapshots. */
  #snapshots: Connection | undefined
  #writing: Promise<unknown> = Promise.resolve()
  #reading: Promise<unknown> = Promise.resolve()
  /** Whether another process had the write lock for as long as a writer waits. */
  #isLocked = false
  #takenAway = 0
  onChange = NOTHING

  constructor(file: string) {
    this.file = file
    try {
      this.#reader = connect(file)
      this.#writer = connect(file)
      this.#sealing = new Sealing(this.#writer, file)
      this.#identity = identityOf(file)
    } catch (error) {
      throw openingError(error, file)
    }
  }

  async read(statement: Sql, options?: ReadOptions): Promise<Row[]> {
    return await this.readExact(statement, [], options)
  }

  async readExact(
    statement: Sql,
    values: readonly Value[] = [],
    { signal }: ReadOptions = {},
  ): Promise<Row[]> {
    signal?.throwIfAborted()
    return await this.#unlessBusy(() => this.#reader.all(statement, values))
  }

  async write(
    statement: Sql,
    values: readonly Value[] = [],
    options: WriteOptions = {},
  ): Promise<Written> {
    return await this.#inTurn(() =>
      this.#commit(async () => this.#writer.run(statement, values), options),
    )
  }

  async transaction<Result>(
    use: (held: Held) => Promise<Result>,
    options: TransactionOptions = {},
  ): Promise<Result> {
    return options.readOnly
      ? await this.#snapshot(use)
      : await this.#inTurn(() => this.#commit(() => use(heldOn(this.#writer)), options))
  }

  async version(): Promise<string> {
    // The connection's own commits do not change the number.
    const [row] = await this.#unlessBusy(() => this.#writer.all(sql`PRAGMA data_version`))
    return `${String(row?.['data_version'])} ${this.#takenAway}`
  }

  async lastCommit(): Promise<Commit> {
    return await this.#unlessBusy(() => lastCommit(this.#reader))
  }

  /** Writes a complete, compact file. */
  async copyTo(path: string): Promise<void> {
    await this.#unlessBusy(() => this.#reader.run(sql`VACUUM INTO ${literal(path)}`))
  }

  /** Runs `use` while no process writes, itself included. */
  async withoutWriters(use: () => Promise<void>): Promise<void> {
    await this.#inTurn(async () => {
      await this.#lock({})
      await use().finally(() => this.#rollBack())
    })
  }

  /**
   * Moves all commits into the file and empties the log, which has pages from before them. False while another connection reads an earlier
   * state.
   */
  emptyLog(): boolean {
    try {
      return Number(this.#writer.all(sql`PRAGMA wal_checkpoint(TRUNCATE)`)[0]?.['busy']) === 0
    } catch (error) {
      if (isBusy(error)) return false
      throw recordsError(error, this.file)
    }
  }

  async close(): Promise<void> {
    await this.#inTurn(async () => undefined)
    try {
      await this.onChange.closing()
    } finally {
      for (const connection of [this.#reader, this.#writer, this.#snapshots]) connection?.close()
    }
  }

  /** @throws StoreDamaged if another file has taken the place of this one: changes of other processes no longer arrive */
  requireSameFile(): void {
    if (identityOf(this.file) === this.#identity) return
    throw new StoreDamaged(
      RECORDS_FILE,
      `${this.file} was replaced while in use, so this process can no longer use it. Restart the service`,
    )
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#writing.then(work)
    this.#writing = turn.catch(() => undefined)
    return turn
  }

  async #commit<Result>(use: () => Promise<Result>, options: WriteOptions): Promise<Result> {
    const { takesAway = false } = options
    for (;;) {
      try {
        await this.#lock(options)
        const result = await use()
        this.#sealing.sealChanged()
        countCommit(this.#writer, takesAway)
        if (takesAway) await this.onChange.removing()
        this.#writer.run(sql`COMMIT`)
        if (takesAway) this.#clear()
        return result
      } catch (error) {
        this.#rollBack()
        if (takesAway && isFull(error) && freeReserve(this.file)) continue
        throw recordsError(error, this.file)
      }
    }
  }

  /** What was removed leaves the log, unless a reader still needs it. */
  #clear(): void {
    this.#takenAway++
    this.emptyLog()
    takeReserve(this.file)
  }

  /** Takes the write lock, in the name of this process. */
  async #lock({ patience = WRITER_PATIENCE }: WriteOptions): Promise<void> {
    this.requireSameFile()
    // Once a process has waited for so long, its further changes do not.
    const most = this.#isLocked ? Math.min(patience, PATIENCE_AFTER) : patience
    this.#isLocked ||= patience === WRITER_PATIENCE
    await unlessBusy(() => this.#writer.run(sql`BEGIN IMMEDIATE`), this.file, most)
    this.#isLocked = false
    noteHolder(this.file)
  }

  /** SQLite rolls back automatically after some errors. */
  #rollBack(): void {
    try {
      this.#writer.run(sql`ROLLBACK`)
    } catch {
      // No transaction is open.
    }
  }

  async #snapshot<Result>(use: (held: Held) => Promise<Result>): Promise<Result> {
    const turn = this.#reading.then(async () => {
      const connection = (this.#snapshots ??= connect(this.file))
      connection.run(sql`BEGIN`)
      try {
        // Takes the snapshot.
        await this.#unlessBusy(() => connection.all(sql`SELECT 1 FROM sqlite_schema LIMIT 1`))
        return await use(heldOn(connection))
      } finally {
        connection.run(sql`COMMIT`)
      }
    })
    this.#reading = turn.catch(() => undefined)
    return await turn
  }

  async #unlessBusy<Result>(attempt: () => Result): Promise<Result> {
    this.requireSameFile()
    return await unlessBusy(attempt, this.file, READER_PATIENCE)
  }
}

function identityOf(file: string): string | undefined {
  const state = statSync(file, { throwIfNoEntry: false })
  return state && `${state.dev} ${state.ino}`
}

export function heldOn(connection: Connection): Held {
  return {
    dialect: SQLITE,
    read: async statement => connection.all(statement),
    readExact: async (statement, values) => connection.all(statement, values),
    write: async (statement, values) => connection.run(statement, values),
    run: async statement => connection.run(statement),
  }
}

/** Bytes, enough for the pages that a removal changes. */
const SIZE = 2 ** 20

function reserveOf(file: string): string {
  return join(dirname(file), 'reserve')
}

/** Takes disk space beside the records, unless it is taken: a removal on a full disk frees it. */
export function takeReserve(file: string): void {
  try {
    writeFileSync(reserveOf(file), Buffer.alloc(SIZE), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    // A service must start on a full disk.
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') freeReserve(file)
  }
}

/** False if it is not there. */
export function freeReserve(file: string): boolean {
  try {
    rmSync(reserveOf(file))
    return true
  } catch {
    return false
  }
}

import { closeSync, constants, fstatSync, fsyncSync, openSync, statSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { steadyClock } from '../../runtime/shared-work.ts'
import { literal, type Sql, sql } from '../../model/sql.ts'
import { SQLITE } from '../dialect.ts'
import type { Held, ReadOptions, Records, Row, TransactionOptions, Value, WriteOptions, Written } from '../records.ts'
import { type Connection, connect } from './driver.ts'
import { isBusy, isFull, openingError, recordsError } from './sqlite-errors.ts'
import { Sealing } from './sealing.ts'

/** Maximum wait, ms, of a reader and a writer for other processes: a commit takes milliseconds, a large publish or a copy seconds. */
const READER_PATIENCE = 4000
const WRITER_PATIENCE = 30_000

/** Minimum size of the journal, bytes: a revocation changes a few pages of 4 KiB. */
const JOURNAL = 131_072

/** Upper bound of the random delay before a retry, ms. */
const LONGEST_WAIT = 32

interface Waiting {
  statement: Sql
  values: readonly Value[]
  takesAway: boolean
  resolve: (written: Written) => void
  reject: (error: unknown) => void
}

export interface Changes {
  /** Called after each commit, which awaits it. */
  committed(takesAway: boolean): Promise<void>
  /** Deletes disposable files; false if none are left. */
  makeRoom(): Promise<boolean>
  /** Before the records close. */
  closing(): Promise<void>
}

const NO_CHANGES: Changes = { committed: async () => undefined, makeRoom: async () => false, closing: async () => undefined }

/**
 * Records in a file. Statements run synchronously in this process, so each must be short; a separate connection reads.
 * Waiting writes share a commit, which takes milliseconds.
 */
export class SqliteRecords implements Records {
  readonly dialect = SQLITE
  readonly small = this
  readonly file: string
  readonly #reader: Connection
  readonly #writer: Connection
  readonly #sealing: Sealing
  /** For reading in snapshots. */
  #snapshots: Connection | undefined
  #writing: Promise<unknown> = Promise.resolve()
  #reading: Promise<unknown> = Promise.resolve()
  #waiting: Waiting[] = []
  #takenAway = 0
  changes = NO_CHANGES

  constructor(file: string) {
    this.file = file
    try {
      this.#reader = connect(file)
      this.#writer = connect(file)
      this.#sealing = new Sealing(this.#writer, file)
      this.#sealing.watch()
      for (const connection of [this.#reader, this.#writer]) connection.waitNoMore()
    } catch (error) {
      throw openingError(error, file)
    }
  }

  /** Reserves disk space, so that revocations need none. */
  async reserve(): Promise<void> {
    if ((statSync(`${this.file}-journal`, { throwIfNoEntry: false })?.size ?? 0) < JOURNAL) await this.#clearJournal()
  }

  async read(statement: Sql, options?: ReadOptions): Promise<Row[]> {
    return await this.readExact(statement, [], options)
  }

  async readExact(statement: Sql, values: readonly Value[] = [], { signal }: ReadOptions = {}): Promise<Row[]> {
    signal?.throwIfAborted()
    return await this.#unlessBusy(() => this.#reader.all(statement, values), READER_PATIENCE)
  }

  async write(statement: Sql, values: readonly Value[] = [], { takesAway = false }: WriteOptions = {}): Promise<Written> {
    return await new Promise((resolve, reject) => {
      this.#waiting.push({ statement, values, takesAway, resolve, reject })
      if (this.#waiting.length === 1) void this.#inTurn(() => this.#writeWaiting())
    })
  }

  async transaction<Result>(
    use: (held: Held) => Promise<Result>,
    { readOnly = false, takesAway = false }: TransactionOptions = {},
  ): Promise<Result> {
    return readOnly ? await this.#snapshot(use) : await this.#inTurn(() => this.#commit(() => use(heldOn(this.#writer)), takesAway))
  }

  async version(): Promise<string> {
    // The connection's own commits do not change the number.
    const [row] = await this.#unlessBusy(() => this.#writer.all(sql`PRAGMA data_version`), READER_PATIENCE)
    return `${String(row?.['data_version'])} ${this.#takenAway}`
  }

  /** Changes the schema; watches and seals added tables. */
  async changeSchema(use: (held: Held) => Promise<void>): Promise<void> {
    await this.transaction(async held => {
      await use(held)
      this.#sealing.watch()
    })
  }

  /** Number of commits, which is in the names of copies. */
  async count(): Promise<number> {
    const [row] = await this.read(sql`SELECT count FROM changes`)
    return Number(row?.['count'] ?? 0)
  }

  /** Writes a complete, compact file. */
  async copyTo(path: string): Promise<void> {
    await this.#unlessBusy(() => this.#reader.run(sql`VACUUM INTO ${literal(path)}`), WRITER_PATIENCE)
  }

  async close(): Promise<void> {
    await this.#inTurn(async () => undefined)
    await this.changes.closing()
    for (const connection of [this.#reader, this.#writer, this.#snapshots]) connection?.close()
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#writing.then(work)
    this.#writing = turn.catch(() => undefined)
    return turn
  }

  async #writeWaiting(): Promise<void> {
    const batch = this.#waiting
    this.#waiting = []
    const runAll = (some: readonly Waiting[]): Promise<Written[]> =>
      this.#commit(
        async () => some.map(({ statement, values }) => this.#writer.run(statement, values)),
        some.some(({ takesAway }) => takesAway),
      )
    try {
      const written = await runAll(batch)
      for (const [index, { resolve }] of batch.entries()) resolve(written[index]!)
    } catch (error) {
      if (batch.length === 1) return batch[0]!.reject(error)
      // Separately: an error of one must not fail the others.
      for (const change of batch) await runAll([change]).then(([written]) => change.resolve(written!), change.reject)
    }
  }

  async #commit<Result>(use: () => Promise<Result>, takesAway: boolean): Promise<Result> {
    const result = await this.#commitOnce(use, takesAway)
    // The journal contains pages from before the change.
    if (takesAway) {
      this.#takenAway++
      await this.#clearJournal()
    }
    await this.changes.committed(takesAway)
    return result
  }

  async #commitOnce<Result>(use: () => Promise<Result>, takesAway: boolean): Promise<Result> {
    for (;;) {
      try {
        await this.#unlessBusy(() => this.#writer.run(sql`BEGIN IMMEDIATE`), WRITER_PATIENCE)
        const result = await use()
        this.#sealing.sealChanged()
        await this.#unlessBusy(() => this.#writer.run(sql`COMMIT`), WRITER_PATIENCE)
        return result
      } catch (error) {
        this.#rollBack()
        if (takesAway && isFull((error as Error).cause ?? error) && (await this.changes.makeRoom())) continue
        throw recordsError(error, this.file)
      }
    }
  }

  /** Fills the journal with zeros, which SQLite reads as finished. Holds the lock, so that no process writes to it. */
  async #clearJournal(): Promise<void> {
    await this.#unlessBusy(() => this.#writer.run(sql`BEGIN IMMEDIATE`), WRITER_PATIENCE)
    try {
      const journal = openSync(`${this.file}-journal`, constants.O_RDWR | constants.O_CREAT, 0o600)
      try {
        const { size } = fstatSync(journal)
        writeSync(journal, Buffer.alloc(size), 0, undefined, 0)
        // Do not grow it on a full disk.
        if (size < JOURNAL) reserveRoom(journal, size)
        fsyncSync(journal)
      } finally {
        closeSync(journal)
      }
    } finally {
      this.#rollBack()
    }
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
      const connection = (this.#snapshots ??= this.#connectForSnapshots())
      connection.run(sql`BEGIN`)
      try {
        // Takes the lock and the snapshot.
        await this.#unlessBusy(() => connection.all(sql`PRAGMA schema_version`), READER_PATIENCE)
        return await use(heldOn(connection))
      } finally {
        connection.run(sql`COMMIT`)
      }
    })
    this.#reading = turn.catch(() => undefined)
    return await turn
  }

  #connectForSnapshots(): Connection {
    const connection = connect(this.file)
    connection.waitNoMore()
    return connection
  }

  async #unlessBusy<Result>(attempt: () => Result, patience: number): Promise<Result> {
    const start = steadyClock()
    for (let count = 1; ; count++) {
      try {
        return attempt()
      } catch (error) {
        if (!isBusy(error) || steadyClock() - start > patience) throw recordsError(error, this.file)
        await sleep(Math.random() * Math.min(2 ** count, LONGEST_WAIT))
      }
    }
  }
}

function reserveRoom(file: number, size: number): void {
  try {
    writeSync(file, Buffer.alloc(JOURNAL - size), 0, undefined, size)
  } catch {
    // The next revocation tries again.
  }
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

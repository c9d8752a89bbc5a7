import { access } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Encoder } from '../../files/encoder.ts'
import { FILES_OF_FOLDER, rowFaults } from '../../../core/model/catalog-document.ts'
import type { SteadyClock } from '../../../core/runtime/shared-work.ts'
import { type Store, StoreDamaged } from '../../../core/model/store.ts'
import { KeptCatalog } from '../../records/kept-catalog.ts'
import { type Records, RECORDS_FILE } from '../../records/records.ts'
import { parquetStore } from '../common/parquet-store.ts'
import { DELIVERIES, spoolDirOf } from './folder-target.ts'
import { NamedFiles, namedParts } from './named-files.ts'
import { openRecords } from './open-records.ts'
import { VerifiedFiles } from './verified-files.ts'
import type { DataFile } from '../common/parquet-groups.ts'
import { DAY_MS } from '../../../core/model/dates.ts'

interface DuckdbStoreOptions {
  /** Time limit of a session, s. */
  timeLimit?: number | undefined
  steady?: SteadyClock | undefined
  onDamage?: (line: string) => void
  /** Damage of the records that is known. */
  damage?: () => StoreDamaged | undefined
}

/** A store that opens its own records and closes them. */
export async function openDuckdbStore(
  dataDir: string,
  options: DuckdbStoreOptions = {},
): Promise<Store> {
  const records = await openRecords(dataDir, options.onDamage)
  const store = await openStoreOn(records, dataDir, options)
  return {
    ...store,
    async close() {
      await store.close()
      await records.close()
    },
  }
}

export async function openStoreOn(
  records: Records,
  dataDir: string,
  { timeLimit, steady, onDamage = () => {}, damage: known = () => undefined }: DuckdbStoreOptions,
): Promise<Store> {
  const directories = [join(dataDir, DELIVERIES), spoolDirOf(dataDir)]
  const encoder = await Encoder.start({
    dataDir,
    directories,
    timeLimit,
  })
  const catalogs = new KeptCatalog(records, rowFaults(FILES_OF_FOLDER), steady)
  const files = new VerifiedFiles(dataDir, ({ message }) =>
    onDamage(`Damaged: ${message}. Its data are not served. Run \`admin verify\` for what to do`),
  )
  const scrubbing = scrub(() => namedParts(records), files)
  const named = new NamedFiles(records)
  /** Once a file was found, only its folder is checked. */
  let existing: ReadonlySet<string> = new Set()

  const store = parquetStore({
    catalogs,
    files,
    encoder,

    async ready() {
      // Opens the records, and creates those of a new store.
      await catalogs.current()
      await requireAll(dataDir, [RECORDS_FILE])
      const names = await named.current()
      const before = existing
      await requireAll(
        dataDir,
        new Set([...names].map(name => (before.has(name) ? dirname(name) : name))),
      )
      existing = names
      const damage = known() ?? (await files.damage(names))
      if (damage !== undefined) throw damage
      await encoder.ready()
    },
  })
  return {
    ...store,
    metrics: () => [...(store.metrics?.() ?? []), ...files.metrics()],
    async close() {
      await scrubbing.stop()
      await store.close()
    },
  }
}

async function requireAll(dataDir: string, paths: Iterable<string>): Promise<void> {
  await Promise.all(
    [...paths].map(path =>
      access(join(dataDir, path)).catch((cause: unknown) => {
        throw new StoreDamaged(path, `${path} is missing`, { cause })
      }),
    ),
  )
}

/** Time, ms, before the first pass, and between passes. */
const FIRST_AFTER = 10 * 60_000

/** Average read rate, bytes per second: about 1 % of a processor. */
const RATE = 20e6

/** Periodically rereads every data file, to find decay before a request does. Never keeps the process alive. */
function scrub(
  files: () => Promise<readonly DataFile[]>,
  verified: VerifiedFiles,
): { stop: () => Promise<void> } {
  const stopped = new AbortController()
  const { signal } = stopped
  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal, ref: false })
  const pass = async (): Promise<void> => {
    for (const file of await files()) {
      // `verified` reports each damage once.
      await verified.checkAgain(file).catch(ignoreDamage)
      await pause(((file.bytes ?? 0) / RATE) * 1000)
    }
  }
  const run = async (): Promise<void> => {
    await pause(FIRST_AFTER)
    for (;;) {
      // Retried in the next pass.
      await pass().catch(() => signal.throwIfAborted())
      await pause(DAY_MS)
    }
  }
  const running = run().catch(() => undefined)
  return {
    async stop() {
      stopped.abort()
      await running
    },
  }
}

function ignoreDamage(error: unknown): void {
  if (!(error instanceof StoreDamaged)) throw error
}

import { rename, stat, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { isDiskFull } from '../../files/spool-folder.ts'
import { CONTRADICTED, readRecordText, type RecordFolder, removeFile, REVOKED, syncFile, watchRecords, whenMissing } from './data-folder.ts'
import { appendKeys, revokeInFile } from './key-file.ts'
import { KEY, recordReader, type StoredKey } from './sealed-record.ts'

/** Keys that are a file each: `ID.json`, renamed to `ID.revoked` to revoke. */
export class LooseKeys {
  readonly #dir: string
  readonly #read: (name: string, text: string) => StoredKey | null
  readonly #records: RecordFolder<StoredKey>
  #indexed: ReadonlyMap<string, StoredKey> | null = null
  #revoked: ReadonlySet<string> = new Set()
  byHash: ReadonlyMap<string, StoredKey> = new Map()
  byId: ReadonlyMap<string, StoredKey> = new Map()

  constructor(dir: string, tell: (line: string) => void) {
    this.#dir = dir
    this.#read = recordReader(KEY, 'keys', tell)
    this.#records = watchRecords(dir, this.#read)
  }

  /** `names` are those of the folder. */
  async look(names: readonly string[]): Promise<void> {
    this.#revoked = new Set(names.filter(name => name.endsWith(REVOKED)).map(name => name.slice(0, -REVOKED.length)))
    const records = await this.#records.read()
    if (records === this.#indexed) return
    this.#indexed = records
    const all = [...records.values()]
    this.byHash = new Map(all.map(record => [record.sha256, record]))
    this.byId = new Map(all.map(record => [record.id, record]))
  }

  unlessRevoked(record: StoredKey | undefined): StoredKey | undefined {
    return record !== undefined && this.#revoked.has(record.id) ? undefined : record
  }

  /** Revoked ones too. */
  async all(): Promise<StoredKey[]> {
    return [...this.byId.values(), ...(await this.#readRevoked())]
  }

  /** The file's time says when. */
  async #readRevoked(): Promise<StoredKey[]> {
    const keys = [...this.#revoked].map(async id => {
      const path = join(this.#dir, id + REVOKED)
      const text = await readRecordText(path)
      const record = text === null ? null : this.#read(id + REVOKED, text)
      return record === null ? [] : [{ ...record, revoked_at: record.revoked_at ?? (await stat(path)).mtime.toISOString() }]
    })
    return (await Promise.all(keys)).flat()
  }
}

/** Revokes a key that is a file of its own, at the given moment unless revoked earlier; false if there is none. */
export async function revokeLoose(dir: string, id: string, now: Date): Promise<boolean> {
  const path = await firstThere([join(dir, `${id}.json`), join(dir, id + CONTRADICTED)])
  if (path !== null) {
    await utimes(path, now, now)
    // Neither needs disk space unless the folder grows; then the key and its history are deleted.
    await rename(path, join(dir, id + REVOKED)).catch((error: unknown) => {
      if (!isDiskFull(error)) throw error
      return unlink(path)
    })
    await syncFile(dir)
    // Another process may have been sealing it.
    await removeFile(dir, `${id}.json`)
  }
  return path !== null || (await firstThere([join(dir, id + REVOKED)])) !== null
}

async function firstThere(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) if ((await stat(path).catch(whenMissing(null))) !== null) return path
  return null
}

/**
 * Moves sealed files of one key into the key file. It may be interrupted and repeated; a key that is revoked at the same time stays revoked.
 * Damaged files stay.
 */
export async function upgradeKeys(dir: string, loose: readonly LooseKey[]): Promise<void> {
  if (loose.length === 0) return
  const moments = await Promise.all(
    loose.map(async ({ name, record }) =>
      name.endsWith(REVOKED)
        ? (record.revoked_at ?? (await stat(join(dir, name)).catch(whenMissing(null)))?.mtime ?? new Date())
        : record.revoked_at,
    ),
  )
  await appendKeys(
    dir,
    loose.map(({ record }, index) => ({ ...record, revoked_at: isoTime(moments[index]!) })),
  )
  for (const { name, record } of loose) {
    const revoked = join(dir, record.id + REVOKED)
    if (!name.endsWith(REVOKED)) await unlink(join(dir, name)).catch(whenMissing(undefined))
    const found = await stat(revoked).catch(whenMissing(null))
    if (found === null) continue
    await revokeInFile(dir, record.id, found.mtime.toISOString())
    await unlink(revoked).catch(whenMissing(undefined))
  }
  await syncFile(dir)
}

function isoTime(moment: Date | string | null): string | null {
  return moment instanceof Date ? moment.toISOString() : moment
}

export interface LooseKey {
  name: string
  record: StoredKey
}

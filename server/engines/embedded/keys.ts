import { timingSafeEqual } from 'node:crypto'
import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createApiKey,
  endOfDay,
  hashApiKey,
  isApiKey,
  type KeyRecord,
  type KeyStore,
  type ListedKey,
  type NewKey,
} from '../../access/keys.ts'
import { newId } from '../../model/identities.ts'
import { Fresh, steadyClock, type SteadyClock } from '../../model/shared-work.ts'
import { makeRecordFolder } from './data-folder.ts'
import { appendKeys, KEY_FILE, revokeInFile } from './key-file.ts'
import { emptyIndex, openAt, readChanges, reportDamage } from './key-index.ts'
import { LooseKeys, revokeLoose } from './loose-keys.ts'
import type { StoredKey } from './sealed-record.ts'

const ID = /^[0-9a-f]{12}$/
const MINUTE = 60_000

/** Maximum age, ms, of the view of known keys. */
const KNOWN_AGE = 1000

/** Interval, ms, of reporting that keys may be unknown because their records are damaged. */
const DAMAGE_INTERVAL = 60_000

/**
 * Keys in `dir`: a sealed line each in one file, appended to create and rewritten in place to revoke, so that CLI and services need no lock.
 * Files of one key, from versions up to 1.1, are read too until `upgradeKeys` moves them. `clock` gives ms since 1970, `steady` ages looks,
 * `tell` reports damaged records.
 */
export function fileKeyStore(
  dir: string,
  clock: () => number = Date.now,
  steady: SteadyClock = steadyClock,
  tell: (line: string) => void = () => undefined,
): KeyStore {
  const folder = new KeyFolder(dir, steady, tell)
  const touched = new Map<string, number>()
  const usedPath = (id: string) => join(dir, 'last-used', id)
  const isUsable = ({ revoked_at, expires_at }: StoredKey) =>
    revoked_at === null && (expires_at === null || Date.parse(expires_at) > clock())
  let toldAt = -Infinity
  const tellOfDamage = (): void => {
    if (folder.damaged === 0 || steady() - toldAt < DAMAGE_INTERVAL) return
    toldAt = steady()
    const damaged = folder.damaged === 1 ? '1 record of keys is' : `${folder.damaged} records of keys are`
    tell(`An unknown key was refused, and ${damaged} damaged: run \`admin verify\``)
  }

  return {
    async create({ id = newId(), companyId, name = '', expires }: NewKey) {
      const key = createApiKey()
      const record: StoredKey = {
        id,
        company_id: companyId,
        name,
        created_at: new Date(clock()).toISOString(),
        expires_at: expires === undefined ? null : endOfDay(expires),
        revoked_at: null,
        sha256: hashApiKey(key),
      }
      await makeRecordFolder(join(dir, 'last-used'))
      if ((await appendKeys(dir, [record])) === 0) throw new Error(`key ${id} already exists`)
      folder.expire()
      return { id, key }
    },

    async list(companyId?: number) {
      const records = (await folder.all()).filter(record => companyId === undefined || record.company_id === companyId)
      const listed = await Promise.all(records.map(async record => listedKey(record, await modifiedAt(usedPath(record.id)))))
      return listed.sort((a, b) => (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0))
    },

    async get(id: string) {
      const record = ID.test(id) ? await folder.get(id) : null
      return record && publicRecord(record)
    },

    async revoke(id: string) {
      if (!ID.test(id)) return false
      const now = new Date(clock())
      // Both: an interrupted upgrade leaves a key in two places.
      const revoked = [await revokeLoose(dir, id, now), await revokeInFile(dir, id, now.toISOString())]
      folder.expire()
      return revoked.includes(true)
    },

    async find(key: string) {
      if (!isApiKey(key)) return null
      const hash = hashApiKey(key)
      const record = (await folder.within(KNOWN_AGE)).ofHash(hash) ?? (await folder.now()).ofHash(hash)
      if (record === undefined) tellOfDamage()
      if (record === undefined || !timingSafeEqual(Buffer.from(record.sha256), Buffer.from(hash))) return null
      return isUsable(record) ? publicRecord(record) : null
    },

    async isValid(id: string) {
      const record = (await folder.within(KNOWN_AGE)).ofId(id) ?? (await folder.now()).ofId(id)
      return record !== undefined && isUsable(record)
    },

    async touch(id: string) {
      const now = clock()
      if (!ID.test(id) || now - (touched.get(id) ?? -Infinity) < MINUTE) return
      touched.set(id, now)
      const time = new Date(now)
      await utimes(usedPath(id), time, time)
        .catch(missing)
        .then(async done => {
          if (done !== null) return
          await writeFile(usedPath(id), '', { mode: 0o600 })
          await utimes(usedPath(id), time, time)
        })
    },
  }
}

/** Names of files of one key. */
const LOOSE = /\.(json|revoked)$/

/** Age, ms, from which a file's time tells two changes apart: some file systems keep whole seconds, others a few milliseconds. */
const SETTLED = { seconds: 2000, finer: 100 }

/** Known keys; revoked ones too, if they are in the key file. */
interface Keys {
  ofHash(hash: string): StoredKey | undefined
  ofId(id: string): StoredKey | undefined
}

/** The key file, whose index is refreshed when it changed, and the files of one key from versions up to 1.1. */
class KeyFolder implements Keys {
  readonly #dir: string
  readonly #tell: (line: string) => void
  readonly #fresh: Fresh<Keys>
  #index = emptyIndex()
  #state = ''
  /** Ms since 1970. */
  #readAt = 0
  #loose: LooseKeys | undefined
  /** Changes by this process, and how many of them were looked at. */
  #changes = 0
  #seen = 0

  constructor(dir: string, clock: SteadyClock, tell: (line: string) => void) {
    this.#dir = dir
    this.#tell = tell
    this.#fresh = new Fresh(() => this.#look(), clock)
  }

  /** Number of damaged lines. */
  get damaged(): number {
    return this.#index.damaged.size
  }

  /** At most `age` ms old. */
  async within(age: number): Promise<Keys> {
    const changes = this.#changes
    if (this.#seen === changes) return await this.#fresh.within(age)
    const keys = await this.#fresh.now()
    this.#seen = Math.max(this.#seen, changes)
    return keys
  }

  /** As of now, for a key that is unknown: it may have been created a moment ago. Callers during a look share the next one. */
  async now(): Promise<Keys> {
    return await this.#fresh.now()
  }

  /** Callers look again. */
  expire(): void {
    this.#changes++
  }

  /** Each key once, revoked ones too. */
  async all(): Promise<StoredKey[]> {
    await this.#fresh.now()
    const own = [...this.#index.byId.values()].flatMap(start => this.#at(start) ?? [])
    const all = [...own, ...((await this.#loose?.all()) ?? [])]
    return [...new Map(all.map(key => [key.id, key])).values()]
  }

  /** Null if unknown; revoked ones too. */
  async get(id: string): Promise<StoredKey | null> {
    await this.#fresh.now()
    return this.ofId(id) ?? (await this.#loose?.all())?.find(key => key.id === id) ?? null
  }

  ofHash(hash: string): StoredKey | undefined {
    const record = this.#at(this.#index.byHash.get(hash))
    return record?.sha256 === hash ? record : undefined
  }

  ofId(id: string): StoredKey | undefined {
    const record = this.#at(this.#index.byId.get(id))
    return record?.id === id ? record : undefined
  }

  #at(start: number | undefined): StoredKey | undefined {
    if (start === undefined) return undefined
    return this.#index.opened.get(start) ?? openAt(this.#index, start) ?? undefined
  }

  async #look(): Promise<Keys> {
    // The order matters: an upgrade writes the file first.
    const names = (await readdir(this.#dir).catch(missing)) ?? []
    const loose = names.some(name => LOOSE.test(name)) ? (this.#loose ??= new LooseKeys(this.#dir, this.#tell)) : undefined
    await loose?.look(names)
    this.#loose = loose
    await this.#lookAtFile()
    if (loose === undefined) return this
    return {
      ofHash: hash => loose.unlessRevoked(this.ofHash(hash)) ?? loose.byHash.get(hash),
      ofId: id => loose.unlessRevoked(this.ofId(id)) ?? loose.byId.get(id),
    }
  }

  /** Costs one `stat` while the file is unchanged. */
  async #lookAtFile(): Promise<void> {
    const path = join(this.#dir, KEY_FILE)
    const found = await stat(path, { bigint: true }).catch(missing)
    const now = Date.now()
    const state = found === null ? 'missing' : `${found.ino} ${found.size} ${found.mtimeNs}`
    // A time in the future is of another clock.
    const age = found !== null && found.mtimeNs % 1_000_000_000n === 0n ? SETTLED.seconds : SETTLED.finer
    const isSettled = (at: number): boolean => found === null || Math.abs(at - Number(found.mtimeMs)) > age
    if (state !== this.#state || !isSettled(this.#readAt)) {
      this.#index = await readChanges(this.#index, path, found?.ino ?? 0n)
      this.#state = state
      this.#readAt = now
    }
    if (this.#index.damaged.size > 0 && isSettled(now)) reportDamage(this.#index, this.#tell)
  }
}

/** For `catch`: null if the file is missing. */
function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

function publicRecord({ sha256: _, ...record }: StoredKey): KeyRecord {
  return record
}

function listedKey(record: StoredKey, usedAt: Date | null): ListedKey {
  return { ...publicRecord(record), last_used_at: usedAt?.toISOString() ?? null }
}

async function modifiedAt(path: string): Promise<Date | null> {
  return (await stat(path).catch(missing))?.mtime ?? null
}

/** Revoked ones too. Reports damaged records to `tell`. */
export async function readKeys(dir: string, tell: (line: string) => void): Promise<StoredKey[]> {
  return await new KeyFolder(dir, steadyClock, tell).all()
}

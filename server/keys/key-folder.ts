import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeyRecord } from './key-store.ts'

/** What a key's file holds. */
export interface StoredKey extends KeyRecord {
  /** Of the whole key, in hex. */
  sha256: string
}

export interface KeyFolder {
  /** Keys by SHA-256, as they were at most `age` milliseconds ago. */
  within(age: number): Promise<ReadonlyMap<string, StoredKey>>
  /** All keys as they are now. */
  read(): Promise<Iterable<StoredKey>>
}

/** Reads a folder of key files and keeps up with it: looks at every file's state, reads only those that changed. */
export function watchFolder(dir: string): KeyFolder {
  let files = new Map<string, { state: string, record: StoredKey | null }>()
  let byHash = new Map<string, StoredKey>()
  let lookedAt = -Infinity
  let looking: Promise<void> | null = null

  const look = async () => {
    const startedAt = performance.now()
    const names = (await readdir(dir).catch(emptyWhenMissing)).filter(name => name.endsWith('.json'))
    const seen = await Promise.all(names.map(async name => {
      const state = await stateOf(join(dir, name))
      const known = files.get(name)
      return [name, known?.state === state ? known : { state, record: await recordOf(join(dir, name)) }] as const
    }))
    files = new Map(seen)
    byHash = new Map([...files.values()].flatMap(({ record }) => record === null ? [] : [[record.sha256, record]]))
    lookedAt = startedAt
  }
  const refresh = () => looking ??= look().finally(() => { looking = null })

  return {
    async within(age) {
      if (performance.now() - lookedAt >= age) await refresh()
      return byHash
    },
    async read() {
      // A look under way may have started before the latest change; whether it fails is for those who wait for it.
      await looking?.catch(() => undefined)
      await refresh()
      return byHash.values()
    }
  }
}

async function stateOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(path)
    return `${ino} ${size} ${mtimeMs}`
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'gone'
    throw error
  }
}

/** Null for a file that holds no key: one damaged file must not lock every company out. */
async function recordOf(path: string): Promise<StoredKey | null> {
  try {
    const record = JSON.parse(await readFile(path, 'utf8')) as Partial<StoredKey>
    return /^[0-9a-f]{64}$/.test(record.sha256 ?? '') && Number.isSafeInteger(record.company_id) ? record as StoredKey : null
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function emptyWhenMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

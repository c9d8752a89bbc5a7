import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Fresh, type SteadyClock } from '../../model/fresh.ts'

export interface RecordFolder<Record> {
  /** Records by file name, as they were at most `age` milliseconds ago. The same map until something changes. */
  within(age: number): Promise<ReadonlyMap<string, Record>>
  /** All records as they are now. */
  read(): Promise<ReadonlyMap<string, Record>>
}

/**
 * Reads a folder of small JSON files, and keeps up with it: looks at every file's state, reads only those that changed. What `parse`
 * turns down is left out: one damaged file must not lock everyone out.
 */
export function watchRecords<Record>(dir: string, parse: (value: unknown) => Record | null, clock?: SteadyClock): RecordFolder<Record> {
  let files = new Map<string, { state: string; record: Record | null }>()
  let records: ReadonlyMap<string, Record> = new Map()

  const look = async () => {
    const names = (await readdir(dir).catch(whenMissing<string[]>([]))).filter(name => name.endsWith('.json'))
    let changed = names.length !== files.size
    const seen = await Promise.all(
      names.map(async name => {
        const state = await stateOf(join(dir, name))
        const known = files.get(name)
        if (known?.state === state) return [name, known] as const
        changed = true
        return [name, { state, record: await readRecord(join(dir, name), parse) }] as const
      }),
    )
    files = new Map(seen)
    if (changed) records = new Map(seen.flatMap(([name, { record }]) => (record === null ? [] : [[name, record] as const])))
    return records
  }
  const fresh = new Fresh(look, clock)

  return { within: age => fresh.within(age), read: () => fresh.now() }
}

async function stateOf(path: string): Promise<string> {
  const seen = await stat(path).catch(whenMissing(null))
  return seen === null ? 'gone' : `${seen.ino} ${seen.size} ${seen.mtimeMs}`
}

async function readRecord<Record>(path: string, parse: (value: unknown) => Record | null): Promise<Record | null> {
  const text = await readFile(path, 'utf8').catch(whenMissing(''))
  try {
    return parse(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Handles a rejection: the value where the file is missing, otherwise the rejection again. */
export function whenMissing<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return error => {
    if (error.code === 'ENOENT') return value
    throw error
  }
}

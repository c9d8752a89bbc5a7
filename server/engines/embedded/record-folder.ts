import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Fresh, type SteadyClock } from '../../model/fresh.ts'

export interface RecordFolder<Record> {
  /** Records by file name, as they were at most `age` milliseconds ago. The same map until something changes. */
  within(age: number): Promise<ReadonlyMap<string, Record>>
  /** All records as they are now. */
  read(): Promise<ReadonlyMap<string, Record>>
}

/** The end of a file's name that marks the record of the same id as revoked, whatever else is there. */
export const REVOKED = '.revoked'

/** The end of the name of a file that was set aside, since the audit log contradicts it. */
export const CONTRADICTED = '.contradicted'

/**
 * Reads a folder of small JSON files, and keeps up with it: looks at every file's state, reads only those that changed. What `parse`
 * turns down is left out: one damaged file must not lock everyone out.
 */
export function watchRecords<Record>(
  dir: string,
  parse: (name: string, text: string) => Record | null,
  clock?: SteadyClock,
): RecordFolder<Record> {
  let files = new Map<string, { state: string; record: Record | null }>()
  let records: ReadonlyMap<string, Record> = new Map()

  const look = async () => {
    const all = new Set(await readdir(dir).catch(whenMissing<string[]>([])))
    const names = [...all].filter(name => name.endsWith('.json') && !all.has(name.replace(/\.json$/, REVOKED)))
    let changed = names.length !== files.size
    const seen = await Promise.all(
      names.map(async name => {
        const state = await stateOf(join(dir, name))
        const known = files.get(name)
        if (known?.state === state) return [name, known] as const
        changed = true
        const text = await readRecordText(join(dir, name))
        return [name, { state, record: text === null ? null : parse(name, text) }] as const
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

/** The text of a record's file; empty if the disk cannot read it, null if it is gone. */
export async function readRecordText(path: string): Promise<string | null> {
  return await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EIO' || error.code === 'EISDIR') return ''
    return whenMissing(null)(error)
  })
}

/** Handles a rejection: the value where the file is missing, otherwise the rejection again. */
export function whenMissing<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return error => {
    if (error.code === 'ENOENT') return value
    throw error
  }
}

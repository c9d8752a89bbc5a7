import { closeSync, fstatSync, openSync, readSync, type BigIntStats, writeSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isDiskFull } from '../../files/spool-folder.ts'
import { nextSlice } from '../../model/slices.ts'
import { makeRecordFolder, syncFile, whenMissing } from './data-folder.ts'
import { KEY, openRecord, sealedText, type StoredKey } from './sealed-record.ts'

/** In the folder `keys`: a sealed record a line, in order of creation. */
export const KEY_FILE = 'keys.jsonl'

const NEWLINE = 10

/** A line is as long as it will be when the key is revoked, which then needs no disk space. */
const REVOKED_AT_BYTES = new Date(0).toISOString().length + 2 - 'null'.length

/** How each record begins. Quotes in names are escaped, so that nothing else looks like it. */
const START = '{"id":"'

/** Age, ms, from which a file's time tells two changes apart. */
const SETTLED = 2000

/** Interval, ms, of reading a file again whose time does not tell. */
const REREAD = 500

/** Maximum time, ms, that indexing holds the event loop. */
const SLICE = 4

interface RecordLine {
  /** Byte offsets. */
  start: number
  end: number
  opened: { record: StoredKey } | { problem: string; id: string | null }
}

export interface KeyLine extends RecordLine {
  /** From 1. */
  number: number
}

/** Parses a line; null if it is blank. */
function openLine(text: string): KeyLine['opened'] | null {
  const whole = text.trimEnd()
  if (whole === '') return null
  const id = /^\{"id":"([0-9a-f]{12})"/.exec(whole)?.[1] ?? null
  const opened = openRecord(KEY, id ?? '', whole)
  if ('problem' in opened) return { problem: opened.problem, id }
  return opened.isSealed ? { record: opened.record } : { problem: 'damaged: it has no seal', id }
}

/** All lines that are not blank. A damaged newline joins two: each is looked at separately. */
export function* keyLines(bytes: Buffer): Generator<KeyLine> {
  for (let start = 0, number = 1; start < bytes.length; number++) {
    const end = endOfLine(bytes, start)
    for (const [from, to] of recordsIn(bytes, start, end)) {
      const opened = openLine(bytes.toString('utf8', from, to))
      if (opened !== null) yield { number, start: from, end: to, opened }
    }
    start = end + 1
  }
}

/** Lines of one key: one, unless somebody copied it. The others are not parsed. */
function linesOf(id: string): (bytes: Buffer) => Generator<RecordLine> {
  const begin = `${START}${id}"`
  return function* (bytes) {
    for (let start = bytes.indexOf(begin); start !== -1; start = bytes.indexOf(begin, start + 1)) {
      const [[, end]] = recordsIn(bytes, start, endOfLine(bytes, start)) as [[number, number]]
      yield { start, end, opened: openLine(bytes.toString('utf8', start, end))! }
    }
  }
}

function endOfLine(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(NEWLINE, start)
  return end === -1 ? bytes.length : end
}

function recordsIn(bytes: Buffer, start: number, end: number): [from: number, to: number][] {
  const line = bytes.subarray(start, end)
  const parts: [number, number][] = []
  for (let from = 0; from < line.length;) {
    const next = line.indexOf(START, from + 1)
    const to = next === -1 ? line.length : next
    parts.push([start + from, start + to])
    from = to
  }
  return parts
}

/** What a reader of the file knows: its bytes, and where in them a key is. */
interface Index {
  state: string
  inode: bigint
  bytes: Buffer
  byHash: Map<string, number>
  byId: Map<string, number>
  /** By offset. Reported once the file is settled: until then a write may be under way. */
  damaged: Map<number, { line: number; problem: string; isTold: boolean }>
}

/**
 * Reads the key file when it changed, and parses only what did. Each look costs one `stat`, each key a hash lookup. `tell` reports each
 * damaged record once.
 */
export class KeyIndex {
  readonly #path: string
  readonly #tell: (line: string) => void
  #index: Index = { state: '', inode: 0n, bytes: Buffer.alloc(0), byHash: new Map(), byId: new Map(), damaged: new Map() }
  #readAt = -Infinity
  #opened = new Map<number, StoredKey | null>()

  constructor(dir: string, tell: (line: string) => void) {
    this.#path = join(dir, KEY_FILE)
    this.#tell = tell
  }

  get damaged(): number {
    return this.#index.damaged.size
  }

  ofHash(hash: string): StoredKey | undefined {
    const record = this.#at(this.#index.byHash.get(hash))
    return record?.sha256 === hash ? record : undefined
  }

  ofId(id: string): StoredKey | undefined {
    const record = this.#at(this.#index.byId.get(id))
    return record?.id === id ? record : undefined
  }

  all(): StoredKey[] {
    return [...this.#index.byId.values()].flatMap(start => this.#at(start) ?? [])
  }

  /** Not concurrently. */
  async look(): Promise<this> {
    const found = await stat(this.#path, { bigint: true }).catch(whenMissing(null))
    const state = found === null ? 'missing' : `${found.ino} ${found.size} ${found.mtimeNs}`
    const isSettled = found === null || isLater(Date.now(), found)
    if (state === this.#index.state) {
      if (isSettled) this.#report()
      if (this.#isRead(found) || performance.now() - this.#readAt < REREAD) return this
    }
    this.#readAt = performance.now()
    const bytes = found === null ? Buffer.alloc(0) : await readFile(this.#path).catch(whenMissing(Buffer.alloc(0)))
    await this.#read(bytes, state, found?.ino ?? 0n)
    if (isSettled) this.#report()
    return this
  }

  /** Whether the last reading began after the file settled. */
  #isRead(found: BigIntStats | null): boolean {
    const readAt = Date.now() - (performance.now() - this.#readAt)
    return found === null || isLater(readAt, found)
  }

  async #read(bytes: Buffer, state: string, inode: bigint): Promise<void> {
    const before = this.#index
    // Bytes only change in place, or are added: entries of unchanged lines stay, and those of changed ones are checked when used.
    const isKept = inode === before.inode && bytes.length >= before.bytes.length
    const { byHash, byId, damaged } = isKept
      ? before
      : { byHash: new Map<string, number>(), byId: new Map<string, number>(), damaged: new Map() }
    const old = isKept ? before.bytes : Buffer.alloc(0)
    let began = performance.now()
    for (let start = 0, line = 1; start < bytes.length; line++) {
      const end = endOfLine(bytes, start)
      const isSame = end < old.length && bytes.compare(old, start, end + 1, start, end + 1) === 0 && !damaged.has(start)
      if (!isSame) {
        for (const [from, to] of recordsIn(bytes, start, end)) {
          const opened = openLine(bytes.toString('utf8', from, to))
          const told = damaged.get(from)
          damaged.delete(from)
          if (opened === null) continue
          if ('problem' in opened) damaged.set(from, { line, problem: opened.problem, isTold: told?.isTold ?? false })
          else {
            byHash.set(opened.record.sha256, from)
            byId.set(opened.record.id, from)
          }
        }
      }
      start = end + 1
      if (line % 64 === 0 && performance.now() - began > SLICE) {
        await nextSlice()
        began = performance.now()
      }
    }
    this.#opened = new Map()
    this.#index = { state, inode, bytes, byHash, byId, damaged }
  }

  /** Undefined where the bytes changed and hold no such record any more. */
  #at(start: number | undefined): StoredKey | undefined {
    if (start === undefined) return undefined
    const known = this.#opened.get(start)
    if (known !== undefined) return known ?? undefined
    const { bytes } = this.#index
    const end = endOfLine(bytes, start)
    const [from, to] = recordsIn(bytes, start, end)[0] ?? [start, end]
    const opened = openLine(bytes.toString('utf8', from, to))
    const record = opened !== null && 'record' in opened ? opened.record : null
    this.#opened.set(start, record)
    return record ?? undefined
  }

  #report(): void {
    for (const one of this.#index.damaged.values()) {
      if (one.isTold) continue
      one.isTold = true
      this.#tell(`keys/${KEY_FILE}, line ${one.line} is ${one.problem}. It is ignored: run \`admin verify\``)
    }
  }
}

/** Appends keys in one write, durably; those that the file has are left out. Throws, and leaves nothing, if the disk is full. Returns how many. */
export async function appendKeys(dir: string, keys: readonly StoredKey[]): Promise<number> {
  await makeRecordFolder(dir)
  const path = join(dir, KEY_FILE)
  // Without yielding, so that nothing in this process comes between.
  const { added, isNew } = withFile(path, 'a+', file => {
    const bytes = readWhole(file)
    const missing = keys.filter(({ id }) => bytes.indexOf(`${START}${id}"`) === -1)
    const torn = bytes.length > 0 && bytes.at(-1) !== NEWLINE ? '\n' : ''
    const text = Buffer.from(torn + missing.map(lineOf).join(''))
    if (missing.length > 0) appendWhole(path, file, text, bytes.length)
    return { added: missing.length, isNew: bytes.length === 0 }
  })
  await syncFile(path)
  if (isNew) await syncFile(dir)
  return added
}

/**
 * Revokes a key in place, unless revoked earlier, and removes a damaged record of it; false if there is none. Needs no disk space. The
 * write changes one line, so that a power cut leaves the key revoked or its record damaged, which is refused, too.
 */
export async function revokeInFile(dir: string, id: string, revokedAt: string): Promise<boolean> {
  return await rewriteLines(dir, linesOf(id), ({ opened }) => {
    if ('problem' in opened) return ''
    return opened.record.revoked_at === null ? sealedText({ ...opened.record, revoked_at: revokedAt }) : 'unchanged'
  })
}

/** Removes damaged lines, so that they are not reported again. */
export async function removeDamagedLines(dir: string): Promise<void> {
  await rewriteLines(dir, keyLines, ({ opened }) => ('problem' in opened ? '' : null))
}

/** Replaces lines by shorter texts or ones of the same length; null skips a line. Returns whether any was not skipped. */
async function rewriteLines(
  dir: string,
  find: (bytes: Buffer) => Iterable<RecordLine>,
  change: (line: RecordLine) => string | null,
): Promise<boolean> {
  const path = join(dir, KEY_FILE)
  let found = false
  try {
    withFile(path, 'r+', file => {
      for (const line of find(readWhole(file))) {
        const text = change(line)
        if (text === null) continue
        found = true
        if (text === 'unchanged') continue
        const room = line.end - line.start
        const isFitting = Buffer.byteLength(text) <= room
        const bytes = Buffer.alloc(room, ' ')
        if (isFitting) bytes.write(text)
        writeSync(file, bytes, 0, room, line.start)
        // The end of the line was cut off. Without its record the key is refused, even if there is no space to add it again.
        if (!isFitting) appendText(path, `\n${text}\n`)
      }
    })
  } catch (error) {
    return whenMissing(false)(error as NodeJS.ErrnoException)
  }
  if (found) await syncFile(path)
  return found
}

/** A time in the future is of another clock. */
function isLater(time: number, { mtimeMs }: BigIntStats): boolean {
  return Math.abs(time - Number(mtimeMs)) > SETTLED
}

function lineOf(key: StoredKey): string {
  const room = key.revoked_at === null ? ' '.repeat(REVOKED_AT_BYTES) : ''
  const { id, company_id, name, created_at, expires_at, revoked_at, sha256 } = key
  return `${sealedText({ id, company_id, name, created_at, expires_at, revoked_at, sha256 })}${room}\n`
}

function withFile<Result>(path: string, flags: string, use: (file: number) => Result): Result {
  const file = openSync(path, flags, 0o600)
  try {
    return use(file)
  } finally {
    closeSync(file)
  }
}

function readWhole(file: number): Buffer {
  const bytes = Buffer.alloc(fstatSync(file).size)
  let length = 0
  for (let read = -1; read !== 0 && length < bytes.length; length += read)
    read = readSync(file, bytes, length, bytes.length - length, length)
  return bytes.subarray(0, length)
}

function appendText(path: string, text: string): void {
  try {
    withFile(path, 'a+', file => appendWhole(path, file, Buffer.from(text), fstatSync(file).size))
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}

/** Appends in one write. One cut short is blanked, if it is at the expected place. */
function appendWhole(path: string, file: number, bytes: Buffer, at: number): void {
  const written = writeSync(file, bytes)
  if (written === bytes.length) return
  const part = Buffer.alloc(written)
  readSync(file, part, 0, written, at)
  if (part.equals(bytes.subarray(0, written))) withFile(path, 'r+', own => writeSync(own, Buffer.alloc(written, '\n'), 0, written, at))
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
}

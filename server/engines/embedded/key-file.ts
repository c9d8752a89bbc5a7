import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isDiskFull } from '../../files/spool-folder.ts'
import { makeRecordFolder, syncFile, whenMissing, sealedText } from './data-folder.ts'
import { KEY, openRecord, type StoredKey } from './sealed-record.ts'

/** In the folder `keys`: a sealed record a line, in order of creation. */
export const KEY_FILE = 'keys.jsonl'

const NEWLINE = 10

/** A line is as long as it will be when the key is revoked, which then needs no disk space. */
const REVOKED_AT_BYTES = new Date(0).toISOString().length + 2 - 'null'.length

/** How each record begins. Quotes in names are escaped, so that nothing else looks like it. */
const START = '{"id":"'

interface RecordLine {
  /** Byte offsets. */
  start: number
  end: number
  opened: { record: StoredKey } | { problem: string; id: string | null }
}

interface KeyLine extends RecordLine {
  /** From 1. */
  number: number
}

/** Parses a line; null if it is blank. */
export function openLine(text: string): KeyLine['opened'] | null {
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

export function endOfLine(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(NEWLINE, start)
  return end === -1 ? bytes.length : end
}

export function recordsIn(bytes: Buffer, start: number, end: number): [from: number, to: number][] {
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
        // The end of the line was cut off. A key without a record is refused, even if the disk lacks space to add it again.
        if (!isFitting) appendText(path, `\n${text}\n`)
      }
    })
  } catch (error) {
    return whenMissing(false)(error as NodeJS.ErrnoException)
  }
  if (found) await syncFile(path)
  return found
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

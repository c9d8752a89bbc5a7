import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createReadStream } from 'node:fs'
import { crc32 } from 'node:zlib'
import type { AuditEntry } from '../../access/audit.ts'
import { replaceRecord, whenMissing } from './data-folder.ts'
import { sealedText } from './sealed-record.ts'

/** The file beside the log that says how long the files of the log were. */
export const SIZES = 'sizes.json'

export const MONTH_FILE = /^\d{4}-\d{2}\.jsonl$/

export interface MonthSize {
  /** After the last append. */
  bytes: number
  /** That were missing when something was appended. */
  lost: number
}

/** By name of the month's file. */
export type Sizes = Readonly<Record<string, MonthSize>>

/** The file's content; `damaged`, or null if it does not exist. */
export async function readSizes(dir: string): Promise<Sizes | 'damaged' | null> {
  const text = await readFile(join(dir, SIZES), 'utf8').catch(whenMissing(null))
  if (text === null) return null
  try {
    const { seal: _, ...sizes } = JSON.parse(text) as Record<string, MonthSize>
    return text === sealedText(sizes) ? sizes : 'damaged'
  } catch {
    return 'damaged'
  }
}

/**
 * Notes the size of a month's file after `own` bytes were appended to it. `known` was read before that: concurrent appends make the file only
 * longer, so that a shorter one has lost bytes. Concurrent writers may overwrite each other's record, which then detects less.
 */
export async function noteSize(dir: string, name: string, known: Sizes | 'damaged' | null, own: number, bytes: number): Promise<void> {
  const sizes = known === null || known === 'damaged' ? await sizesOf(dir) : known
  const before = known === sizes ? sizes[name] : undefined
  const lost = before === undefined ? 0 : Math.max(0, before.bytes + own - bytes)
  await replaceRecord(dir, SIZES, { ...sizes, [name]: { bytes, lost: (before?.lost ?? 0) + lost } })
}

async function sizesOf(dir: string): Promise<Sizes> {
  const names = (await readdir(dir)).filter(name => MONTH_FILE.test(name)).sort()
  const sizes: Record<string, MonthSize> = {}
  for (const name of names) sizes[name] = { bytes: (await stat(join(dir, name))).size, lost: 0 }
  return sizes
}

/** A line as written: the entry's JSON with the CRC-32 of that in a last field, `sum`. */
const SUMMED = /^(.*),"sum":"([0-9a-f]{8})"\}$/s

const FIELDS: ReadonlySet<string> = new Set(['at', 'action', 'actor', 'companyId', 'target', 'details'])

export function lineOf(entry: AuditEntry): string {
  const text = JSON.stringify(entry)
  return `${text.slice(0, -1)},"sum":"${sumOf(text)}"}`
}

/** The entry of a line, null if it is damaged. Versions up to 1.1 wrote no sum; a damaged line that has one never passes as theirs. */
export function parseLine(line: string): AuditEntry | null {
  const [, text, sum] = SUMMED.exec(line) ?? []
  if (text === undefined) return parseUnsummed(line)
  return sumOf(`${text}}`) === sum ? (JSON.parse(`${text}}`) as AuditEntry) : null
}

function parseUnsummed(line: string): AuditEntry | null {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null) return null
  const entry = value as AuditEntry
  const isEntry = [entry.at, entry.action, entry.actor, entry.target].every(text => typeof text === 'string')
  return isEntry && Object.keys(entry).every(name => FIELDS.has(name)) ? { ...entry, details: entry.details ?? {} } : null
}

function sumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}

export interface Line {
  bytes: Buffer
  /** Where it begins in its file, in bytes. */
  offset: number
  /** From 1. */
  number: number
}

/** The lines of a file that are not empty, a piece of it in memory at a time. */
export async function* readLines(path: string): AsyncGenerator<Line> {
  let rest: Buffer = Buffer.alloc(0)
  let [offset, number] = [0, 0]
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    let start = 0
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
      number++
      if (end > start) yield { bytes: bytes.subarray(start, end), offset: offset + start, number }
      start = end + 1
    }
    offset += start
    rest = bytes.subarray(start)
  }
  if (rest.length > 0) yield { bytes: rest, offset, number: number + 1 }
}

import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createReadStream } from 'node:fs'
import { crc32 } from 'node:zlib'
import type { AuditEntry } from '../../access/audit.ts'
import { count, faultIn, integer, parseJson, parseShaped, type Shape, string, strings } from '../../model/shape.ts'
import { replaceRecord, whenMissing, sealedText } from './data-folder.ts'

/** Records how long the log's files were. */
export const SIZES = 'sizes.json'

export const MONTH_FILE = /^\d{4}-\d{2}\.jsonl$/

interface MonthSize {
  bytes: number
  /** Bytes missing at an append. */
  lost: number
}

/** By name of the month's file. */
type Sizes = Readonly<Record<string, MonthSize>>

/** `damaged`, or null if it does not exist. */
export async function readSizes(dir: string): Promise<Sizes | 'damaged' | null> {
  const text = await readFile(join(dir, SIZES), 'utf8').catch(whenMissing(null))
  if (text === null) return null
  const { seal, ...sizes } = Object(parseJson(text)) as { seal?: unknown } & Record<string, MonthSize>
  return faultIn(sizes, SIZES_SHAPE) === undefined && seal !== undefined && text === sealedText(sizes) ? sizes : 'damaged'
}

const SIZES_SHAPE: Shape = new Map([[MONTH_FILE, { bytes: count, lost: count }]])

/**
 * Records a month's file size after appending `own` bytes. `known` was read before: concurrent appends only lengthen the file, so a shorter
 * one has lost bytes. Concurrent writers may overwrite each other's record, which then detects less.
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

const SUMMED = /^(.*),"sum":"([0-9a-f]{8})"\}$/s

const ENTRY: Shape = {
  at: string,
  action: string,
  actor: string,
  'companyId?': integer,
  target: string,
  'details?': new Map([[/^/, value => typeof value !== 'object' || value === null || strings(value) || isCounts(value)]]),
}

function isCounts(value: unknown): boolean {
  return faultIn(value, new Map([[/^/, integer]])) === undefined
}

const FIELDS: ReadonlySet<string> = new Set(['at', 'action', 'actor', 'companyId', 'target', 'details'])

export function lineOf(entry: AuditEntry): string {
  const text = JSON.stringify(entry)
  return `${text.slice(0, -1)},"sum":"${sumOf(text)}"}`
}

/** Null if damaged. Versions up to 1.1 wrote no sum; a damaged line with one never passes as theirs. */
export function parseLine(line: string): AuditEntry | null {
  const [, text, sum] = SUMMED.exec(line) ?? []
  const entry = parseShaped<Omit<AuditEntry, 'details'> & Partial<AuditEntry>>(text === undefined ? line : `${text}}`, ENTRY)
  if (entry === undefined) return null
  const isWhole = text === undefined ? Object.keys(entry).every(name => FIELDS.has(name)) : sumOf(`${text}}`) === sum
  return isWhole ? { ...entry, details: entry.details ?? {} } : null
}

function sumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}

interface Line {
  bytes: Buffer
  /** Offset in its file, bytes. */
  offset: number
  number: number
}

/** Non-empty lines, reading piece by piece. */
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

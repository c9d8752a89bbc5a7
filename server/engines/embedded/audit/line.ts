import { crc32 } from 'node:zlib'
import { createReadStream } from 'node:fs'
import type { AuditEntry } from '../../../access/audit/audit-log.ts'

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

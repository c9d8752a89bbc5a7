import { isUtf8 } from 'node:buffer'
import type { FileHandle } from 'node:fs/promises'
import { openPlainFile } from '../../core/runtime/files.ts'

interface CsvFault {
  line: number
  column: number
  rule: string
}

/** The number of records, without header and blank lines, or the violations of RFC 4180 that were found. */
interface CsvScan {
  records: number
  faults?: CsvFault[]
}

/** Called with each record's number (the header is 0) and line. */
type OnRecord = (number: number, line: number) => void

const CHUNK = 4 * 1024 * 1024
/** Longest record that DuckDB reads, bytes. */
export const LONGEST_RECORD = 2_000_000

export const RECORD_ENDS = ['\r\n', '\n', '\r']
const QUOTE = 0x22
const COMMA = 0x2c
const LF = 0x0a
const CR = 0x0d
const BYTE_ORDER_MARK = 0xbf
export const NOT_UTF8 = 'must be UTF-8: convert it, it may be Latin-1 or Windows-1252'
export const MIXED_ENDS = 'must end all lines with LF, or all with CR LF'
export const STRAY_QUOTE = 'must not have a quote inside a field that does not start with one'
/** Maximum rows with a stray quote that are located. */
const MAX_STRAY = 1000
export const LONE_CR = 'must not have a CR outside quotes, except in a CR LF line end'

/**
 * Checks what a lenient CSV reader accepts, or rejects without a position: quotes by RFC 4180, one kind of line end, UTF-8, no NUL, no
 * endless record. It skips from quote to quote and line to line: a gigabyte takes well under a second.
 */
export async function scanCsv(path: string, onRecord: OnRecord = () => {}): Promise<CsvScan> {
  const scanner = new Scanner(onRecord)
  const handle = await openPlainFile(path)
  try {
    // Most files are small: full buffers for a dozen of them cost more in garbage collection than their scan.
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK, (await handle.stat()).size + 1))
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, null)
      if (bytesRead === 0) break
      scanner.chunk(buffer.subarray(0, bytesRead))
      if (scanner.broken) break
    }
    scanner.end()
    const { broken, stray, records } = scanner
    const unlocated =
      broken === undefined || stray.at(-1)?.recordStart === broken.recordStart
        ? stray
        : [...stray, broken]
    if (unlocated.length === 0) return { records: Math.max(0, records - 1) }
    const faults: CsvFault[] = []
    for (const fault of unlocated)
      faults.push({ line: fault.line, column: await columnOf(handle, fault), rule: fault.rule })
    return { records: 0, faults }
  } finally {
    await handle.close()
  }
}

/** The lines of records by number, from 0 without the header. */
export async function linesOfRecords(
  path: string,
  wanted: ReadonlySet<number>,
): Promise<Map<number, number>> {
  const lines = new Map<number, number>()
  if (wanted.size === 0) return lines
  await scanCsv(path, (number, line) => {
    if (wanted.has(number - 1)) lines.set(number - 1, line)
  })
  return lines
}

interface Fault {
  offset: number
  recordStart: number
  /** Line of the record's start. */
  line: number
  rule: string
}

class Scanner {
  /** The error that ends the scan. */
  broken: Fault | undefined
  /** Quotes that the scan reads as text: the first of each record. */
  readonly stray: Fault[] = []
  records = 0
  #base = 0
  #recordStart = 0
  #line = 1
  /** Line ends within the record. */
  #inside = 0
  #quoted = false
  /** The last byte closed a quoted field, unless another quote follows. */
  #closing = false
  #last = COMMA
  #crlf: boolean | undefined
  #returned = false
  #tail: Buffer = Buffer.alloc(0)
  readonly #onRecord: OnRecord

  constructor(onRecord: OnRecord) {
    this.#onRecord = onRecord
  }

  chunk(bytes: Buffer): void {
    this.#checkText(bytes)
    let at = 0
    let quote = bytes.indexOf(QUOTE)
    let line = bytes.indexOf(LF)
    let cr = bytes.indexOf(CR)
    const checkReturns = (end: number): void => {
      if (cr < at) cr = bytes.indexOf(CR, at)
      for (; cr !== -1 && cr < end; cr = bytes.indexOf(CR, cr + 1)) {
        if (cr + 1 === bytes.length) this.#returned = true
        else if (bytes[cr + 1] !== LF) return this.#break(cr, LONE_CR)
      }
    }
    if (this.#returned && bytes[0] !== LF) this.#break(-1, LONE_CR)
    this.#returned = false
    while (this.broken === undefined) {
      if (this.#closing && at < bytes.length) {
        this.#closing = false
        const next = bytes[at]!
        this.#quoted = next === QUOTE
        if (next === QUOTE) at++
        else if (next !== COMMA && next !== LF && next !== CR) {
          this.#pass(at, 'must not have text between a closing quote and the comma')
        }
      }
      if (quote !== -1 && quote < at) quote = bytes.indexOf(QUOTE, at)
      if (this.#quoted) {
        if (line !== -1 && line < at) line = bytes.indexOf(LF, at)
        for (; line !== -1 && (quote === -1 || line < quote); line = bytes.indexOf(LF, line + 1))
          this.#inside++
        if (quote === -1) break
        at = quote + 1
        this.#closing = true
        this.#quoted = false
        continue
      }
      if (line !== -1 && line < at) line = bytes.indexOf(LF, at)
      if (line !== -1 && (quote === -1 || line < quote)) {
        if (cr !== -1) checkReturns(line)
        this.#endRecord(line, bytes)
        at = line + 1
        continue
      }
      if (cr !== -1) checkReturns(quote === -1 ? bytes.length : quote)
      if (quote === -1 || this.#closing) break
      const before = quote === 0 ? this.#last : bytes[quote - 1]!
      const opens =
        before === COMMA ||
        this.#base + quote === this.#recordStart ||
        (before === BYTE_ORDER_MARK && this.#base + quote === 3)
      if (!opens) this.#pass(quote, STRAY_QUOTE)
      this.#quoted = opens
      at = quote + 1
    }
    this.#last = bytes[bytes.length - 1]!
    this.#base += bytes.length
  }

  end(): void {
    if (this.broken !== undefined) return
    if (this.#quoted) this.#break(0, 'must close the quote it opens')
    else if (this.#tail.length > 0) this.#break(0, NOT_UTF8)
    else if (this.#returned) this.#break(-1, LONE_CR)
    else if (this.#base > this.#recordStart) this.#record(this.#base - this.#recordStart)
  }

  #endRecord(line: number, bytes: Buffer): void {
    const end = this.#base + line
    const before = line === 0 ? this.#last : bytes[line - 1]!
    const crlf = before === CR && end > this.#recordStart
    this.#crlf ??= crlf
    if (crlf !== this.#crlf) this.#break(line, MIXED_ENDS)
    const length = end - this.#recordStart - (crlf ? 1 : 0)
    if (length > 0) this.#record(length)
    this.#recordStart = end + 1
    this.#line += 1 + this.#inside
    this.#inside = 0
  }

  #record(length: number): void {
    if (length > LONGEST_RECORD) {
      this.#break(
        this.#recordStart + LONGEST_RECORD - this.#base,
        `must have at most ${LONGEST_RECORD} bytes in one row`,
      )
    }
    this.#onRecord(this.records++, this.#line)
  }

  /** A character may span two chunks. */
  #checkText(bytes: Buffer): void {
    const nul = bytes.indexOf(0)
    if (nul !== -1) this.#breakAlone(nul, bytes, 'must not contain a NUL character')
    const joined = this.#tail.length === 0 ? bytes : Buffer.concat([this.#tail, bytes])
    const length = completeLength(joined)
    if (!isUtf8(joined.subarray(0, length))) {
      const invalid = invalidOffset(joined.subarray(0, length)) - this.#tail.length
      this.#breakAlone(Math.max(0, invalid), bytes, NOT_UTF8)
    }
    this.#tail = Buffer.from(joined.subarray(length))
  }

  /** An error before the records. */
  #breakAlone(at: number, bytes: Buffer, rule: string): void {
    const lineStart = bytes.lastIndexOf(LF, at)
    if (lineStart !== -1 && !this.#quoted) {
      this.#recordStart = this.#base + lineStart + 1
      this.#line += this.#inside + bytes.subarray(0, lineStart + 1).filter(isLineEnd).length
    }
    this.#break(at, rule)
  }

  #pass(at: number, rule: string): void {
    if (this.stray.at(-1)?.recordStart === this.#recordStart) return
    if (this.stray.length === MAX_STRAY) this.#break(at, rule)
    else this.stray.push(this.#faultAt(at, rule))
  }

  #break(at: number, rule: string): void {
    this.broken ??= this.#faultAt(at, rule)
  }

  #faultAt(at: number, rule: string): Fault {
    return { offset: this.#base + at, recordStart: this.#recordStart, line: this.#line, rule }
  }
}

function isLineEnd(byte: number): boolean {
  return byte === LF
}

/** Excludes a truncated last character. */
function completeLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) break
    if (byte >= 0xc0)
      return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** Accurate to one character. */
function invalidOffset(bytes: Buffer): number {
  let from = 0
  let to = bytes.length
  while (to - from > 1) {
    const middle = (from + to) >> 1
    if (isUtf8(bytes.subarray(0, completeLength(bytes.subarray(0, middle))))) from = middle
    else to = middle
  }
  return from
}

/** Reads by chunks: a quote that is never closed ends with the file. */
async function columnOf(handle: FileHandle, { recordStart, offset }: Fault): Promise<number> {
  let [column, quoted] = [1, false]
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(0, offset - recordStart)))
  for (let at = recordStart; at < offset;) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, offset - at), at)
    if (bytesRead === 0) break
    for (const byte of buffer.subarray(0, bytesRead)) {
      if (byte === QUOTE) quoted = !quoted
      else if (byte === COMMA && !quoted) column++
    }
    at += bytesRead
  }
  return column
}

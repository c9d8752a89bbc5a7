import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Transform, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, gunzipSync, constants as zlib } from 'node:zlib'
import { openPlainFile } from '../../model/plain-file.ts'

const SEPARATORS = [',', ';', '\t', '|'] as const
export type Separator = (typeof SEPARATORS)[number]

/** How a text file is written. */
export interface TextShape {
  gzip: boolean
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be'
  separator: Separator
  /** The file's beginning, decoded, without byte order mark. */
  head: string
}

const HEAD = 256 * 1024
/** Bytes written per byte read: text packs to a hundredth at best. */
const MAX_RATIO = 200
const MIN_ROOM = 64 * 1024 * 1024

const NAMES: Readonly<Record<Separator, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }

export async function shapeOf(path: string): Promise<TextShape> {
  const handle = await openPlainFile(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    const read = buffer.subarray(0, bytesRead)
    const gzip = read[0] === 0x1f && read[1] === 0x8b
    const bytes = gzip ? unpackedHead(read) : read
    const encoding = encodingOf(bytes)
    const head = new TextDecoder(encoding).decode(bytes)
    return { gzip, encoding, separator: separatorOf(head), head }
  } finally {
    await handle.close()
  }
}

/** Differences from UTF-8 with commas, in words; empty for a plain file. */
export function shapeWords({ gzip, encoding, separator }: TextShape): string[] {
  return [
    ...(gzip ? ['packed with gzip'] : []),
    ...(encoding === 'utf-8' ? [] : ['UTF-16']),
    ...(separator === ',' ? [] : [`separated by ${NAMES[separator]}`]),
  ]
}

/** The file itself, or a copy in UTF-8 with commas in `folder`, line for line. */
export async function plainFile(path: string, shape: TextShape, folder: string, number: number): Promise<string> {
  if (shapeWords(shape).length === 0) return path
  const copy = join(folder, `plain-${number}.csv`)
  const handle = await openPlainFile(path)
  const { size } = await handle.stat()
  const steps = [
    ...(shape.gzip ? [createGunzip()] : []),
    bounded(MIN_ROOM + size * MAX_RATIO),
    ...(shape.encoding === 'utf-8' ? [] : [decoded(shape.encoding)]),
    ...(shape.separator === ',' ? [] : [separated(shape.separator)]),
  ]
  await pipeline([handle.createReadStream(), ...steps, createWriteStream(copy, { flags: 'wx' })])
  return copy
}

function unpackedHead(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength: MIN_ROOM }).subarray(0, HEAD)
  } catch {
    return Buffer.alloc(0)
  }
}

function encodingOf(bytes: Buffer): TextShape['encoding'] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  // ASCII letters with a zero beside each: UTF-16 without a mark.
  const start = bytes.subarray(0, 8)
  const zeros = (parity: number): boolean => start.length === 8 && start.every((byte, index) => (byte === 0) === (index % 2 === parity))
  return zeros(1) ? 'utf-16le' : zeros(0) ? 'utf-16be' : 'utf-8'
}

/** The one that is most frequent in the first line, outside quotes. */
function separatorOf(head: string): Separator {
  const line = (/^(?:"[^"]*"|[^"\r\n])*/.exec(head)?.[0] ?? '').replace(/"[^"]*"/g, '')
  const counts = SEPARATORS.map(separator => line.split(separator).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))]!
}

function bounded(most: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(bytes > most ? new Error(`unpacks to more than ${most} bytes`) : null, chunk)
    },
  })
}

function decoded(encoding: string): Transform {
  const decoder = new TextDecoder(encoding)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, Buffer.from(decoder.decode(chunk, { stream: true })))
    },
    flush(done) {
      done(null, Buffer.from(decoder.decode()))
    },
  })
}

const QUOTE = 0x22
const COMMA = 0x2c
const LF = 0x0a
const CR = 0x0d
/** Byte order mark of UTF-8. */
const MARK = [0xef, 0xbb, 0xbf]

/** Replaces separators by commas; an unquoted cell with a comma gets quotes. UTF-8 keeps ASCII bytes apart, so bytes suffice. */
function separated(separator: string): Transform {
  const mark = separator.charCodeAt(0)
  let cell: number[] = []
  let quoted = false
  let comma = false
  const out = (bytes: number[]): void => {
    if (comma) bytes.push(QUOTE, ...cell, QUOTE)
    else for (const byte of cell) bytes.push(byte)
    cell = []
    comma = false
  }
  return new Transform({
    transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
      const bytes: number[] = []
      for (const byte of chunk) {
        if (cell.length === 3 && MARK.every((part, index) => cell[index] === part)) cell = []
        if (byte === QUOTE && (cell.length === 0 || cell[0] === QUOTE)) quoted = !quoted
        if (!quoted && (byte === mark || byte === LF || byte === CR)) {
          out(bytes)
          bytes.push(byte === mark ? COMMA : byte)
        } else {
          comma ||= byte === COMMA && cell[0] !== QUOTE
          cell.push(byte)
        }
      }
      done(null, Buffer.from(bytes))
    },
    flush(done) {
      const bytes: number[] = []
      out(bytes)
      done(null, Buffer.from(bytes))
    },
  })
}

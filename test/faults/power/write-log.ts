import { readSync } from 'node:fs'

/** A write that reached the disk, or a flush: everything before it is safe from then on. */
export interface LoggedWrite {
  /** Bytes of the log up to the end of this record. */
  end: number
  /** Where it goes on the disk; `FLUSH` for a flush. */
  offset: number
  data: Buffer
}

/** Stands in the place of an offset. */
export const FLUSH = 0xffff_ffff_ffff

const HEADER = 12

/** What stands before a record's data in a log. */
export function recordHeader(offset: number, size: number): Buffer {
  const header = Buffer.alloc(HEADER)
  header.writeUIntLE(offset, 0, 6)
  header.writeUInt32LE(size, 8)
  return header
}

/** The records of an open log, in their order. A record that is still being written is left out. */
export function* readLog(log: number): Generator<LoggedWrite> {
  const header = Buffer.alloc(HEADER)
  for (let at = 0; readSync(log, header, 0, HEADER, at) === HEADER;) {
    const data = Buffer.alloc(header.readUInt32LE(8))
    if (readSync(log, data, 0, data.length, at + HEADER) < data.length) return
    at += HEADER + data.length
    yield { end: at, offset: header.readUIntLE(0, 6), data }
  }
}

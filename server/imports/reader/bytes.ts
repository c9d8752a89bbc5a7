/** Whether a file may be opened, what its first bytes say of it, and unpacking. */

import { createWriteStream } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { describeOpenFault, openPlainFile, stampOf } from '../../core/runtime/files.ts'

/** Encodings of a text, by their usual names. */
export const ENCODINGS = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
  'windows-1251': 'Windows-1251',
  shift_jis: 'Shift JIS',
  'euc-kr': 'EUC-KR',
  gb18030: 'GB 18030',
  big5: 'Big5',
}
export type Encoding = keyof typeof ENCODINGS

/** A company's own delivery has no hard links: the other name may belong to another company. Backups of deliveries may consist of them. */
export async function describeOpenError(
  path: string,
  { isOfCompany = false } = {},
): Promise<string | undefined> {
  try {
    const stats = await lstat(path)
    if (stats.isDirectory()) return 'must be a file: put all its rows into one'
    const handle = await openPlainFile(path)
    const { nlink } = await handle.stat().finally(() => handle.close())
    return isOfCompany && nlink > 1
      ? `must not be a hard link: this file has ${nlink} names; deliver a copy`
      : undefined
  } catch (error) {
    return describeOpenFault(error)
  }
}

/** A fault for each file that is not the one of its stamp. */
export async function changedFiles(
  files: readonly { file: string; path: string; stamp: string }[],
): Promise<{ file: string; rule: string }[]> {
  const stamps = await Promise.all(
    files.map(({ path }) => stampOf(path).catch(() => ({ stamp: undefined }))),
  )
  return files.flatMap(({ file, stamp }, index) =>
    stamps[index]!.stamp === stamp ? [] : [{ file, rule: 'must not change while it is read' }],
  )
}

/** First bytes in hexadecimal, and the format that they prove. */
const CONTENTS: readonly [begins: string, what: string, mend: string, encoding?: Encoding][] = [
  ['5041523115', 'Parquet', 'name it .parquet'],
  ['504b0304', 'a zip archive or an Excel workbook', 'unpack it, or save the sheet as CSV UTF-8'],
  ['d0cf11e0', 'an Excel workbook', 'save the sheet as CSV UTF-8'],
  ['1f8b', 'compressed with gzip', 'unpack it'],
  ['28b52ffd', 'compressed with zstd', 'unpack it'],
  ['ff fe', 'UTF-16', 'save it as UTF-8', 'utf-16le'],
  ['fe ff', 'UTF-16', 'save it as UTF-8', 'utf-16be'],
]
const LOOKED_AT = 8

export interface Foreign {
  rule: string
  /** Set if the text can be read anyway. */
  encoding?: Encoding
}

/** The rule broken by a file whose first bytes contradict its name. */
export async function foreignContent(
  path: string,
  format: 'csv' | 'parquet',
): Promise<Foreign | undefined> {
  const handle = await openPlainFile(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LOOKED_AT), 0, LOOKED_AT, 0)
    const bytes = buffer.subarray(0, bytesRead)
    const digits = bytes.toString('hex')
    const detected = CONTENTS.find(
      ([begins, what]) =>
        digits.startsWith(begins.replace(' ', '')) && !(what === 'Parquet' && format === 'parquet'),
    )
    // ASCII letters alternating with zeros: UTF-16 without a mark.
    const zeros = ([1, 0] as const).find(parity => bytes.length >= 4 && isEvery(bytes, parity))
    const [, what, mend, encoding] =
      detected ??
      (format === 'parquet' || zeros === undefined
        ? []
        : (['', 'UTF-16', 'save it as UTF-8', zeros === 1 ? 'utf-16le' : 'utf-16be'] as const))
    if (what === undefined) return undefined
    const [wanted, remedy] =
      format === 'csv'
        ? ['CSV in UTF-8', mend]
        : ['Parquet', encoding === undefined ? mend : 'name it .csv']
    return {
      rule: `must be ${wanted}: this is ${what}; ${remedy}`,
      ...(encoding !== undefined && { encoding }),
    }
  } finally {
    await handle.close()
  }
}

function isEvery(bytes: Buffer, parity: 0 | 1): boolean {
  return bytes.every((byte, index) => (byte === 0) === (index % 2 === parity))
}

/** Bytes written per byte read: text compresses to a hundredth at best. */
const MAX_RATIO = 200
const MIN_ROOM = 64 * 1024 * 1024

/** The file itself, or its copy at `to` if it is packed with gzip. */
export async function unpacked(
  original: string,
  to: string,
): Promise<{ path: string; size: number; gzip: boolean }> {
  const handle = await openPlainFile(original)
  const { size } = await handle.stat()
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0)
  if (bytesRead < 2 || buffer[0] !== 0x1f || buffer[1] !== 0x8b) {
    await handle.close()
    return { path: original, size, gzip: false }
  }
  const most = MIN_ROOM + size * MAX_RATIO
  let bytes = 0
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(bytes > most ? new Error(`unpacks to more than ${most} bytes`) : null, chunk)
    },
  })
  await pipeline(
    handle.createReadStream({ start: 0 }),
    createGunzip(),
    bounded,
    createWriteStream(to, { flags: 'wx' }),
  )
  return { path: to, size: bytes, gzip: true }
}

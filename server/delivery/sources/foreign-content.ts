import { openPlainFile } from '../plain-file.ts'

/** What a file begins with that holds something else than its name says, and what to do with it. */
const CONTENTS: { is: 'parquet' | 'other'; begins: readonly number[]; what: string; mend: string }[] = [
  { is: 'parquet', begins: [0x50, 0x41, 0x52, 0x31, 0x15], what: 'Parquet', mend: 'name it .parquet' },
  {
    is: 'other',
    begins: [0x50, 0x4b, 0x03, 0x04],
    what: 'a zip archive or an Excel workbook',
    mend: 'unpack it, or save the sheet as CSV UTF-8',
  },
  { is: 'other', begins: [0xd0, 0xcf, 0x11, 0xe0], what: 'an Excel workbook', mend: 'save the sheet as CSV UTF-8' },
  { is: 'other', begins: [0x1f, 0x8b], what: 'compressed with gzip', mend: 'unpack it' },
  { is: 'other', begins: [0x28, 0xb5, 0x2f, 0xfd], what: 'compressed with zstd', mend: 'unpack it' },
  { is: 'other', begins: [0xff, 0xfe], what: 'UTF-16', mend: 'save it as UTF-8' },
  { is: 'other', begins: [0xfe, 0xff], what: 'UTF-16', mend: 'save it as UTF-8' },
]
const LOOKED_AT = 8

/** The rule that a file breaks whose first bytes say that it holds something else than its name says, if so. */
export async function foreignContent(path: string, format: 'csv' | 'parquet'): Promise<string | undefined> {
  const handle = await openPlainFile(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LOOKED_AT), 0, LOOKED_AT, 0)
    const bytes = buffer.subarray(0, bytesRead)
    const found = CONTENTS.find(({ is, begins }) => is !== format && begins.every((byte, index) => bytes[index] === byte))
    if (found !== undefined) return mustBe(format, found.what, found.mend)
    // Letters of ASCII, every other byte empty: UTF-16 that does not say so.
    if (format === 'csv' && bytes.length >= 4 && (isEvery(bytes, 0) || isEvery(bytes, 1)))
      return mustBe(format, 'UTF-16', 'save it as UTF-8')
    return undefined
  } finally {
    await handle.close()
  }
}

function mustBe(format: 'csv' | 'parquet', what: string, mend: string): string {
  return `must be ${format === 'csv' ? 'CSV in UTF-8' : 'Parquet'}: this is ${what}; ${mend}`
}

function isEvery(bytes: Buffer, parity: 0 | 1): boolean {
  return bytes.every((byte, index) => (byte === 0) === (index % 2 === parity))
}

import { open } from 'node:fs/promises'

/** What a Parquet file ends with: the footer's length, four bytes little-endian, and `PAR1`. */
const END_BYTES = 8

/**
 * Puts `value` in the place of `placeholder`, the whole of one text in a Parquet file's footer; both have less than 128 bytes.
 *
 * The footer is one struct in Thrift's compact protocol (https://github.com/apache/parquet-format, "File format"), where a text is its
 * length and its bytes, and nothing around it has a length: no other byte changes.
 */
export async function replaceInFooter(path: string, placeholder: string, value: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    const end = await readAt(file, size - END_BYTES, END_BYTES)
    const start = size - END_BYTES - end.readUInt32LE(0)
    const footer = await readAt(file, start, size - END_BYTES - start)
    const text = lengthPrefixed(placeholder)
    const at = footer.indexOf(text)
    if (at === -1) throw new Error('the footer does not hold the placeholder')
    const changed = Buffer.concat([footer.subarray(0, at), lengthPrefixed(value), footer.subarray(at + text.length)])
    end.writeUInt32LE(changed.length, 0)
    await file.write(Buffer.concat([changed, end]), 0, changed.length + END_BYTES, start)
    await file.truncate(start + changed.length + END_BYTES)
  } finally {
    await file.close()
  }
}

async function readAt(file: Awaited<ReturnType<typeof open>>, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  await file.read(buffer, 0, length, position)
  return buffer
}

// A varint of one byte, which is what lengths below 128 take.
function lengthPrefixed(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.from([bytes.length, ...bytes])
}

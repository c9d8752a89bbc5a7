/** Positions of the first and last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The part of `size` bytes that a `Range` header asks for (RFC 9110, 14.1.2). Null means all of it: there is no header, it is not
 * well-formed, or it asks for several parts, which a server may ignore.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const parts = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '')
  const [first, last] = [parts?.[1] ?? '', parts?.[2] ?? '']
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const [start, end] = [Number(first), last === '' ? Infinity : Number(last)]
  if (start > end) return null
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) }
}

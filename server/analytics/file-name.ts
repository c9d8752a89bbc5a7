// Reserved on Windows, or able to leave the folder; controls and marks of direction show a name as another.
const UNSAFE = /[/\\:*?"<>|\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** A header tells the name twice, once with up to three characters for a byte: it stays below 1 KB. File systems take 255 bytes. */
const LONGEST_BYTES = 230

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * A download's name: the parts joined with `-`, what no file system likes replaced with `_`, the format as its extension. The first
 * part, an app's name, is cut where it would become too long.
 */
export function fileName([name = '', ...rest]: readonly string[], format: 'parquet' | 'csv'): string {
  const end = `${['', ...rest].join('-').replace(UNSAFE, '_')}.${format}`
  return (cut(name.replace(UNSAFE, '_'), LONGEST_BYTES - Buffer.byteLength(end)) || '_') + end
}

/** As many whole characters, as people count them, as fit into so many bytes of UTF-8. */
function cut(text: string, bytes: number): string {
  let left = bytes
  let length = 0
  for (const { segment } of graphemes.segment(text)) {
    left -= Buffer.byteLength(segment)
    if (left < 0) break
    length += segment.length
  }
  return text.slice(0, length)
}

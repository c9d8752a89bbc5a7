import { printable } from './print.ts'

/** A line on a terminal that changes in its place, for what is true only for a moment. */
export interface LiveLine {
  /** Puts a text in the place of the one before. */
  show: (text: string) => void
  /** Leaves what it shows, and goes on in the next line. */
  keep: () => void
  /** Takes away what it shows. */
  clear: () => void
}

type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>

/** How wide a terminal is that does not say so. */
const WIDTH = 80

/** A live status line on stderr; undefined unless stderr is a terminal that can rewrite a line. */
export function liveLine(stream: Terminal = process.stderr, kind = process.env['TERM']): LiveLine | undefined {
  if (stream.isTTY !== true || kind === 'dumb') return undefined
  let shown = false
  return {
    show(text) {
      // A text that goes on in the next line could not be taken back.
      stream.write(`\r\u001b[K${printable(text).slice(0, (stream.columns || WIDTH) - 1)}`)
      shown = true
    },
    keep() {
      if (shown) stream.write('\n')
      shown = false
    },
    clear() {
      if (shown) stream.write('\r\u001b[K')
      shown = false
    },
  }
}

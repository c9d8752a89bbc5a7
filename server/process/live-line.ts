import { printable } from './print.ts'

/** A terminal line that is rewritten in place. */
export interface LiveLine {
  show: (text: string) => void
  keep: () => void
  clear: () => void
}

type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>

const WIDTH = 80

/** Undefined unless stderr is a terminal that can rewrite a line. */
export function liveLine(stream: Terminal = process.stderr, kind = process.env['TERM']): LiveLine | undefined {
  if (stream.isTTY !== true || kind === 'dumb') return undefined
  let shown = false
  return {
    show(text) {
      // A wrapped line could not be erased.
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

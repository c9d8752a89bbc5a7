import { useRef, useState } from 'preact/hooks'
import { askFor, type Opened } from './campaign-calls.ts'
import type { Host } from '../parts/host.ts'
import type { Line, Recommendations } from './lines.ts'

const NOTHING: Opened = { history: null, countries: null }

/** The open line and its loaded details, which are cached. */
export function useOpened(host: Host, answer: Recommendations) {
  const came = useRef(new Map<string, Opened>())
  const [open, setOpen] = useState<string | null>(null)
  const [, redraw] = useState(0)
  const cached = (line: Line) => `${answer.context.granularity} ${answer.context.runId} ${line.key}`

  function ask(line: Line): void {
    if (!host.can.call) return
    const key = cached(line)
    came.current.set(key, NOTHING)
    askFor(host, answer, line, part => {
      came.current.set(key, { ...NOTHING, ...came.current.get(key), ...part })
      redraw(count => count + 1)
    })
    redraw(count => count + 1)
  }

  return {
    open,
    openedOf: (line: Line) => came.current.get(cached(line)) ?? NOTHING,
    ask,
    close: () => setOpen(null),
    toggle(line: Line) {
      setOpen(open === line.key ? null : line.key)
      if (open !== line.key && !came.current.has(cached(line))) ask(line)
    },
  }
}

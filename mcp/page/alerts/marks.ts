import { useState } from 'preact/hooks'
import { read, write } from '../settings.ts'
import { type Line, seenFirst } from './inbox.ts'

/** A person's marks on lines, kept in this browser. */
export interface Mark {
  kind: 'done' | 'snoozed'
  /** When it was marked, ISO 8601. */
  at: string
  /** Snoozed until this day, YYYY-MM-DD. */
  until?: string
  /** Whether the alerts had ended at a later visit. */
  ended?: boolean
}

export type Marks = Readonly<Record<string, Mark>>

export type State = { in: 'open'; back: { since: string; mark: Mark } | null } | { in: 'snoozed'; mark: Mark } | { in: 'done'; mark: Mark }

const NAME = 'uascope-alert-marks'

const KINDS: readonly string[] = ['done', 'snoozed']

/** Marks kept at most; the oldest go first. */
const MOST = 2000

/**
 * Folder of a line. A line marked done is back if an alert was raised later, or if its alerts had ended; a snoozed one is back on its day.
 * @param today YYYY-MM-DD
 */
export function stateOf(line: Line, mark: Mark | undefined, today: string): State {
  if (mark === undefined) return { in: 'open', back: null }
  if (mark.kind === 'snoozed') {
    const until = mark.until ?? today
    return today < until ? { in: 'snoozed', mark } : { in: 'open', back: { since: until, mark } }
  }
  const raised = line.alerts.map(seenFirst).filter(first => first > mark.at)
  if (raised.length > 0) return { in: 'open', back: { since: raised.sort()[0]!, mark } }
  if (mark.ended === true) return { in: 'open', back: { since: line.alerts.map(({ createdAt }) => createdAt).sort()[0]!, mark } }
  return { in: 'done', mark }
}

/** Notes which lines marked as done have no alert any more. `apps` are those whose alerts are known. */
export function noteEnded(marks: Marks, lines: readonly Line[], apps: ReadonlySet<number>): Marks {
  const open = new Set(lines.map(({ key }) => key))
  const ended = Object.entries(marks).filter(
    ([key, { kind, ended }]) => kind === 'done' && ended !== true && !open.has(key) && [...apps].some(id => key.startsWith(`[${id},`)),
  )
  if (ended.length === 0) return marks
  return { ...marks, ...Object.fromEntries(ended.map(([key, mark]) => [key, { ...mark, ended: true }])) }
}

export function useMarks(): { marks: Marks; mark: (key: string, mark: Mark | null) => void; replace: (marks: Marks) => void } {
  const [marks, setMarks] = useState(readMarks)
  function replace(next: Marks): void {
    keepMarks(next)
    setMarks(next)
  }
  return {
    marks,
    replace,
    mark(key, mark) {
      // Another tab may have marked since.
      const { [key]: _, ...others } = readMarks()
      replace(mark === null ? others : { ...others, [key]: mark })
    },
  }
}

export function readMarks(): Marks {
  try {
    const marks = Object.entries((JSON.parse(read('localStorage', NAME) ?? '{}') ?? {}) as Record<string, Mark | null>)
    return Object.fromEntries(marks.filter((entry): entry is [string, Mark] => KINDS.includes(entry[1]?.kind ?? '')))
  } catch {
    return {}
  }
}

function keepMarks(marks: Marks): void {
  write('localStorage', NAME, JSON.stringify(Object.fromEntries(Object.entries(marks).slice(-MOST))))
}

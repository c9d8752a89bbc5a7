import { useEffect, useState } from 'preact/hooks'
import { read, write } from '../settings.ts'
import { earliest, type Line, seenFirst } from './inbox.ts'

/** A person's marks on lines, stored in this browser. */
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

export type State =
  | { in: 'open'; back: { since: string; mark: Mark } | null }
  | { in: 'snoozed'; mark: Mark }
  | { in: 'done'; mark: Mark }

const NAME = 'uascope-alert-marks'

/** Maximum marks stored; the oldest are dropped first. */
const MOST = 2000

/**
 * Folder of a line. A line marked done returns if an alert was raised later, or if its alerts had ended; a snoozed one returns on its day.
 * @param today YYYY-MM-DD
 */
export function stateOf(line: Line, mark: Mark | undefined, today: string): State {
  if (mark === undefined) return { in: 'open', back: null }
  if (mark.kind === 'snoozed') {
    const until = mark.until ?? today
    return today < until ? { in: 'snoozed', mark } : { in: 'open', back: { since: until, mark } }
  }
  const raised = line.alerts.map(seenFirst).filter(first => first > mark.at)
  if (raised.length > 0) return { in: 'open', back: { since: earliest(raised), mark } }
  if (mark.ended === true) {
    const since = earliest(line.alerts.map(({ createdAt }) => createdAt))
    return { in: 'open', back: { since, mark } }
  }
  return { in: 'done', mark }
}

/** Records which done lines have no alert any more. `apps` are those whose alerts are loaded. */
export function noteEnded(marks: Marks, lines: readonly Line[], apps: ReadonlySet<number>): Marks {
  const open = new Set(lines.map(({ key }) => key))
  const ended = Object.entries(marks).filter(
    ([key, { kind, ended }]) =>
      kind === 'done' &&
      ended !== true &&
      !open.has(key) &&
      [...apps].some(id => key.startsWith(`[${id},`)),
  )
  if (ended.length === 0) return marks
  return {
    ...marks,
    ...Object.fromEntries(ended.map(([key, mark]) => [key, { ...mark, ended: true }])),
  }
}

/** The newest marks if the browser did not store them. */
let unkept: string | null = null
let parsed: { text: string | null; marks: Marks } = { text: null, marks: {} }
const listeners = new Set<() => void>()

/** The marks of this browser, shared by all parts of the page and all tabs. */
export function useMarks(): Marks {
  const [, redraw] = useState({})
  useEffect(() => {
    const changed = () => redraw({})
    listeners.add(changed)
    addEventListener('storage', changed)
    return () => {
      listeners.delete(changed)
      removeEventListener('storage', changed)
    }
  }, [])
  return readMarks()
}

/** @param mark null reopens the line */
export function markLine(key: string, mark: Mark | null): void {
  const { [key]: _, ...others } = readMarks()
  keepMarks(mark === null ? others : { ...others, [key]: mark })
}

export function readMarks(): Marks {
  const text = unkept ?? read('localStorage', NAME)
  if (text !== parsed.text) parsed = { text, marks: parseMarks(text) }
  return parsed.marks
}

export function keepMarks(marks: Marks): void {
  const text = JSON.stringify(Object.fromEntries(Object.entries(marks).slice(-MOST)))
  write('localStorage', NAME, text)
  unkept = read('localStorage', NAME) === text ? null : text
  for (const listener of listeners) listener()
}

function parseMarks(text: string | null): Marks {
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as Marks
  } catch {
    return {}
  }
}

/** Whether a line with this mark may still be done or snoozed. */
export function isInForce(mark: Mark, today: string): boolean {
  return mark.kind === 'done' ? mark.ended !== true : today < (mark.until ?? today)
}

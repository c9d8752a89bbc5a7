import type { ComponentChildren } from 'preact'
import { useCallback, useMemo, useRef, useState } from 'preact/hooks'
import type { Selection } from '../parts/copy.tsx'
import type { Format } from '../parts/format.ts'
import { Notice } from '../parts/notice.tsx'
import type { Host } from '../parts/host.ts'
import { gapWords } from '../parts/words.ts'
import type { Problem } from '../parts/read-result.ts'
import type { Opened } from './campaign-calls.ts'
import { Countries } from './countries.tsx'
import { History } from './history.tsx'
import { LineItem } from './line-item.tsx'
import type { Line, Recommendations } from './lines.ts'
import { useOpened } from './use-opened.ts'

/** Lines at first: those that matter most. */
const FIRST = 10

interface CampaignsProps {
  answer: Recommendations
  /** All loaded lines, in order. */
  lines: readonly Line[]
  shown: readonly Line[]
  selection: Selection
  host: Host
  format: Format
}

export function Campaigns({ answer, lines, shown, selection, host, format }: CampaignsProps) {
  const { actionThreshold, since } = answer.context
  const [isAll, setAll] = useState(false)
  const visible = useMemo(() => new Set(isAll ? shown : shown.slice(0, FIRST)), [shown, isAll])
  const opened = useOpened(host, answer)
  const list = useRef<HTMLUListElement>(null)

  // Stable identity: lines are memoized.
  const toggle = useRef<(key: string) => void>(() => {})
  toggle.current = key => {
    const line = lines.find(other => other.key === key)
    if (line !== undefined) opened.toggle(line)
  }
  const onOpen = useCallback((key: string) => toggle.current(key), [])

  function close(): void {
    const button = list.current?.querySelector<HTMLElement>('button[aria-expanded=true]')
    opened.close()
    button?.focus()
  }
  return (
    <div class="campaigns" onKeyDown={event => event.key === 'Escape' && opened.open !== null && close()}>
      <div class="head" aria-hidden="true">
        <span class="who">Campaign</span>
        <span class="axis">
          <i>50%</i>
          <i>target</i>
          <i>150%</i>
        </span>
        <span class="numeric of-target">Of target</span>
        <span class="numeric spend">{since === undefined ? 'Spend a day' : 'Spend a day, change'}</span>
        <span class="numeric gap">Gap</span>
      </div>
      <ul ref={list}>
        {(isAll ? lines : [...visible]).map(line => (
          // Filtered items stay in the DOM, hidden, so that showing them again is cheap.
          <li key={line.key} class={`line ${line.action}${line.low ? ' low' : ''}`} hidden={!visible.has(line)}>
            <LineItem
              line={line}
              threshold={actionThreshold}
              format={format}
              open={opened.open === line.key}
              ticked={selection.keys.has(line.key)}
              onTick={selection.toggle}
              onOpen={onOpen}
            />
            {opened.open === line.key && (
              <CampaignPanel
                line={line}
                answer={answer}
                opened={opened.openedOf(line)}
                host={host}
                format={format}
                onAgain={() => opened.ask(line)}
                onClose={close}
              />
            )}
          </li>
        ))}
      </ul>
      {shown.length > visible.size && (
        <button class="all" onClick={() => setAll(true)}>
          Show all {format.count(shown.length)}
        </button>
      )}
    </div>
  )
}

interface PanelProps {
  line: Line
  answer: Recommendations
  opened: Opened
  host: Host
  format: Format
  onAgain: () => void
  onClose: () => void
}

/** Details of a campaign: its ROAS history and countries. */
function CampaignPanel({ line, answer, opened, host, format, onAgain, onClose }: PanelProps) {
  return (
    <section class="panel" aria-label={`Details of ${line.campaign}`}>
      <div class="title">
        <h3>
          <bdi>{line.campaign}</bdi>
        </h3>
        <button onClick={onClose}>Close</button>
      </div>
      {host.can.call ? (
        <div class="both">
          <div>
            {line.ofTarget !== null && (
              <p>
                {format.rate(line.dailySpend)} returns {format.roas(line.predicted)}, {format.share(line.ofTarget)} of the{' '}
                {format.roas(line.target)} target: {gapWords(line.dailySpend, line.ofTarget, format)}.
              </p>
            )}
            <p class="muted">{judgedWords(line, format)}</p>
            <h4>ROAS of its cohorts</h4>
            <ReplyState reply={opened.history} what="its history" onAgain={onAgain}>
              {history => <History answer={history} line={line} format={format} />}
            </ReplyState>
          </div>
          <div>
            <h4>Countries</h4>
            <ReplyState reply={opened.countries} what="its countries" onAgain={onAgain}>
              {countries => <Countries answer={countries} line={line} threshold={answer.context.actionThreshold} format={format} />}
            </ReplyState>
          </div>
        </div>
      ) : (
        <p>This host cannot load history and countries for the view.</p>
      )}
    </section>
  )
}

/** The install dates that the recommendation judges, and its interval. */
function judgedWords({ row, interval, target }: Line, format: Format): string {
  const [start, end] = [row['lookbackStartDate'], row['lookbackEndDate']]
  const days = typeof start === 'string' && typeof end === 'string' ? `Judges installs of ${format.range(start, end)}. ` : ''
  if (interval === null || target === null) return `${days}Its 80% interval is not known.`
  return `${days}80% interval ${format.roas(interval.low * target)} to ${format.roas(interval.high * target)}.`
}

interface CameProps<Answered> {
  reply: { answer: Answered } | { problem: Problem } | null
  what: string
  onAgain: () => void
  children: (answer: Answered) => ComponentChildren
}

function ReplyState<Answered>({ reply, what, onAgain, children }: CameProps<Answered>) {
  if (reply === null) {
    return (
      <p class="muted" role="status">
        Loading {what}.
      </p>
    )
  }
  if ('answer' in reply) return <>{children(reply.answer)}</>
  return (
    <Notice tone={reply.problem.kind === 'limited' ? 'warning' : 'error'} title={`Cannot load ${what}`}>
      <p>{reply.problem.message}</p>
      <button onClick={onAgain}>Retry</button>
    </Notice>
  )
}

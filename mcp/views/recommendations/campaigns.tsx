import type { ComponentChildren } from 'preact'
import { useCallback, useMemo, useRef, useState } from 'preact/hooks'
import type { Selection } from '../../../server/web/parts/copy.tsx'
import type { Format } from '../../../server/web/parts/use-format.ts'
import { Notice } from '../../../server/web/parts/notice.tsx'
import type { Host } from '../../../server/web/parts/host.ts'
import { gapWords } from '../../../server/web/parts/words.ts'
import type { Answer, AnyTool } from '../../../server/web/parts/read-result.ts'
import type { Called } from '../../../server/web/parts/use-call.ts'
import { useCampaignCalls } from './campaign-calls.ts'
import { Countries } from './line-countries.tsx'
import { History } from './history.tsx'
import { LineItem } from './line-item.tsx'
import type { Line, Recommendations } from './lines.ts'

/** Number of lines shown at first. */
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
  const [open, setOpen] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  // Stable identity: lines are memoized.
  const onOpen = useCallback((key: string) => setOpen(before => (before === key ? null : key)), [])

  function close(): void {
    const button = list.current?.querySelector<HTMLElement>('button[aria-expanded=true]')
    setOpen(null)
    button?.focus()
  }
  return (
    <div class="campaigns" onKeyDown={event => event.key === 'Escape' && open !== null && close()}>
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
              open={open === line.key}
              ticked={selection.keys.has(line.key)}
              onTick={selection.toggle}
              onOpen={onOpen}
            />
            {open === line.key && <CampaignPanel {...{ line, answer, host, format }} onClose={close} />}
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
  host: Host
  format: Format
  onClose: () => void
}

/** Details of a campaign: its ROAS history and countries. */
function CampaignPanel({ line, answer, host, format, onClose }: PanelProps) {
  const { history, countries } = useCampaignCalls(host, answer, line)
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
            <ReplyState of={history} what="its history">
              {history => <History answer={history} line={line} format={format} />}
            </ReplyState>
          </div>
          <div>
            <h4>Countries</h4>
            <ReplyState of={countries} what="its countries">
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

interface ReplyStateProps<Name extends AnyTool> {
  of: Called<Name>
  what: string
  children: (answer: Answer<Name>) => ComponentChildren
}

function ReplyState<Name extends AnyTool>({ of: { reply, again }, what, children }: ReplyStateProps<Name>) {
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
      <button onClick={again}>Retry</button>
    </Notice>
  )
}

import type { ComponentChildren } from 'preact'
import { useCallback, useMemo, useRef, useState } from 'preact/hooks'
import type { Selection } from '../../parts/selection.tsx'
import type { Format } from '../../parts/use-format.ts'
import { LazyDetails, Notice } from '../../parts/notice.tsx'
import type { Host } from '../../parts/host.ts'
import { countOf, countryName, gapWords, platformName } from '../../parts/words.ts'
import { confidenceWords } from '../../../core/words/doubt-words.ts'
import { StepText } from '../../parts/step-text.tsx'
import type { Answer, AnyTool } from '../../parts/read-result.ts'
import type { Called } from '../../parts/use-call.ts'
import { useCampaignCalls } from './campaign-calls.ts'
import { Countries } from './line-countries.tsx'
import { History } from './history.tsx'
import { LineItem } from './line-item.tsx'
import { type Line, reasonOf, type Recommendations } from './lines.ts'

/** Number of steps shown at first. */
const FIRST = 5

interface CampaignsProps {
  answer: Recommendations
  visible: readonly Line[]
  selection: Selection
  host: Host
  format: Format
}

/** Campaigns with a step, a line each; those that keep are folded below. */
export function Campaigns({ answer, visible, selection, host, format }: CampaignsProps) {
  const { actionThreshold } = answer.context
  const [isAll, setAll] = useState(false)
  const [open, setOpen] = useState<string | null>(null)
  const root = useRef<HTMLDivElement>(null)
  // Stable identity: lines are memoized.
  const onOpen = useCallback((key: string) => setOpen(before => (before === key ? null : key)), [])
  const acting = useMemo(() => visible.filter(({ direction }) => direction !== 'none'), [visible])
  const keeping = useMemo(() => visible.filter(({ direction }) => direction === 'none'), [visible])
  const first = isAll ? acting : acting.slice(0, FIRST)

  function close(): void {
    const button = root.current?.querySelector<HTMLElement>('button[aria-expanded=true]')
    setOpen(null)
    button?.focus()
  }
  const drawn = (line: Line) => (
    <li key={line.key} class={`line ${line.action}${line.low ? ' low' : ''}`}>
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
  )
  return (
    <div
      class="campaigns"
      ref={root}
      onKeyDown={event => event.key === 'Escape' && open !== null && close()}
    >
      <div class="head" aria-hidden="true">
        <span class="who">Campaign</span>
        <span class="act">What to do</span>
        <span class="axis">Of target</span>
        <span class="numeric">Worth a day</span>
        <span class="numeric" title="Mean of the last 7 days">
          Spend a day
        </span>
      </div>
      {first.length > 0 && <ul>{first.map(drawn)}</ul>}
      {first.length < acting.length && (
        <button class="all" onClick={() => setAll(true)}>
          Show {countOf(acting.length - first.length, 'more step', format)}
        </button>
      )}
      {keeping.length > 0 && (
        <LazyDetails
          key={String(acting.length === 0)}
          label={keepingWords(keeping, format)}
          open={acting.length === 0}
        >
          {() => <ul>{keeping.map(drawn)}</ul>}
        </LazyDetails>
      )}
    </div>
  )
}

/** `18 keep, 1 has data to check, 1 stopped` */
function keepingWords(lines: readonly Line[], format: Format): string {
  const count = (kind: string) => lines.filter(({ row }) => row['stepKind'] === kind).length
  const [unchanged, unclear, stopped] = [count('keep'), count('check_data'), count('stopped')]
  return [
    unchanged > 0 && `${format.count(unchanged)} keep`,
    unclear > 0 && `${format.count(unclear)} with data to check`,
    stopped > 0 && `${format.count(stopped)} stopped`,
  ]
    .filter(part => part !== false)
    .join(', ')
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
      <p class="step">
        <StepText words={line.step} />
      </p>
      <p class="muted">
        {line.action}, {reasonOf(line)}
        {line.close && ', close call'} · <bdi>{line.network}</bdi> · {platformName(line.platform)} ·{' '}
        {countryName(line.country)} ·{' '}
        {confidenceWords({ ...line, confidenceScore: line.confidence }, format)}
      </p>
      {host.can.call ? (
        <div class="both">
          <div>
            {line.ofTarget !== null && (
              <p>
                {format.rate(line.dailySpend)} returns {format.roas(line.predicted)},{' '}
                {format.share(line.ofTarget)} of the {format.roas(line.target)} target:{' '}
                {gapWords(line.dailySpend, line.ofTarget, format)}.
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
              {countries => (
                <Countries
                  answer={countries}
                  line={line}
                  threshold={answer.context.actionThreshold}
                  format={format}
                />
              )}
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
  const days =
    typeof start === 'string' && typeof end === 'string'
      ? `Judges installs of ${format.range(start, end)}. `
      : ''
  if (interval === null || target === null) return `${days}Its 80% interval is not known.`
  return `${days}80% interval ${format.roas(interval.low * target)} to ${format.roas(interval.high * target)}.`
}

interface ReplyStateProps<Name extends AnyTool> {
  of: Called<Name>
  what: string
  children: (answer: Answer<Name>) => ComponentChildren
}

function ReplyState<Name extends AnyTool>({
  of: { reply, again },
  what,
  children,
}: ReplyStateProps<Name>) {
  if (reply === null) {
    return (
      <p class="muted" role="status">
        Loading {what}.
      </p>
    )
  }
  if ('answer' in reply) return <>{children(reply.answer)}</>
  return (
    <Notice
      tone={reply.problem.kind === 'limited' ? 'warning' : 'error'}
      title={`Cannot load ${what}`}
    >
      <p>{reply.problem.message}</p>
      <button onClick={again}>Retry</button>
    </Notice>
  )
}

import type { ComponentChildren } from 'preact'
import type { Format } from '../parts/format.ts'
import { Notice } from '../parts/notice.tsx'
import type { Host } from '../shell/host.ts'
import type { Problem } from '../shell/problem.ts'
import type { Opened } from './campaign-calls.ts'
import { Countries } from './countries.tsx'
import { History } from './history.tsx'
import type { Line, Recommendations } from './lines.ts'

interface PanelProps {
  line: Line
  answer: Recommendations
  opened: Opened
  host: Host
  format: Format
  onAgain: () => void
  onClose: () => void
}

/** What there is to know of a campaign before one acts: how its forecasts went, and its countries. */
export function CampaignPanel({ line, answer, opened, host, format, onAgain, onClose }: PanelProps) {
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
            <h4>ROAS of its cohorts</h4>
            <Came reply={opened.history} what="its history" onAgain={onAgain}>
              {history => <History answer={history} line={line} format={format} />}
            </Came>
          </div>
          <div>
            <h4>Countries</h4>
            <Came reply={opened.countries} what="its countries" onAgain={onAgain}>
              {countries => (
                <Countries answer={countries} line={line} threshold={answer.context.actionThreshold} host={host} format={format} />
              )}
            </Came>
          </div>
        </div>
      ) : (
        <p>This host does not let the view ask for its history and countries.</p>
      )}
    </section>
  )
}

interface CameProps<Answered> {
  reply: { answer: Answered } | { problem: Problem } | null
  what: string
  onAgain: () => void
  children: (answer: Answered) => ComponentChildren
}

/** An answer, or why there is none yet. */
function Came<Answered>({ reply, what, onAgain, children }: CameProps<Answered>) {
  if (reply === null) {
    return (
      <p class="muted" role="status">
        Asking for {what}.
      </p>
    )
  }
  if ('answer' in reply) return <>{children(reply.answer)}</>
  return (
    <Notice tone={reply.problem.kind === 'limited' ? 'warning' : 'error'} title={`Could not get ${what}`}>
      <p>{reply.problem.message}</p>
      <button onClick={onAgain}>Ask again</button>
    </Notice>
  )
}

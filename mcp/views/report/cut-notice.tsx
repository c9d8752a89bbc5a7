import { Notice } from '../parts/notice.tsx'
import { HandOver } from '../parts/hand-over.tsx'
import type { Format } from '../parts/format.ts'
import type { Answer } from '../shell/answers.ts'
import type { Host } from '../shell/host.ts'
import type { Better } from './better-question.ts'
import { daysFrom, type Question } from './question.ts'

interface CutNoticeProps {
  /** What the model was given. */
  given: Answer<'svc_get_report'>
  answer: Answer<'svc_get_report'>
  asked: Better | null
  offered: Better | null
  ask: (question: Question) => void
  host: Host
  format: Format
}

/** Says how little an answer shows, and what was asked, or can be, to see more. */
export function CutNotice({ given, answer, asked, offered, ask, host, format }: CutNoticeProps) {
  if (answer !== given && asked !== null) {
    return (
      <Notice title={`The chat was given ${extent(given, format)}`}>
        <p>Too little for a chart, so the view asked again: {asked.words}.</p>
      </Notice>
    )
  }
  if (offered === null && asked === null) return answer.truncated ? <Notice title={`Shown: ${extent(answer, format)}`} /> : null
  const better = offered ?? asked!
  return (
    <Notice title={`This answer has ${extent(answer, format)}`}>
      <p>
        {asked === null || offered !== null ? 'More would be seen' : 'Asking again'} {better.words}.{' '}
        {offered !== null && host.can.call && <button onClick={() => ask(offered.question)}>Ask</button>}
        {!host.can.call && (
          <HandOver
            host={host}
            label="Ask for it in the chat"
            question={`Show me this report ${better.words}.`}
            summary={`Better arguments for svc_get_report: ${JSON.stringify(better.question)}`}
            selection={{ tool: 'svc_get_report', arguments: better.question }}
          />
        )}
      </p>
    </Notice>
  )
}

/** `100 of 1,034 rows, 4 of 31 days`. */
export function extent({ rows, totalRows, columns, context }: Answer<'svc_get_report'>, format: Format): string {
  const counted = `${format.count(rows.length)} of ${format.count(totalRows)} rows`
  const cohort = columns.indexOf('install_cohort')
  if (context.installGrouping !== 'DAILY') return counted
  const days = new Set(rows.map(row => row[cohort])).size
  return `${counted}, ${format.count(days)} of ${format.count(daysFrom(context.startDate, context.endDate))} days`
}

import { Notice } from '../parts/notice.tsx'
import { HandOver } from '../parts/hand-over.tsx'
import type { Format } from '../parts/format.ts'
import type { Answer } from '../shell/answers.ts'
import type { Host } from '../shell/host.ts'
import { groupWords, type Better } from './better-question.ts'
import { daysFrom, groupByOf, type Question } from './question.ts'

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
export function CutNotice(props: CutNoticeProps) {
  const { given, answer, asked, format } = props
  if (asked === null || answer === given) return <Cut {...props} />
  const shown = `${groupWords(groupByOf(answer.columns))}, ${answer.context.installGrouping.toLowerCase()}`
  return (
    <>
      <Notice title={`The chat was given ${extent(given, format)}`}>
        <p>
          {shown === asked.words ? 'Too little for a chart, so the view asked again' : 'Shown is what was asked for here'}: {shown}.
        </p>
      </Notice>
      {answer.truncated && <Cut {...props} />}
    </>
  )
}

function Cut({ answer, asked, offered, ask, host, format }: CutNoticeProps) {
  const title = `This answer has ${extent(answer, format)}`
  if (offered === null)
    return answer.truncated ? <Notice title={title}>{asked !== null && <p>Asking again {asked.words}.</p>}</Notice> : null
  return (
    <Notice title={title}>
      <p>
        More would be seen {offered.words}. {host.can.call && <button onClick={() => ask(offered.question)}>Ask</button>}
        {!host.can.call && (
          <HandOver
            host={host}
            label="Ask for it in the chat"
            question={`Show me this report ${offered.words}.`}
            summary={`Better arguments for svc_get_report: ${JSON.stringify(offered.question)}`}
            selection={{ tool: 'svc_get_report', arguments: offered.question }}
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

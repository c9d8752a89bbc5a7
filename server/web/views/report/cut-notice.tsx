import { HandOver } from '../../parts/hand-over.tsx'
import type { Format } from '../../parts/use-format.ts'
import type { Host } from '../../parts/host.ts'
import { Notice } from '../../parts/notice.tsx'
import type { Answer } from '../../parts/read-result.ts'
import { type CoarserQuestion, daysFrom, type Question } from './report-question.ts'
import type { Whole } from './use-whole.ts'

interface CutNoticeProps {
  allRows: Whole
  offered: CoarserQuestion | null
  ask: (question: Question) => void
  host: Host
  format: Format
}

/** Shows how much of the result is loaded, and how to load the rest: all rows, or a coarser question. */
export function CutNotice({
  allRows: { answer, missing, isLoading, problem, load },
  offered,
  ask,
  host,
  format,
}: CutNoticeProps) {
  const isCut = answer.truncated
  if (!isCut && offered === null) return null
  if (isLoading)
    return <Notice title={`${extentWords(answer, format)} loaded`}>Loading the rest.</Notice>
  const title = isCut
    ? `Showing ${extentWords(answer, format)}`
    : 'A single month is a single point'
  return (
    <Notice title={title}>
      {problem !== null && <p>{problem.message}</p>}
      {load !== null && (
        <button onClick={load}>
          Load all {format.count(answer.totalRows)} rows
          {missing > 1 ? ` (${format.count(missing)} requests)` : ''}
        </button>
      )}{' '}
      {offered !== null && host.can.call && (
        <button onClick={() => ask(offered.question)}>Show {offered.words} instead</button>
      )}
      {offered !== null && !host.can.call && (
        <HandOver
          host={host}
          label={`Ask for it ${offered.words}`}
          question={`Show me this report ${offered.words}.`}
          summary={`Better arguments for svc_get_report: ${JSON.stringify(offered.question)}`}
          selection={{ tool: 'svc_get_report', arguments: offered.question }}
        />
      )}
      {load === null && isCut && missing > 0 && host.can.call && problem === null && (
        <p>The file export has all rows.</p>
      )}
    </Notice>
  )
}

/** `500 of 522 rows, 29 of 30 days` */
export function extentWords(
  { rows, totalRows, columns, context }: Answer<'svc_get_report'>,
  format: Format,
): string {
  const counted = `${format.count(rows.length)} of ${format.count(totalRows)} rows`
  const cohort = columns.indexOf('install_cohort')
  if (context.installGrouping !== 'DAILY') return counted
  const days = new Set(rows.map(row => row[cohort])).size
  return `${counted}, ${format.count(days)} of ${format.count(daysFrom(context.startDate, context.endDate))} days`
}

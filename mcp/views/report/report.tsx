import { useMemo, useState } from 'preact/hooks'
import { Copy, HandOver, toTsv } from '../parts/copy.tsx'
import { type Dimension, FilterBar, useFilters } from '../parts/filters.tsx'
import { type Format, useFormat } from '../parts/format.ts'
import { LazyDetails, Notice } from '../parts/notice.tsx'
import { RowCount } from '../parts/row-count.tsx'
import { recommendationArguments, useTargets } from '../parts/use-targets.ts'
import type { ViewProps } from '../parts/frame.tsx'
import type { Host } from '../parts/host.ts'
import { type Answer, rowsOf } from '../parts/read-result.ts'
import { letterEvents } from '../parts/events.tsx'
import { Withheld } from '../parts/withheld.tsx'
import { Charts } from './charts.tsx'
import { atDsi, columnLabel, commonTypes, firstSeries, maturityWords, metricColumn, type Series, seriesOf, writeMetric } from './columns.ts'
import { Controls } from './controls.tsx'
import { Export } from './export.tsx'
import { groupsOf, IDENTITY, type Row } from './groups.ts'
import { type Better, daysFrom, groupByOf, groupWords, type Question } from './question.ts'
import { copiedColumns, RowsTable, useReportColumns } from './rows-table.tsx'
import { useQuestion } from './use-question.ts'

const FEW = 60

/** A report: charts by cohort, totals and rows. */
export function Report(props: ViewProps<'svc_get_report'>) {
  const { answer, host } = props
  const format = useFormat(answer.context.currency)
  const { question, ask, given, asked, offered } = useQuestion(props)
  const { rows, dimensions, series } = useMemo(() => readAnswer(answer), [answer])
  const filtering = useFilters(rows, dimensions)
  const [chosen, choose] = useState<string>()
  const shown = series.find(({ name }) => name === chosen) ?? firstSeries(series)
  const [dsi, chooseDsi] = useState<number>()
  const drawn = useMemo(() => atDsi(shown, dsi), [shown, dsi])
  const targets = useReportTargets(props, drawn)
  const events = useMemo(() => letterEvents(answer.context.events), [answer])
  const grouped = useMemo(() => groupsOf(filtering.rows), [filtering.rows])
  const mean = targets?.targets.of({}) ?? null
  const columns = useReportColumns(
    answer.columns,
    filtering.rows,
    format,
    mean === null || targets === null ? null : { column: targets.column, value: mean },
  )
  const model = useMemo(() => rowsOf(given), [given])
  const modelColumns = useReportColumns(given.columns, model, format, null)

  return (
    <>
      <CutNotice {...{ given, answer, asked, offered, ask, host, format }} />
      <Totals answer={answer} format={format} />
      <Withheld withheld={answer.context.withheldDsis} dsis={series.flatMap(one => one.columns.flatMap(({ dsi }) => dsi ?? []))} />
      <Controls {...{ answer, question, ask, host, series }} shown={shown} choose={choose} dsi={dsi} chooseDsi={chooseDsi} />
      <FilterBar all={rows} dimensions={dimensions} filtering={filtering} />
      {drawn !== undefined && filtering.rows.length > 0 && (
        <Charts {...{ grouped, format, targets, events }} series={drawn} grouping={answer.context.installGrouping} />
      )}
      <div class="bar">
        <Copy label="Copy rows for a spreadsheet" text={() => toTsv(filtering.rows, copiedColumns(columns))} />
        <HandOver
          host={host}
          label="Discuss in the chat"
          question={`What stands out in this report of ${answer.context.app.name}, and what should be done about it?`}
          summary={summaryOf(answer, filtering.rows, extent(answer, format))}
          selection={{ view: 'report', arguments: question, columns: answer.columns, rows: firstRows(answer, filtering.rows) }}
        />
        <Export host={host} question={question} format={format} />
      </div>
      {rows.length > 0 && (
        <LazyDetails key={String(rows.length <= FEW)} label={`Rows (${format.count(filtering.rows.length)})`} open={rows.length <= FEW}>
          {() => (
            <>
              <RowCount shown={filtering.rows.length} came={rows.length} matched={answer.totalRows} format={format} />
              <RowsTable caption="Rows" columns={columns} rows={filtering.rows} />
            </>
          )}
        </LazyDetails>
      )}
      {answer !== given && (
        <LazyDetails label={`Shared with the chat: ${extent(given, format)}`}>
          {() => <RowsTable caption="Shared with the chat" columns={modelColumns} rows={model} />}
        </LazyDetails>
      )}
    </>
  )
}

function readAnswer(answer: Answer<'svc_get_report'>) {
  const dimensions = IDENTITY.filter(name => answer.columns.includes(name)).map((name): Dimension<Row> => {
    return { name, label: name.charAt(0).toUpperCase() + name.slice(1), value: row => String(row[name] ?? '') }
  })
  return { rows: rowsOf(answer), dimensions, series: seriesOf(answer.columns) }
}

/** The targets, if the shown series is of their type and DSI. */
function useReportTargets({ answer, host }: ViewProps<'svc_get_report'>, series: Series | undefined) {
  const { targetRoasType, targetRevenueType, targetDsi } = answer.context
  const deciding = `roas_${targetRoasType}_${targetRevenueType}`.toLowerCase()
  const column = `${deciding}_d${targetDsi}`
  const has = answer.columns.includes(column) && answer.rows.length > 0
  const targets = useTargets(host, has ? recommendationArguments(answer, answer.columns.includes('country')) : null)
  const drawn = series?.columns.some(({ name }) => name === column)
  return typeof targets === 'object' && drawn === true ? { targets, dsi: targetDsi, column } : null
}

/** Maximum rows sent to the model. */
const MAX_SENT_ROWS = 40

function firstRows({ columns }: Answer<'svc_get_report'>, rows: readonly Row[]) {
  return rows.slice(0, MAX_SENT_ROWS).map(row => columns.map(name => row[name] ?? null))
}

function summaryOf({ context, columns }: Answer<'svc_get_report'>, rows: readonly Row[], of: string): string {
  const told = rows.length > MAX_SENT_ROWS ? `; the first ${MAX_SENT_ROWS} are attached` : ''
  const identity = columns.filter(name => (IDENTITY as readonly string[]).includes(name))
  const split = identity.length === 0 ? 'without a split' : `by ${identity.join(', ')}`
  return `Looking at the report of ${context.app.name} (app ${context.app.id}), installs ${context.startDate} to ${context.endDate}, ${context.installGrouping} cohorts ${split}: ${rows.length} rows shown (${of})${told}.`
}

interface CutNoticeProps {
  given: Answer<'svc_get_report'>
  answer: Answer<'svc_get_report'>
  asked: Better | null
  offered: Better | null
  ask: (question: Question) => void
  host: Host
  format: Format
}

/** Says what a truncated result shows, and offers a question that shows more. */
function CutNotice(props: CutNoticeProps) {
  const { given, answer, asked, format } = props
  if (asked === null || answer === given) return <Cut {...props} />
  const shown = `${groupWords(groupByOf(answer.columns))}, ${answer.context.installGrouping.toLowerCase()}`
  return (
    <>
      <Notice title={`Shared with the chat: ${extent(given, format)}`}>
        <p>
          {shown === asked.words ? 'Too few rows for a chart, so the view reloaded' : 'Showing your selection'}: {shown}.
        </p>
      </Notice>
      {answer.truncated && <Cut {...props} />}
    </>
  )
}

function Cut({ answer, asked, offered, ask, host, format }: CutNoticeProps) {
  const title = `This result has ${extent(answer, format)}`
  if (offered === null)
    return answer.truncated ? <Notice title={title}>{asked !== null && <p>Asking again {asked.words}.</p>}</Notice> : null
  return (
    <Notice title={title}>
      <p>
        To see more, group {offered.words}. {host.can.call && <button onClick={() => ask(offered.question)}>Show</button>}
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

function extent({ rows, totalRows, columns, context }: Answer<'svc_get_report'>, format: Format): string {
  const counted = `${format.count(rows.length)} of ${format.count(totalRows)} rows`
  const cohort = columns.indexOf('install_cohort')
  if (context.installGrouping !== 'DAILY') return counted
  const days = new Set(rows.map(row => row[cohort])).size
  return `${counted}, ${format.count(days)} of ${format.count(daysFrom(context.startDate, context.endDate))} days`
}

/** Totals of all matches; each ratio with its forecast share. */
function Totals({ answer: { totals, context }, format }: { answer: Answer<'svc_get_report'>; format: Format }) {
  const shown = Object.entries(totals).flatMap(([name, value]) => {
    const column = metricColumn(name)
    return column === null ? [] : [{ column, value }]
  })
  if (shown.length === 0) return null
  const types = commonTypes(Object.keys(totals))
  return (
    <section class="totals" aria-label="Totals">
      <dl>
        {shown.map(({ column, value }) => (
          <div key={column.name}>
            <dt>{columnLabel(column, types !== null)}</dt>
            <dd data-column={column.name}>{writeMetric(column.metric, format)(value)}</dd>
            {column.dsi !== undefined && <dd class="muted">{sharesWords(totals, column.dsi, format)}</dd>}
          </div>
        ))}
      </dl>
      <p class="muted">
        Totals of {context.totalsOf}
        {types === null || types === '' ? '' : `; ${types}`}.
      </p>
    </section>
  )
}

function sharesWords(totals: Answer<'svc_get_report'>['totals'], dsi: number, format: Format): string {
  const covered = totals[`covered_share_d${dsi}`]
  const known = typeof covered === 'number' && covered < 1 ? `, over ${format.share(covered)} of spend` : ''
  return maturityWords(totals[`actual_share_d${dsi}`], format) + known
}

import { useMemo, useState } from 'preact/hooks'
import { Copy } from '../parts/copy.tsx'
import { FilterBar, useFilters, type Dimension } from '../parts/filters.tsx'
import { Folded } from '../parts/folded.tsx'
import { HandOver } from '../parts/hand-over.tsx'
import { ShownOf } from '../parts/shown-of.tsx'
import { toTsv } from '../parts/tsv.ts'
import { useFormat } from '../parts/use-format.ts'
import { recommendationArguments, useTargets } from '../parts/use-targets.ts'
import { rowsOf, type Answer } from '../shell/answers.ts'
import type { ViewProps } from '../shell/start-view.tsx'
import { Charts } from './charts.tsx'
import { atDsi, firstSeries, seriesOf, type Series } from './columns.ts'
import { Controls } from './controls.tsx'
import { CutNotice, extent } from './cut-notice.tsx'
import { Export } from './export.tsx'
import { groupsOf, IDENTITY, type Row } from './groups.ts'
import { copiedColumns, RowsTable, useReportColumns } from './rows-table.tsx'
import { Totals } from './totals.tsx'
import { useQuestion } from './use-question.ts'

/** Up to how many rows the table stands open. */
const FEW = 60

/** A report as charts by cohort, its totals, and its rows. */
export function Report(props: ViewProps<'svc_get_report'>) {
  const { answer, host } = props
  const format = useFormat(host, answer.context.currency)
  const { question, ask, given, asked, offered } = useQuestion(props)
  const { rows, dimensions, series } = useMemo(() => readAnswer(answer), [answer])
  const filtering = useFilters(rows, dimensions)
  const [chosen, choose] = useState<string>()
  const shown = series.find(({ name }) => name === chosen) ?? firstSeries(series)
  const [dsi, chooseDsi] = useState<number>()
  const drawn = useMemo(() => atDsi(shown, dsi), [shown, dsi])
  const targets = useReportTargets(props, drawn)
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
      <Controls {...{ answer, question, ask, host, series }} shown={shown} choose={choose} dsi={dsi} chooseDsi={chooseDsi} />
      <FilterBar all={rows} dimensions={dimensions} filtering={filtering} />
      {drawn !== undefined && filtering.rows.length > 0 && (
        <Charts {...{ grouped, format, targets }} series={drawn} grouping={answer.context.installGrouping} locale={host.locale} />
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
        <Folded key={String(rows.length <= FEW)} label={`Rows (${format.count(filtering.rows.length)})`} open={rows.length <= FEW}>
          {() => (
            <>
              <ShownOf shown={filtering.rows.length} came={rows.length} matched={answer.totalRows} format={format} />
              <RowsTable caption="Rows" columns={columns} rows={filtering.rows} />
            </>
          )}
        </Folded>
      )}
      {answer !== given && (
        <Folded label={`What the chat was given: ${extent(given, format)}`}>
          {() => <RowsTable caption="What the chat was given" columns={modelColumns} rows={model} />}
        </Folded>
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

/** The targets, where the series that is shown is the one that they are for, at a DSI that it has. */
function useReportTargets({ answer, host }: ViewProps<'svc_get_report'>, series: Series | undefined) {
  const { targetRoasType, targetRevenueType, targetDsi } = answer.context
  const deciding = `roas_${targetRoasType}_${targetRevenueType}`.toLowerCase()
  const column = `${deciding}_d${targetDsi}`
  const has = answer.columns.includes(column) && answer.rows.length > 0
  const targets = useTargets(host, has ? recommendationArguments(answer, answer.columns.includes('country')) : null)
  const drawn = series?.columns.some(({ name }) => name === column)
  return typeof targets === 'object' && drawn === true ? { targets, dsi: targetDsi, column } : null
}

/** How many rows are told to the model. */
const TOLD = 40

function firstRows({ columns }: Answer<'svc_get_report'>, rows: readonly Row[]) {
  return rows.slice(0, TOLD).map(row => columns.map(name => row[name] ?? null))
}

function summaryOf({ context, columns }: Answer<'svc_get_report'>, rows: readonly Row[], of: string): string {
  const told = rows.length > TOLD ? `; the first ${TOLD} are attached` : ''
  const identity = columns.filter(name => (IDENTITY as readonly string[]).includes(name))
  const split = identity.length === 0 ? 'without a split' : `by ${identity.join(', ')}`
  return `Looking at the report of ${context.app.name} (app ${context.app.id}), installs ${context.startDate} to ${context.endDate}, ${context.installGrouping} cohorts ${split}: ${rows.length} rows shown (${of})${told}.`
}

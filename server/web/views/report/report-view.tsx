import { toTsv } from '../../../core/words/spreadsheet.ts'
import { useMemo, useState } from 'preact/hooks'
import { Copy } from '../../parts/copy.tsx'
import { HandOver } from '../../parts/hand-over.tsx'
import { FilterMenus } from '../../parts/filters.tsx'
import { type Format, useFormat } from '../../parts/use-format.ts'
import { LazyDetails } from '../../parts/notice.tsx'
import { RowCount } from '../../parts/row-count.tsx'
import { recommendationArguments, useTargets } from '../../parts/use-targets.ts'
import type { ViewProps } from '../../parts/frame.tsx'
import { useTellHost } from '../../parts/use-tell-host.ts'
import { type Answer, rowsOf } from '../../parts/read-result.ts'
import { letterEvents } from '../../parts/events.tsx'
import { Standing } from '../../parts/standing.tsx'
import { Charts } from './charts.tsx'
import { writeMetric } from '../../../core/words/metrics.ts'
import {
  atDsi,
  columnLabel,
  commonTypes,
  firstSeries,
  maturityWords,
  metricColumn,
  type Series,
  seriesOf,
} from './metric-columns.ts'
import { Controls } from './controls.tsx'
import { CutNotice, extentWords } from './cut-notice.tsx'
import { Export } from './export.tsx'
import { IDENTITY } from '../../parts/use-targets.ts'
import { groupsOf, type Row } from './groups.ts'
import { copiedColumns, RowsTable, useReportColumns } from './rows-table.tsx'
import { useReportFilters } from './use-filters.ts'
import { useQuestion } from './use-question.ts'
import { useWhole } from './use-whole.ts'

/** Up to as many rows the table is open. */
const FEW = 60

/** A report: totals, charts by cohort and rows. */
export function Report(props: ViewProps<'svc_get_report'>) {
  const { host } = props
  const { question, ask, modelAnswer, offered } = useQuestion(props)
  const allRows = useWhole(props.answer, question, host)
  const { answer } = allRows
  const format = useFormat(answer.context.currency)
  const rows = useMemo(() => rowsOf(answer), [answer])
  const series = useMemo(() => seriesOf(answer.columns), [answer])
  const filters = useReportFilters(answer, rows, question, host.can.call ? ask : null)
  const { selected, choose } = useChosenSeries(series)
  const [dsi, chooseDsi] = useState<number>()
  const drawn = useMemo(() => atDsi(selected, dsi), [selected, dsi])
  const targets = useReportTargets({ ...props, answer }, drawn)
  const events = useMemo(() => letterEvents(answer.context.events), [answer])
  const grouped = useMemo(() => groupsOf(filters.rows), [filters.rows])
  const mean = targets?.targets.of({}) ?? null
  const columns = useReportColumns(
    answer,
    filters.rows,
    format,
    mean === null || targets === null ? null : { column: targets.column, value: mean },
  )
  const model = useMemo(() => rowsOf(modelAnswer), [modelAnswer])
  const modelColumns = useReportColumns(modelAnswer, model, format, null)
  const summary = summaryOf(answer, filters.rows, extentWords(answer, format))
  useTellHost(host, summary, {
    tool: 'svc_get_report',
    arguments: question,
    shown: { metric: selected?.name ?? null, dsi: dsi ?? null },
  })
  const hasChat = host.can.message || host.can.modelContext

  return (
    <>
      <CutNotice {...{ allRows, offered, ask, host, format }} />
      {filters.areTotalsVisible || host.can.call ? (
        <Totals answer={answer} isStale={!filters.areTotalsVisible} format={format} />
      ) : (
        <p class="m">Totals are of all rows; clear the filters to see them.</p>
      )}
      <Standing
        withheld={answer.context.withheldDsis}
        untested={answer.context.untestedDsis}
        dsis={series.flatMap(item => item.columns.flatMap(({ dsi }) => dsi ?? []))}
      />
      <Controls
        {...{ answer, question, ask, host, series }}
        selected={selected}
        choose={choose}
        dsi={dsi}
        chooseDsi={chooseDsi}
      />
      <FilterMenus {...filters} />
      {drawn !== undefined && filters.rows.length > 0 && (
        <Charts
          {...{ grouped, format, targets, events }}
          series={drawn}
          grouping={answer.context.installGrouping}
        />
      )}
      <div class="bar acts">
        <Copy
          label="Copy rows for a spreadsheet"
          text={() => toTsv(filters.rows, copiedColumns(columns))}
        />
        <HandOver
          host={host}
          label="Discuss in the chat"
          question={`What stands out in this report of ${answer.context.app.name}, and what should be done about it?`}
          summary={summary}
          selection={{
            view: 'report',
            arguments: question,
            columns: answer.columns,
            rows: firstRows(answer, filters.rows),
          }}
        />
        <Export host={host} question={question} format={format} />
      </div>
      {rows.length > 0 && (
        <LazyDetails
          key={String(rows.length <= FEW)}
          label={`Rows (${format.count(filters.rows.length)})`}
          open={rows.length <= FEW}
        >
          {() => (
            <>
              <RowCount
                visible={filters.rows.length}
                came={rows.length}
                matched={answer.totalRows}
                format={format}
              />
              <RowsTable caption="Rows" columns={columns} rows={filters.rows} />
            </>
          )}
        </LazyDetails>
      )}
      {answer !== modelAnswer && hasChat && (
        <LazyDetails label={`Shared with the chat: ${extentWords(modelAnswer, format)}`}>
          {() => <RowsTable caption="Shared with the chat" columns={modelColumns} rows={model} />}
        </LazyDetails>
      )}
    </>
  )
}

/** The selected series. A newly requested metric (`+ltv`) appears once the result has it; until then the previous one stays. */
function useChosenSeries(series: readonly Series[]) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const match = chosen
    .map(name => series.find(item => item.name === name || `+${item.metric}` === name))
    .find(item => item !== undefined)
  return {
    selected: match ?? firstSeries(series),
    choose: (name: string) =>
      setChosen(before => [name, ...before.filter(other => other !== name)].slice(0, 2)),
  }
}

/** The targets, if the selected series has their type and DSI. */
function useReportTargets(
  { answer, host }: ViewProps<'svc_get_report'>,
  series: Series | undefined,
) {
  const { targetRoasType, targetRevenueType, targetDsi } = answer.context
  const deciding = `roas_${targetRoasType}_${targetRevenueType}`.toLowerCase()
  const column = `${deciding}_d${targetDsi}`
  const has = answer.columns.includes(column) && answer.rows.length > 0
  const targets = useTargets(
    host,
    has ? recommendationArguments(answer, answer.columns.includes('country')) : null,
    answer.context.runId,
  )
  const drawn = series?.columns.some(({ name }) => name === column)
  return typeof targets === 'object' && drawn === true ? { targets, dsi: targetDsi, column } : null
}

/** Maximum rows sent to the model. */
const MAX_SENT_ROWS = 40

function firstRows({ columns }: Answer<'svc_get_report'>, rows: readonly Row[]) {
  return rows.slice(0, MAX_SENT_ROWS).map(row => columns.map(name => row[name] ?? null))
}

function summaryOf(
  { context, columns }: Answer<'svc_get_report'>,
  rows: readonly Row[],
  of: string,
): string {
  const cutText = rows.length > MAX_SENT_ROWS ? `; the first ${MAX_SENT_ROWS} are attached` : ''
  const identity = columns.filter(name => (IDENTITY as readonly string[]).includes(name))
  const split = identity.length === 0 ? 'without a split' : `by ${identity.join(', ')}`
  return `Looking at the report of ${context.app.name} (app ${context.app.id}), installs ${context.startDate} to ${context.endDate}, ${context.installGrouping} cohorts ${split}: ${rows.length} rows shown (${of})${cutText}.`
}

/** Totals of all matches; each ratio with its forecast share. */
function Totals({
  answer: { totals, context },
  isStale,
  format,
}: {
  answer: Answer<'svc_get_report'>
  isStale: boolean
  format: Format
}) {
  const visible = Object.entries(totals).flatMap(([name, value]) => {
    const column = metricColumn(name)
    return column === null ? [] : [{ column, value }]
  })
  if (visible.length === 0) return null
  const types = commonTypes(Object.keys(totals))
  return (
    <section class={`s totals${isStale ? ' stale' : ''}`} aria-label="Totals" aria-busy={isStale}>
      <dl class="cols">
        {visible.map(({ column, value }) => (
          <div key={column.name}>
            <dt>{columnLabel(column, types !== null)}</dt>
            <dd data-column={column.name}>{writeMetric(column.metric, format)(value)}</dd>
            {column.dsi !== undefined && (
              <dd class="m">{sharesWords(totals, column.dsi, format)}</dd>
            )}
          </div>
        ))}
      </dl>
      <p class="m">
        {isStale
          ? 'Totals before this filter'
          : `Totals of installs ${format.range(context.startDate, context.endDate)}${filterWords(context.filters)}`}
        {types === null || types === '' ? '' : `; ${types}`}.
      </p>
    </section>
  )
}

/** `, networks Meta Ads, Google Ads`: the scope of totals. */
function filterWords(filters: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(filters)
    .filter(([, values]) => values.length > 0)
    .map(
      ([name, values]) =>
        `, ${name} ${values.length > 3 ? `${values.slice(0, 3).join(', ')} and ${values.length - 3} more` : values.join(', ')}`,
    )
    .join('')
}

function sharesWords(
  totals: Answer<'svc_get_report'>['totals'],
  dsi: number,
  format: Format,
): string {
  const covered = totals[`covered_share_d${dsi}`]
  const known =
    typeof covered === 'number' && covered < 1 ? `, over ${format.share(covered)} of spend` : ''
  return maturityWords(totals[`actual_share_d${dsi}`], format) + known
}

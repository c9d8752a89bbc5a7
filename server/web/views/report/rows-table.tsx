import type { FileColumn } from '../../../core/words/spreadsheet.ts'
import { useMemo } from 'preact/hooks'
import { heatOf } from '../../parts/charts/heat.ts'
import { NOTHING, type Format } from '../../parts/use-format.ts'
import type { Answer } from '../../parts/read-result.ts'
import { Table, type Column } from '../../parts/table.tsx'
import { COLUMNS } from '../../../../generated/vocabulary/vocabulary.ts'
import { writeMetric } from '../../../core/words/metrics.ts'
import { columnLabel, commonTypes, type MetricColumn, metricColumn } from './metric-columns.ts'
import { numberOf } from '../../parts/read-result.ts'
import { type Row } from './groups.ts'

interface ColumnTarget {
  column: string
  value: number
}

/** A report's columns, colored around the target if there is one, otherwise from minimum to maximum. */
export function useReportColumns(
  answer: Pick<Answer<'svc_get_report'>, 'columns' | 'context'>,
  rows: readonly Row[],
  format: Format,
  target: ColumnTarget | null,
): readonly Column<Row>[] {
  return useMemo(() => {
    const alike = commonTypes(answer.columns) !== null
    // Told by the payback beside it.
    const visible = answer.columns.filter(name => !KNOWN_DSI.test(name))
    return visible.map(name =>
      name === 'install_cohort'
        ? cohortColumn(answer.context, format)
        : columnOf(name, rows, format, target?.column === name ? target.value : null, alike),
    )
  }, [answer, rows, target?.column, target?.value])
}

const KNOWN_DSI = /^payback_known_dsi_/

/** `not by D90`: why a payback is empty. */
function notBy(known: unknown): string {
  return typeof known === 'number' ? `not by D${known}` : NOTHING
}

function columnOf(
  name: string,
  rows: readonly Row[],
  format: Format,
  target: number | null,
  alike: boolean,
): Column<Row> {
  const metric = metricColumn(name)
  const value = (row: Row) => row[name]
  if (metric !== null) {
    const heat = heatOf(
      rows.map(row => numberOf(row[name])),
      target,
    )
    const write = writeMetric(metric.metric, format)
    return {
      name,
      label: columnLabel(metric, alike),
      ...(target === null ? {} : { hint: `Target ${format.roas(target)}` }),
      value,
      show: row =>
        metric.metric === 'payback' && row[name] === null
          ? notBy(row[name.replace('payback', 'payback_known_dsi')])
          : write(numberOf(row[name])),
      numeric: true,
      color: row => heat(numberOf(row[name])),
    }
  }
  const comparison = comparisonOf(name)
  if (comparison !== null) {
    const write =
      comparison.word === 'change'
        ? format.signedShare
        : writeMetric(comparison.metric.metric, format)
    return {
      name,
      label: `${columnLabel(comparison.metric, alike)} ${comparison.word}`,
      value,
      show: row => write(numberOf(row[name])),
      numeric: true,
    }
  }
  // Small shares of spend differ by tenths of a percent.
  if (name === 'spend_share')
    return {
      name,
      label: words(name),
      value,
      show: row => format.roas(numberOf(row[name])),
      numeric: true,
    }
  if (/_share(_d\d+)?(_before)?$/.test(name))
    return {
      name,
      label: words(name),
      value,
      show: row => format.share(numberOf(row[name])),
      numeric: true,
    }
  const label = words(name)
  if (name === 'period_days')
    return { name, label, hint: 'Install dates included in the period', value, numeric: true }
  return { name, label, value, show: row => String(row[name] ?? NOTHING) }
}

const PERIODS = {
  DAILY: 'Install day',
  WEEKLY: 'Install week',
  MONTHLY: 'Install month',
  TOTAL: 'Installs',
}

/** The period of a row: its first day or, in total, the range of all days. */
function cohortColumn(
  { installGrouping, startDate, endDate }: Answer<'svc_get_report'>['context'],
  format: Format,
): Column<Row> {
  const label = PERIODS[installGrouping]
  const name = 'install_cohort'
  if (installGrouping === 'TOTAL')
    return {
      name,
      label,
      value: () => `${startDate} to ${endDate}`,
      show: () => format.range(startDate, endDate),
    }
  const write = installGrouping === 'MONTHLY' ? format.month : format.day
  return { name, label, value: row => row[name], show: row => write(String(row[name])) }
}

/** Parses the name of a comparison's column: the metric's column, and which of its values it has. */
function comparisonOf(name: string): { metric: MetricColumn; word: string } | null {
  const [, column = '', word = ''] = /^(\w+)_(before|change|mix|rate)$/.exec(name) ?? []
  const metric = metricColumn(column)
  return metric === null ? null : { metric, word }
}

/** Heading of `actual_share_d7`: Actual share D7. */
function words(name: string): string {
  const [, stem = name, suffix = ''] = /^(.+?)((?:_d\d+|_before)*)$/.exec(name) ?? []
  const label =
    stem in COLUMNS
      ? COLUMNS[stem as keyof typeof COLUMNS].label
      : stem.charAt(0).toUpperCase() + stem.slice(1).replaceAll('_', ' ')
  return `${label}${suffix.replace(/_d(\d+)/, ' D$1').replace('_', ' ')}`
}

export function copiedColumns(columns: readonly Column<Row>[]): FileColumn<Row>[] {
  return columns.map(({ name, label, value }) => {
    const metric = metricColumn(name)
    const comparison = comparisonOf(name)
    return {
      label:
        metric !== null
          ? columnLabel(metric)
          : comparison !== null
            ? `${columnLabel(comparison.metric)} ${comparison.word}`
            : label,
      value,
    }
  })
}

interface RowsTableProps {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
}

const MAX = 60

export function RowsTable({ caption, columns, rows }: RowsTableProps) {
  return <Table caption={caption} columns={columns} rows={rows} keyOf={keyOf} most={MAX} />
}

function keyOf({ install_cohort, platform, network, campaign, country }: Row): string {
  return JSON.stringify([install_cohort, platform, network, campaign, country])
}

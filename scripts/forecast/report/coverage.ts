import { formatTable } from '../../admin/table.ts'
import { percent } from '../backtest/percent.ts'
import { dayText } from '../days.ts'
import type { Coverage } from '../inputs/coverage.ts'

/** What there is of the inputs, in lines for standard output. */
export function coverageLines({ tables, all }: Coverage, currency: string): string[] {
  const { firstDay, lastDay, days, cells, installs, spend, revenue, unattributed } = all
  const shares = [
    ['installs', Math.round(installs).toLocaleString('en'), unattributed.installs],
    [`spend, ${currency}`, Math.round(spend).toLocaleString('en'), unattributed.spend],
    [`gross revenue, ${currency}`, Math.round(revenue).toLocaleString('en'), unattributed.revenue],
  ] as const
  return [
    ...formatTable(
      tables.map(table => ({
        table: table.table,
        files: table.files,
        rows: table.rows,
        from: dayText(table.firstDay),
        to: dayText(table.lastDay),
        'days with rows': table.days,
      })),
    ),
    '',
    `Forecasts would be as of ${dayText(lastDay)}: ${days.toLocaleString('en')} days of installs since ${dayText(firstDay)}, ${cells.toLocaleString('en')} cells.`,
    '',
    ...formatTable(shares.map(([what, sum, share]) => ({ what, sum, 'without a campaign': percent(share) }))),
  ]
}

import { dateOf } from '../core/model/dates.ts'
import { formatTable } from '../core/runtime/table.ts'
import { percent } from './backtest/scores.ts'
import { type Compared, isAlone } from './inputs/compare.ts'
import type { Coverage } from './inputs/coverage.ts'

const COMPARED_ROWS = 15

/** Inputs side by side, those that do not match first. */
export function comparedLines(all: readonly Compared[], currency: string): string[] {
  const listed = all.slice(0, COMPARED_ROWS)
  const more = all.length - listed.length
  return [
    ...formatTable(
      listed.map(row => ({
        platform: row.platform,
        network: row.network,
        campaign: row.campaign,
        [`spend, ${currency}`]: Math.round(row.spend),
        'paid installs': row.paidInstalls,
        'organic installs': row.organicInstalls,
        [`revenue, ${currency}`]: Math.round(row.revenue),
        '': isAlone(row) ? (row.spend > 0 ? 'no installs' : 'no spend') : '',
      })),
    ),
    ...(more > 0
      ? [`and ${more.toLocaleString('en')} more ${more === 1 ? 'campaign' : 'campaigns'}`]
      : []),
  ]
}

/** The days of tables that sums leave out, and why. */
function later({ tables, hasAds, all: { lastDay } }: Coverage): string {
  const days = Math.max(...tables.map(table => table.lastDay)) - lastDay
  if (days <= 0) return ''
  const range =
    days === 1
      ? `1 day (${dateOf(lastDay + 1)})`
      : `${days} days (${dateOf(lastDay + 1)} to ${dateOf(lastDay + days)})`
  const reason =
    hasAds && days > 1
      ? 'advertising revenue arrives late'
      : 'the last days of a table may be incomplete'
  return `, which leaves out ${range}, since ${reason} (lag_days)`
}

export function coverageLines(coverage: Coverage, currency: string): string[] {
  const { tables, all } = coverage
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
        from: dateOf(table.firstDay),
        to: dateOf(table.lastDay),
        'days with rows': table.days,
      })),
    ),
    '',
    `Forecasts would be as of ${dateOf(lastDay)}: ${days.toLocaleString('en')} days of installs since ${dateOf(firstDay)}, ${cells.toLocaleString('en')} cells.`,
    '',
    `Sums of ${dateOf(firstDay)} to ${dateOf(lastDay)}${later(coverage)}:`,
    '',
    ...formatTable(
      shares.map(([what, sum, share]) => ({ what, sum, 'without a campaign': percent(share) })),
    ),
  ]
}

import { dateOf, type Day } from '../core/model/dates.ts'
import { formatTable } from '../core/runtime/table.ts'
import { BASELINES } from './backtest/baselines.ts'
import type { Backtest } from './backtest/gates.ts'
import { type Compared, isAlone } from './inputs/compare.ts'
import type { Coverage } from './inputs/coverage.ts'
import { percent } from './model/amount-texts.ts'
import type { Summary as DeliverySummary } from './write/summary.ts'

const COMPARED_ROWS = 15

/** Valid inputs. */
export interface Checked {
  /** The as-of day of a forecast. */
  lastDay: Day
  coverage: Coverage
  compared: readonly Compared[]
  notes: string[]
}

export function checkLines({ coverage, compared, notes }: Checked, currency: string): string[] {
  return [
    ...coverageLines(coverage, currency),
    '',
    ...comparedLines(compared, currency),
    ...noteLines(notes),
  ]
}

/** Inputs side by side, those that do not match first. */
function comparedLines(all: readonly Compared[], currency: string): string[] {
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

function coverageLines(coverage: Coverage, currency: string): string[] {
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

type Summary = Pick<
  DeliverySummary,
  'asOf' | 'currency' | 'cohorts' | 'rows' | 'actions' | 'unpredicted' | 'notes'
> & {
  backtest: Backtest
}

export function summaryLines({
  asOf,
  currency,
  cohorts,
  rows,
  actions,
  unpredicted,
  backtest,
  notes,
}: Summary): string[] {
  return [
    `As of ${asOf}: ${cohorts.toLocaleString('en')} cohorts.`,
    ...section(
      'Revenue rows',
      rows.map(({ dsi, actual, forecast, withheld }) => ({
        dsi: String(dsi),
        actual,
        forecast,
        withheld,
      })),
    ),
    ...section(
      'Recommendations',
      [
        ...actions,
        ...(unpredicted.recommendations > 0 ? [{ action: 'no prediction', ...unpredicted }] : []),
      ].map(({ action, recommendations, dailySpend }) => ({
        action,
        recommendations,
        [`daily spend, ${currency}`]: Math.round(dailySpend),
      })),
    ),
    ...backtestLines(backtest),
    ...noteLines(notes),
  ]
}

export interface Tested {
  asOf: string
  backtest: Backtest
  notes: readonly string[]
}

export function testLines({ asOf, backtest, notes }: Tested): string[] {
  return [`As of ${asOf}.`, ...backtestLines(backtest), ...noteLines(notes)]
}

export function testJson({ asOf, backtest, notes }: Tested): object {
  return { asOf, ...backtestJson(backtest), notes }
}

function noteLines(notes: readonly string[]): string[] {
  return notes.length === 0 ? [] : ['', 'Notes', ...notes.map(note => `- ${note}`)]
}

function backtestLines({ gates, scores, decisions, origins }: Backtest): string[] {
  const reasons = [...gates.values()].flatMap(({ dsi, reason }) =>
    reason === null ? [] : [`- DSI ${dsi}: ${reason}`],
  )
  const decided =
    decisions.agreement === null
      ? []
      : [
          `Actions at the target DSI and the age that recommendations judge: ${percent(decisions.agreement)} of spend as realized ROAS asked for, ${percent(decisions.opposite)} the opposite; ` +
            `${(decisions.flips ?? 0).toFixed(3)} changes per campaign and day (${decisions.cases.toLocaleString('en')} cases).`,
        ]
  const campaigns = new Map(
    scores
      .filter(({ level, age }) => level === 'campaign' && age === null)
      .map(score => [score.dsi, score]),
  )
  return [
    ...section(
      `Backtest on ${origins.length} Sundays: the app's totals, then campaigns beside baselines`,
      [...gates.values()].map(({ dsi, verdict, wape, bias, coverage, cases, origins: judged }) => {
        const campaign = campaigns.get(dsi)
        const young = scores.find(
          score => score.dsi === dsi && score.level === 'campaign' && score.age !== null,
        )
        return {
          dsi: String(dsi),
          verdict,
          cases: String(cases),
          Sundays: judged === undefined ? '-' : `${judged.count} from ${dateOf(judged.first)}`,
          'app WAPE': percent(wape),
          bias: percent(bias),
          'young WAPE': percent(young?.wape ?? null),
          'young in 80 %': percent(young?.coverage ?? null),
          'campaign WAPE': percent(campaign?.wape ?? null),
          ...Object.fromEntries(
            BASELINES.map(name => [name, percent(campaign?.baselines[name] ?? null)]),
          ),
          'in 80 %': percent(coverage),
        }
      }),
    ),
    ...reasons,
    ...decided,
  ]
}

function section(title: string, rows: readonly Record<string, string | number | null>[]): string[] {
  return rows.length === 0 ? [] : ['', title, ...formatTable(rows)]
}

export function runLines({ summary, backtest, notes }: Forecasted): string[] {
  const { alerts, snapshots, snapshotRuns, folder } = summary
  const of = snapshotRuns === 0 ? '' : `, of ${snapshotRuns + 1} runs`
  return [
    ...summaryLines({ ...summary, backtest, notes: [...notes, ...summary.notes] }),
    '',
    `${alerts.toLocaleString('en')} alerts; ${snapshots.toLocaleString('en')} snapshots${of}. Written to ${folder}.`,
  ]
}

export function runJson({ summary, backtest, notes }: Forecasted): object {
  return { ...summary, notes: [...notes, ...summary.notes], backtest: backtestJson(backtest) }
}

function backtestJson({
  origins,
  gates,
  uncertainty,
  calibration,
  scores,
  decisions,
}: Backtest): object {
  return {
    origins: origins.length,
    gates: [...gates.values()],
    growth: uncertainty.growth,
    spread: Object.fromEntries(uncertainty.spread),
    calibration,
    scores,
    decisions,
  }
}

export interface Forecasted {
  summary: DeliverySummary
  backtest: Backtest
  notes: string[]
}

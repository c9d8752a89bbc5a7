import type { WithheldFor } from '../../core/model/catalog.ts'
import { dateOf, type Day, dayOf, weekdayOf } from '../../core/model/dates.ts'
import type { Config } from '../config/forecast-config.ts'
import type { DeliveryTable } from '../../imports/load-rows.ts'

export function referenceTables({
  company,
  app,
  targets,
  betLookback,
  networks,
}: Pick<Config, 'company' | 'app' | 'targets' | 'betLookback' | 'networks'>): DeliveryTable[] {
  return [
    { name: 'companies', rows: [{ company_id: company.id, name: company.name }] },
    {
      name: 'apps',
      rows: [
        {
          app_id: app.id,
          name: app.name,
          created_at: `${app.createdAt} 00:00:00`,
          live: true,
          currency: app.currency,
          weekly_aggregation: app.weeklyAggregation,
          action_threshold: app.actionThreshold,
          target_dsi: targets.dsi,
          target_roas_type: targets.roasType,
          target_revenue_type: targets.revenueType,
          dsi_values: app.dsi.join(','),
        },
      ],
    },
    { name: 'app_access', rows: [{ company_id: company.id, app_id: app.id }] },
    {
      name: 'bet_lookbacks',
      rows: betLookback.map(({ platform, start, end }) => ({
        app_id: app.id,
        platform,
        start_day: start,
        end_day: end,
      })),
    },
    {
      // Only networks in the config.
      name: 'networks',
      rows: networks.traditional.map(network => ({ network, traditional: true })),
    },
  ]
}

export interface Run {
  id: number
  kind: RunKind
  asOf: Day
  createdAt: Date
  standings: readonly Omit<Standing, 'isTrusted' | 'reason'>[]
}

/** Runs are always succeeded. */
export function runsTable(appId: number, runs: readonly Run[]): DeliveryTable {
  return {
    name: 'runs',
    rows: runs.map(({ id, kind, asOf, createdAt, standings }) => ({
      run_id: id,
      app_id: appId,
      kind,
      status: 'succeeded',
      created_at: timestampOf(createdAt),
      max_install_date: kind === 'alert' ? null : dateOf(asOf),
      withheld_dsis: listed(
        standings.flatMap(({ dsi, withheld }) => (withheld === null ? [] : `${dsi}:${withheld}`)),
      ),
      untested_dsis: listed(
        standings.flatMap(({ dsi, withheld, isTested }) =>
          withheld === null && !isTested ? dsi : [],
        ),
      ),
    })),
  }
}

/** In DuckDB's notation. */
export function timestampOf(time: Date): string {
  return time.toISOString().replace('T', ' ').replace('Z', '')
}

/** `180:history,90:backtest`; null without parts. */
function listed(parts: readonly (number | string)[]): string | null {
  return parts.length === 0 ? null : parts.join(',')
}

export type RunKind = 'recommendation' | 'alert'

/** The first as-of day. */
export const FIRST_RUN = dayOf('2020-01-01')
const lastDay = FIRST_RUN + 49_999
const rowsOfRun = 100_000
const greatestRevision = 9
/** Above this, row ids would reach 2^53. */
export const greatestIdBase = 90_070

/**
 * An app's run id of a day: repeatable, ascending with day and revision.
 * @throws RangeError if not unique and below 2^53
 */
export function runId(idBase: number, day: Day, revision: number, kind: RunKind): number {
  within('id_base (by default the id of the app)', idBase, 0, greatestIdBase)
  within('revision', revision, 0, greatestRevision)
  if (!(day >= FIRST_RUN && day <= lastDay))
    throw new RangeError('as-of days are from 2020-01-01 to 2156-11-22: ids of others would repeat')
  return idBase * 1_000_000 + (day - FIRST_RUN) * 20 + revision * 2 + (kind === 'alert' ? 1 : 0)
}

export function rowId(run: number, n: number): number {
  within('a row of a run', n, 1, rowsOfRun - 1)
  return run * rowsOfRun + n
}

function within(name: string, value: number, least: number, greatest: number): void {
  if (Number.isInteger(value) && value >= least && value <= greatest) return
  throw new RangeError(`${name} must be a whole number from ${least} to ${greatest}, not ${value}`)
}

const sunday = 7

/**
 * As-of days of a backfill's snapshot runs, ascending: Sundays from `from` to before `newest`. Excludes days with a run (`known`):
 * snapshots are never rewritten.
 */
export function backfillDays({
  from,
  newest,
  known,
}: {
  from: Day
  newest: Day
  known: ReadonlySet<Day>
}): Day[] {
  const days: Day[] = []
  for (let day = from + ((sunday - weekdayOf(from)) % 7); day < newest; day += 7)
    if (!known.has(day)) days.push(day)
  return days
}

export interface Standing {
  dsi: number
  /** Null if forecasts are delivered. */
  withheld: WithheldFor | null
  /** Whether a test of past forecasts has judged it. */
  isTested: boolean
  /** Whether recommendations have a confidence score. */
  isTrusted: boolean
  /** Null if all are met. */
  reason: string | null
}

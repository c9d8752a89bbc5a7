import { betLookback, type WithheldFor } from '../../model/catalog.ts'
import { dateOf, type Day, dayOf, weekdayOf } from '../../model/days.ts'
import type { Config } from '../config/config.ts'
import type { SmallTable } from './staging.ts'

/** Who may read what, and how the app is set up: what an import inserts or replaces by key. */
export function referenceTables({ company, app, targets, betLookback, networks }: Config): SmallTable[] {
  return [
    { name: 'companies', columns: { company_id: 'BIGINT', name: 'VARCHAR' }, rows: [{ company_id: company.id, name: company.name }] },
    {
      name: 'apps',
      columns: {
        app_id: 'BIGINT',
        name: 'VARCHAR',
        created_at: 'TIMESTAMP',
        live: 'BOOLEAN',
        currency: 'VARCHAR',
        weekly_aggregation: 'BOOLEAN',
        action_threshold: 'DOUBLE',
        target_dsi: 'INTEGER',
        target_roas_type: 'VARCHAR',
        target_revenue_type: 'VARCHAR',
        dsi_values: 'VARCHAR',
      },
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
    { name: 'app_access', columns: { company_id: 'BIGINT', app_id: 'BIGINT' }, rows: [{ company_id: company.id, app_id: app.id }] },
    {
      name: 'bet_lookbacks',
      columns: { app_id: 'BIGINT', platform: 'VARCHAR', start_day: 'INTEGER', end_day: 'INTEGER' },
      rows: betLookback.map(({ platform, start, end }) => ({ app_id: app.id, platform, start_day: start, end_day: end })),
    },
    {
      // Only those that the config calls so: the others are not traditional as long as nobody says that they are.
      name: 'networks',
      columns: { network: 'VARCHAR', traditional: 'BOOLEAN' },
      rows: networks.traditional.map(network => ({ network, traditional: true })),
    },
  ]
}

export interface Run {
  id: number
  kind: RunKind
  asOf: Day
  /** Per DSI. */
  withheld: readonly Pick<Standing, 'dsi' | 'withheld'>[]
}

/** `runs`: all succeeded, all made now; nothing is back-dated. */
export function runsTable(appId: number, runs: readonly Run[], createdAt: string): SmallTable {
  return {
    name: 'runs',
    columns: {
      run_id: 'BIGINT',
      app_id: 'BIGINT',
      kind: 'VARCHAR',
      status: 'VARCHAR',
      created_at: 'TIMESTAMP',
      max_install_date: 'DATE',
      withheld_dsis: 'VARCHAR',
    },
    rows: runs.map(({ id, kind, asOf, withheld }) => ({
      run_id: id,
      app_id: appId,
      kind,
      status: 'succeeded',
      created_at: createdAt,
      max_install_date: kind === 'alert' ? null : dateOf(asOf),
      withheld_dsis: withheldText(withheld),
    })),
  }
}

/** `180:history,90:backtest`, as deliveries say it; null where nothing is withheld. */
function withheldText(standings: Run['withheld']): string | null {
  const parts = standings.filter(({ withheld }) => withheld !== null).map(({ dsi, withheld }) => `${dsi}:${withheld}`)
  return parts.length === 0 ? null : parts.join(',')
}

export type RunKind = 'recommendation' | 'alert'

const firstDay = dayOf('2020-01-01')
const lastDay = firstDay + 49_999
/** Room for the number of a row within its run. */
const rowsOfRun = 100_000
const greatestRevision = 9
/** Above it ids of rows would pass 2^53. */
export const greatestIdBase = 90_070

/**
 * The number of an app's run of a day: repeatable, and ascending with the day and the revision.
 * @throws RangeError where it would not be its own or not below 2^53
 */
export function runId(idBase: number, day: Day, revision: number, kind: RunKind): number {
  within('id_base (by default the id of the app)', idBase, 0, greatestIdBase)
  within('revision', revision, 0, greatestRevision)
  if (!(day >= firstDay && day <= lastDay)) throw new RangeError('as-of days are from 2020-01-01 to 2156-11-22: ids of others would repeat')
  return idBase * 1_000_000 + (day - firstDay) * 20 + revision * 2 + (kind === 'alert' ? 1 : 0)
}

/** The number of the nth recommendation or alert of a run, n from 1. */
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
 * The as-of days of the snapshot-only runs of a backfill, ascending: the Sundays from `from` on that lie before `newest`, the day of the
 * delivery's whole run. Days that have a run already (`known`) are left out: what was said is kept.
 */
export function backfillDays({ from, newest, known }: { from: Day; newest: Day; known: ReadonlySet<Day> }): Day[] {
  const days: Day[] = []
  for (let day = from + ((sunday - weekdayOf(from)) % 7); day < newest; day += 7) if (!known.has(day)) days.push(day)
  return days
}

export interface Lookback {
  start: number
  end: number
  days: number
}

/** The days since install, both included, whose cohorts decide about a platform's bids: as the service has it. */
export function lookbackOf({ betLookback: rows, app }: Config, platform: string | null): Lookback {
  const known = rows.map(row => ({ app_id: app.id, platform: row.platform, start_day: row.start, end_day: row.end }))
  const { start_day: start, end_day: end } = betLookback(known, app.id, platform ?? 'Unknown')
  return { start, end, days: end - start + 1 }
}

/** Decision on a DSI's forecasts. */
export interface Standing {
  dsi: number
  /** Why only cells that are old enough are delivered; null where forecasts are, too. */
  withheld: WithheldFor | null
  /** Whether past forecasts were found good enough to say how sure one is. */
  isTrusted: boolean
  /** In a sentence why not; null where both are true. */
  reason: string | null
}

import { PLATFORMS } from '../../../generated/vocabulary/vocabulary.ts'
import type { App, Catalog, Run, RunTotals } from '../../core/model/catalog.ts'
import { betLookback, servedRun } from '../../core/model/runs.ts'
import { joined, literal, numbers, sql } from '../../core/model/sql.ts'
import { staged } from '../check/stage.ts'
import { formatNames } from '../delivery-faults.ts'
import type { Workspace } from '../workspace.ts'

/** A delivered, succeeded recommendation run with its app's current row. */
export interface DeliveredRun {
  run: Run
  app: App
}

/** Recommendation runs. */
export async function succeededRuns(workspace: Workspace, next: Catalog): Promise<DeliveredRun[]> {
  const ids = new Set(
    await workspace.numbers(
      sql`SELECT run_id FROM delivered_runs WHERE kind = 'recommendation' AND status = 'succeeded'`,
    ),
  )
  const apps = new Map(next.apps.map(app => [app.app_id, app]))
  return next.runs
    .filter(run => ids.has(run.run_id))
    .map(run => ({ run, app: apps.get(run.app_id)! }))
}

export function withholdsTarget({ run, app }: DeliveredRun): boolean {
  return run.withheld?.some(({ dsi }) => dsi === app.target_dsi) === true
}

export function describeRun({ run, app }: DeliveredRun): string {
  return `run ${run.run_id} of app ${app.app_id}`
}

export function formatNote(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${what}: ${formatNames(names)}`]
}

/** Fills in missing install dates of recommendations, so that later settings do not change them. */
export async function fixLookbacks(workspace: Workspace, next: Catalog): Promise<void> {
  const apps = await workspace.numbers(
    sql`SELECT DISTINCT app_id FROM delivered_runs WHERE kind = 'recommendation'`,
  )
  const settings = apps.flatMap(app =>
    [...PLATFORMS, ''].map(platform => {
      const { start_day: start, end_day: end } = betLookback(next.bet_lookbacks, app, platform)
      return sql`(${app}, ${literal(platform)}, ${numbers([start, end])})`
    }),
  )
  if (settings.length === 0) return
  await workspace.run(sql`UPDATE ${staged('recommendations')} s
    SET lookback_start_date = r.max_install_date - CAST(l.end_day AS INTEGER), lookback_end_date = r.max_install_date - CAST(l.start_day AS INTEGER)
    FROM delivered_runs r JOIN (VALUES ${joined(settings)}) l(app_id, platform, start_day, end_day) ON l.app_id = r.app_id
    WHERE r.run_id = s.run_id AND l.platform = coalesce(s.platform, '') AND s.lookback_start_date IS NULL`)
}

/** Smallest factor that suggests another unit, such as cents: a hundred, less the usual changes between runs. */
const UNIT_FACTOR = 50
/** Smallest share of a run's spend of a network whose absence is reported. */
const MIN_SHARE = 0.01

/** Averages and networks of each delivered run, for comparison with the next. */
export async function totalsByRun(workspace: Workspace): Promise<Map<number, RunTotals>> {
  const rows = await workspace.rows(sql`
    WITH spend AS (SELECT run, sum(spend)::DOUBLE / count(DISTINCT install_date) AS spend FROM cohort_rows GROUP BY run),
      revenue AS (SELECT c.run, avg(v.full_blended_gross)::DOUBLE AS revenue
        FROM revenue_cells v JOIN cohort_rows c ON c.rowid = v.cohort GROUP BY c.run),
      shares AS (SELECT c.run, i.network, sum(c.spend) AS spend, sum(sum(c.spend)) OVER (PARTITION BY c.run) AS total
        FROM cohort_rows c JOIN delivered_runs r ON r.slot = c.run JOIN identities i ON i.app_id = r.app_id AND i.id = c."identity"
        GROUP BY c.run, i.network),
      named AS (SELECT run, list(network ORDER BY network) AS networks FROM shares WHERE spend > 0 AND spend >= ${MIN_SHARE} * total GROUP BY run)
    SELECT r.run_id, s.spend, coalesce(v.revenue, 0) AS revenue, coalesce(n.networks, []) AS networks
    FROM spend s JOIN delivered_runs r ON r.slot = s.run LEFT JOIN revenue v ON v.run = s.run LEFT JOIN named n ON n.run = s.run`)
  return new Map(
    rows.map(({ run_id: run, spend, revenue, networks }) => [
      Number(run),
      { spend: Number(spend), revenue: Number(revenue), networks: networks as string[] },
    ]),
  )
}

/** Notes on changes by the delivered runs. */
export async function runNotes(
  workspace: Workspace,
  runs: readonly DeliveredRun[],
  { next, totals }: { next: Catalog; totals: ReadonlyMap<number, RunTotals> },
): Promise<string[]> {
  return [
    ...(await servedNotes(workspace, runs, next)),
    ...(await snapshotNotes(workspace, runs)),
    ...(await revenueNotes(workspace, runs)),
    ...(await unitNotes(workspace, runs)),
    ...(await comparisonNotes(workspace, runs, next, totals)),
  ]
}

/** Except for ROAS history and forecast accuracy, results use one run of an app: data missing in the newest run are not taken from earlier ones. */
async function servedNotes(
  workspace: Workspace,
  runs: readonly DeliveredRun[],
  next: Catalog,
): Promise<string[]> {
  const holding = async (table: 'cohorts' | 'recommendations'): Promise<Set<number>> =>
    new Set(await workspace.numbers(sql`SELECT DISTINCT run_id FROM ${staged(table)}`))
  const [cohorts, recommendations] = [await holding('cohorts'), await holding('recommendations')]
  const served = new Map(
    runs.map(({ app }) => [app.app_id, servedRun(next, app.app_id, 'recommendation')]),
  )
  const serving = runs.filter(({ run, app }) => served.get(app.app_id)?.run_id === run.run_id)
  const delivered = new Set(runs.map(({ run }) => run.run_id))
  const passedOver = [...served].filter(
    ([, run]) => run !== undefined && !delivered.has(run.run_id),
  )
  const hadSome = new Set(
    next.runs.filter(run => run.recommendations !== undefined).map(run => run.app_id),
  )
  return [
    ...formatNote(
      'reports and recommendations keep using a run newer than any delivered',
      passedOver.map(([app, run]) => `app ${app} (run ${run?.run_id} of ${run?.created_at})`),
    ),
    ...formatNote(
      'reports are empty, since the newest run has no cohorts',
      serving.filter(({ run }) => !cohorts.has(run.run_id)).map(describeRun),
    ),
    ...formatNote(
      'recommendations are empty, since the newest run has none',
      serving
        .filter(({ run, app }) => !recommendations.has(run.run_id) && hadSome.has(app.app_id))
        .map(describeRun),
    ),
  ]
}

async function snapshotNotes(
  workspace: Workspace,
  runs: readonly DeliveredRun[],
): Promise<string[]> {
  const rows = await workspace.rows(
    sql`SELECT run_id, list(DISTINCT dsi) AS dsis FROM ${staged('roas_snapshots')} GROUP BY run_id`,
  )
  const dsis = new Map(
    rows.map(row => [Number(row.run_id), new Set((row.dsis as unknown[]).map(Number))]),
  )
  const without = runs.filter(
    delivered =>
      !withholdsTarget(delivered) && !dsis.get(delivered.run.run_id)?.has(delivered.app.target_dsi),
  )
  return formatNote(
    'ROAS history and forecast accuracy at the target DSI have no values from runs without roas_snapshots there',
    without.map(delivered => `${describeRun(delivered)} (DSI ${delivered.app.target_dsi})`),
  )
}

async function revenueNotes(
  workspace: Workspace,
  runs: readonly DeliveredRun[],
): Promise<string[]> {
  // Full blended revenue includes the other types; a single sum keeps this cheap.
  const falls = sql`arg_max(full_blended_gross, slot) < max(full_blended_gross)`
  const rows = await workspace.rows(sql`SELECT r.run_id, count(*) AS cohorts
    FROM (SELECT cohort FROM revenue_cells GROUP BY cohort HAVING ${falls}) f JOIN cohort_rows c ON c.rowid = f.cohort
      JOIN delivered_runs r ON r.slot = c.run GROUP BY r.run_id`)
  const cohorts = new Map(rows.map(row => [Number(row['run_id']), String(row['cohorts'])]))
  return formatNote(
    'full blended gross revenue falls as cohorts age, although it is cumulative',
    runs
      .filter(({ run }) => cohorts.has(run.run_id))
      .map(delivered => `${describeRun(delivered)} (${cohorts.get(delivered.run.run_id)} cohorts)`),
  )
}

/** Differences from the previous run that suggest a mistake. */
async function comparisonNotes(
  workspace: Workspace,
  runs: readonly DeliveredRun[],
  { runs: all }: Pick<Catalog, 'runs'>,
  totals: ReadonlyMap<number, RunTotals>,
): Promise<string[]> {
  const present = await networksByRun(workspace)
  const affected: Record<'spend' | 'revenue' | 'networks', string[]> = {
    spend: [],
    revenue: [],
    networks: [],
  }
  for (const delivered of runs) {
    const now = totals.get(delivered.run.run_id)
    const before = runBefore(all, delivered.run, totals)
    if (now === undefined || before === undefined) continue
    for (const what of ['spend', 'revenue'] as const) {
      if (isOtherUnit(before[what], now[what]))
        affected[what].push(
          `${describeRun(delivered)} (${rounded(before[what])}, now ${rounded(now[what])})`,
        )
    }
    const missing = before.networks.filter(
      network => !present.get(delivered.run.run_id)?.has(network),
    )
    if (missing.length > 0)
      affected.networks.push(`${describeRun(delivered)} (${missing.join(' / ')})`)
  }
  return [
    ...formatNote(
      `spend a day is ${UNIT_FACTOR} times that of the run before, or the reverse; check the currency's unit`,
      affected.spend,
    ),
    ...formatNote(
      `revenue a cohort is ${UNIT_FACTOR} times that of the run before, or the reverse; check the currency's unit`,
      affected.revenue,
    ),
    ...formatNote('networks of the run before have no cohorts', affected.networks),
  ]
}

function isOtherUnit(before: number, now: number): boolean {
  return before > 0 && now > 0 && Math.max(before / now, now / before) >= UNIT_FACTOR
}

function rounded(value: number): number {
  return Number(value.toPrecision(3))
}

/** Totals of the newest earlier run of the app that has any, delivered or stored. */
function runBefore(
  all: readonly Run[],
  run: Run,
  totals: ReadonlyMap<number, RunTotals>,
): RunTotals | undefined {
  return all
    .filter(
      other =>
        other.app_id === run.app_id &&
        other.kind === 'recommendation' &&
        other.status === 'succeeded' &&
        !other.withdrawn &&
        other.created_at < run.created_at,
    )
    .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
    .map(other => totals.get(other.run_id) ?? other.facts?.totals)
    .findLast(known => known !== undefined)
}

async function networksByRun(workspace: Workspace): Promise<Map<number, Set<string>>> {
  const rows =
    await workspace.rows(sql`SELECT r.run_id, list(DISTINCT i.network) AS networks FROM cohort_rows c
    JOIN delivered_runs r ON r.slot = c.run JOIN identities i ON i.app_id = r.app_id AND i.id = c."identity" GROUP BY r.run_id`)
  return new Map(rows.map(row => [Number(row['run_id']), new Set(row['networks'] as string[])]))
}

/**
 * Runs whose tables give the same spend in different units: campaigns' recommendations against cohorts on the dates they
 * judge. Needs no earlier run.
 */
async function unitNotes(workspace: Workspace, runs: readonly DeliveredRun[]): Promise<string[]> {
  const rows =
    await workspace.rows(sql`SELECT s.run_id, s.spend, sum(c.spend)::DOUBLE AS cohorts FROM (
      SELECT run_id, sum(spend)::DOUBLE AS spend, min(lookback_start_date) AS first, max(lookback_end_date) AS last FROM ${staged('recommendations')}
      WHERE granularity = 'campaign' GROUP BY run_id) s
    JOIN delivered_runs r ON r.run_id = s.run_id JOIN cohort_rows c ON c.run = r.slot AND c.install_date BETWEEN s.first AND s.last
    GROUP BY ALL ORDER BY s.run_id`)
  const named = new Map(runs.map(delivered => [delivered.run.run_id, describeRun(delivered)]))
  return formatNote(
    "spend of recommendations and of cohorts on the dates they judge are probably in different units; check the currency's unit of both",
    rows.flatMap(row => {
      const [run, spend, cohorts] = [row.run_id, row.spend, row.cohorts].map(Number) as [
        number,
        number,
        number,
      ]
      const name = named.get(run)
      return name !== undefined && isOtherUnit(spend, cohorts)
        ? [`${name} (${rounded(spend)}, cohorts ${rounded(cohorts)})`]
        : []
    }),
  )
}

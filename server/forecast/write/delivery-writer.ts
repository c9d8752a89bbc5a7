import { NAMES } from '../../imports/tables.ts'
import type { Backtest } from '../backtest/gates.ts'
import type { Config } from '../config/forecast-config.ts'
import { ageToKnow, firstCellOf } from '../model/facts.ts'
import { fit as fitTo } from '../model/fit.ts'
import type { Fit } from '../model/forecast.ts'
import { type Alert, eventsTable } from './event-alerts.ts'
import { alertsAbout, alertsTable } from './alerts.ts'
import { blend } from './blend.ts'
import {
  addCohorts,
  addRevenue,
  type Amounts,
  amountsAt,
  cohortRevenueQuery,
  cohortsQuery,
  type DsiRows,
  stageCohortRevenue,
  stageCohorts,
} from './cohorts.ts'
import type { PreparedFacts } from '../sentinel/data-events.ts'
import {
  recommend,
  type Recommendation,
  recommendationsTable,
  type Situation,
} from './recommend.ts'
import { referenceTables, type Run, runId, runsTable } from './references.ts'
import { roasSnapshotsQuery, snapshotsFrom, stageRoasSnapshots } from './snapshots.ts'
import {
  folderAside,
  type FolderAside,
  openWorkspace,
  type StagingTable,
  type Workspace,
} from './staging.ts'
import { neededAtCheckpoint, summarize, type Summary, type WholeRun } from './summary.ts'
import { liftsOf } from './lifts.ts'
import { findResponses } from '../response/response.ts'
import { campaignSeries } from '../response/series.ts'
import { checkpointDsi } from '../../core/formulas/checkpoint.ts'
import { standingOf, targetStanding } from './withheld.ts'
import type { Progress } from '../model/forecast-progress.ts'
import type { Day } from '../../core/model/dates.ts'

export type { Summary } from './summary.ts'

export interface RunInput {
  asOf: Day
  /** 0 to 9; above 0 for a repeated run of a day. */
  revision: number
  /** The model and the backtest use the repaired facts. */
  fit: Fit
  backtest: Backtest
  /** Whether the run has cohorts, with revenue and responses to spend, besides snapshots. */
  isFull: boolean
  /** Whether the run has recommendations and alerts; default: if it is whole. */
  advises?: boolean
  /** Default: that of the delivery. */
  createdAt?: Date
  /** The model of seven days before, for revision alerts. */
  earlier?: Fit | undefined
}

export interface WriterOptions {
  config: Config
  prepared: PreparedFacts
  out: string
  createdAt: Date
  /** Threads of DuckDB; the output does not depend on them. */
  threads?: number
  progress?: Progress
}

/** Maximum days that recommendations and their alerts read: two bet lookbacks, and days that replace one. */
const ADVISED_DAYS = 90

const shares = { filled: 0.4, cohorts: 0.5, revenue: 0.95 }

interface Parts {
  folder: FolderAside
  workspace: Workspace
  cohorts: StagingTable
  revenue: StagingTable
  snapshots: StagingTable
}

/**
 * Writes a delivery: `addRun` per as-of day, ascending, then `finish`. The folder stays empty until then, and after an error or `discard`.
 * The same facts, config and days give the same bytes except for `created_at`.
 */
export class DeliveryWriter {
  private readonly options: WriterOptions
  private readonly parts: Parts
  private readonly hasOrganic: boolean
  private readonly runs: Run[] = []
  private readonly recommendations: {
    run: number
    asOf: Day
    createdAt: Date
    rows: Recommendation[]
  }[] = []
  private readonly alerts: { run: number; createdAt: Date; rows: Alert[] }[] = []
  private snapshots = 0
  private newest: WholeRun | undefined

  private constructor(options: WriterOptions, parts: Parts, hasOrganic: boolean) {
    this.options = options
    this.parts = parts
    this.hasOrganic = hasOrganic
  }

  /** @throws if the folder is not empty */
  static async open(options: WriterOptions): Promise<DeliveryWriter> {
    const folder = await folderAside(options.out)
    try {
      const workspace = await openWorkspace(folder.path, options.threads)
      const { connection } = workspace
      const hasOrganic = options.prepared.delivered.cells.organic.some(organic => organic !== 0)
      const cohorts = await stageCohorts(connection)
      const revenue = await stageCohortRevenue(connection, hasOrganic)
      const snapshots = await stageRoasSnapshots(connection, hasOrganic)
      return new DeliveryWriter(
        options,
        { folder, workspace, cohorts, revenue, snapshots },
        hasOrganic,
      )
    } catch (error) {
      await folder.discard()
      throw error
    }
  }

  /** @throws RangeError if ids would reach 2^53, or days do not ascend */
  addRun({
    asOf,
    revision,
    fit,
    backtest,
    isFull,
    advises = isFull,
    createdAt = this.options.createdAt,
    earlier,
  }: RunInput): void {
    const { config, prepared } = this.options
    const { delivered: facts, repaired } = prepared
    const last = this.runs.at(-1)
    if (last !== undefined && asOf <= last.asOf)
      throw new RangeError('as-of days must ascend: the newest run is the one that is served')
    const id = runId(config.idBase, asOf, revision, 'recommendation')
    const standings = config.app.dsi.map(dsi => standingOf(dsi, facts, fit, backtest))
    const run = this.runs.push({ id, kind: 'recommendation', asOf, createdAt, standings })
    const { cells } = facts
    const from = snapshotsFrom(asOf, config.snapshots)
    const since = isFull ? -Infinity : Math.min(from, asOf - ADVISED_DAYS)
    const allocated = blend(cells, fit.cells, config.organic.uplift, since)
    const amountsByDsi = new Map<number, Amounts>()
    const standing = targetStanding(config, facts, fit, backtest)
    const withheld = standings.filter(each => each.withheld !== null)
    const untested = standings.filter(({ isTested }) => !isTested).map(({ dsi }) => dsi)
    const checkpoint = standing.isTested
      ? undefined
      : checkpointDsi(config.app.dsi, config.targets.dsi, { withheld, untested })
    const needed = new Set([
      config.targets.dsi,
      checkpoint,
      config.optimisationDsi.default,
      ...Object.values(config.optimisationDsi.byNetwork),
    ])
    const amountsOf = (dsi: number): Amounts => {
      const amounts = amountsByDsi.get(dsi) ?? amountsAt(dsi, facts, fit, allocated, since)
      if (advises && needed.has(dsi)) amountsByDsi.set(dsi, amounts)
      return amounts
    }

    const first = firstCellOf(cells.day, fit.cells, from)
    const { hasOrganic } = this
    const rows: DsiRows[] = []
    const reasons: WholeRun['reasons'] = []
    for (const [index, { dsi, withheld, reason }] of standings.entries()) {
      if (isFull) this.options.progress?.('write', (shares.filled * index) / standings.length)
      const isSnapshot = config.snapshots.dsi.includes(dsi)
      if (!isFull && !isSnapshot) continue
      const isForecast = withheld === null
      if (reason !== null)
        reasons.push(
          isForecast ? reason : `${reason} Only cohorts that are old enough have a value there.`,
        )
      // No cell is old enough out of the model's reach.
      if (dsi > fit.reach) continue
      const what = {
        asOf,
        isForecast,
        hasOrganic,
        amounts: amountsOf(dsi),
        knownAt: ageToKnow(facts, dsi),
      }
      const end = fit.cells
      if (isFull)
        rows.push(
          addRevenue(this.parts.revenue, run, cells, { first: 0, end, hasSpend: false }, what),
        )
      if (!isSnapshot) continue
      const { actual, forecast } = addRevenue(
        this.parts.snapshots,
        run,
        cells,
        { first, end, hasSpend: true },
        what,
      )
      this.snapshots += actual + forecast
    }
    if (!advises) return

    const isRepaired = repaired !== facts
    const advised = isRepaired
      ? blend(repaired.cells, fit.cells, config.organic.uplift, since)
      : allocated
    const amounts = isRepaired
      ? keep(dsi => amountsAt(dsi, repaired, fit, advised, since))
      : amountsOf
    const fitted = isRepaired && isFull ? fitTo(facts, asOf) : undefined
    const events = prepared.eventsAt(asOf)
    const situation: Situation = {
      config,
      prepared,
      fit,
      backtest,
      blend: allocated,
      standing,
      withheld: new Set(withheld.map(({ dsi }) => dsi)),
      checkpoint,
      amounts,
      responses: new Map(
        isFull
          ? findResponses(
              campaignSeries(repaired, asOf, config.targets.dsi),
              liftsOf(config.liftTests, facts.names.network),
            ).map(response => [response.campaign, response])
          : [],
      ),
      unexplained: events.flatMap(({ findings }) =>
        findings.filter(({ repair }) => repair === 'none'),
      ),
      deliveredAmounts: fitted && keep(dsi => amountsAt(dsi, facts, fitted, allocated)),
    }
    const recommendations = recommend(situation)
    const atCheckpoint = neededAtCheckpoint(config.targets, checkpoint, recommendations)
    const alerts = alertsAbout(situation, recommendations, {
      createdAt: createdAt.toISOString(),
      earlier,
      events,
      needed: atCheckpoint,
    })
    const alertRun = runId(config.idBase, asOf, revision, 'alert')
    this.runs.push({ id: alertRun, kind: 'alert', asOf, createdAt, standings: [] })
    this.recommendations.push({ run: id, asOf, createdAt, rows: recommendations })
    this.alerts.push({ run: alertRun, createdAt, rows: alerts })
    const cohorts = isFull ? addCohorts(this.parts.cohorts, run, cells, fit.cells, allocated) : 0
    this.newest = {
      asOf,
      cohorts,
      cells: fit.cells,
      rows,
      recommendations,
      alerts,
      events,
      blend: allocated,
      reasons: [...reasons, ...atCheckpoint],
      standing,
      backtest,
      learnedFrom: fit.learnedFrom,
    }
  }

  /** The run with recommendations; undefined if none was added. */
  get wholeRun(): WholeRun | undefined {
    return this.newest
  }

  /** Publishes the folder. Requires a run. */
  async finish(): Promise<Summary> {
    const { config, prepared, out } = this.options
    try {
      await this.write()
      await this.parts.workspace.close()
      await this.parts.folder.publish()
    } catch (error) {
      await this.discard()
      throw error
    }
    return summarize({
      config,
      facts: prepared.delivered,
      out,
      runs: this.runs,
      snapshots: this.snapshots,
      newest: this.newest,
    })
  }

  async discard(): Promise<void> {
    await this.parts.workspace.close()
    await this.parts.folder.discard()
  }

  private async write(): Promise<void> {
    const { config, prepared, progress } = this.options
    const { workspace, cohorts, revenue, snapshots } = this.parts
    for (const table of [cohorts, revenue, snapshots]) table.close()
    // Staged tables index these dictionaries.
    for (const name of NAMES)
      await workspace.setList(`${name}_names`, 'VARCHAR', prepared.delivered.names[name])
    const ids = this.runs.map(({ id }) => id)
    await workspace.setList('run_ids', 'BIGINT', ids)
    const small = [
      ...referenceTables(config),
      runsTable(config.app.id, this.runs),
      recommendationsTable(config.targets, this.recommendations),
      alertsTable(this.alerts),
      eventsTable(config, this.newest?.events ?? []),
    ]
    for (const table of small) await workspace.writeRows(table)
    await workspace.write('cohorts', cohortsQuery)
    progress?.('write', shares.cohorts)
    await workspace.write('cohort_revenue', cohortRevenueQuery(this.hasOrganic))
    progress?.('write', shares.revenue)
    await workspace.write('roas_snapshots', roasSnapshotsQuery(this.hasOrganic))
  }
}

function keep(make: (dsi: number) => Amounts): (dsi: number) => Amounts {
  const amountsByDsi = new Map<number, Amounts>()
  return dsi => {
    const amounts = amountsByDsi.get(dsi) ?? make(dsi)
    amountsByDsi.set(dsi, amounts)
    return amounts
  }
}

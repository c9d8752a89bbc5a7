import { NAMES } from '../../imports/tables.ts'
import type { Backtest } from '../backtest/gates.ts'
import { type Config, type Lookbacks, lookbacksOf } from '../config/forecast-config.ts'
import { ageToKnow, firstCellOf } from '../model/facts.ts'
import type { Fit } from '../model/forecast.ts'
import { type Alert, eventsTable } from './event-alerts.ts'
import { alertsTable } from './alerts.ts'
import { ADVISED_DAYS, advise, targetOf } from './advise.ts'
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
import { type Recommendation, recommendationsTable } from './recommend.ts'
import { referenceTables, type Run, runId, runsTable } from './references.ts'
import { roasSnapshotsQuery, snapshotsFrom, stageRoasSnapshots } from './snapshots.ts'
import {
  folderAside,
  type FolderAside,
  openWorkspace,
  type StagingTable,
  type Workspace,
} from './staging.ts'
import { summarize, type Summary, type WholeRun } from './summary.ts'
import { standingOf } from './withheld.ts'
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
  private readonly lookbacks: Lookbacks
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
    this.lookbacks = lookbacksOf(options.config)
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
    const { app, targets, optimisationDsi, snapshots, organic, idBase } = config
    const { delivered: facts } = prepared
    const { cells } = facts
    const last = this.runs.at(-1)
    if (last !== undefined && asOf <= last.asOf)
      throw new RangeError('as-of days must ascend: the newest run is the one that is served')
    const id = runId(idBase, asOf, revision, 'recommendation')
    const standings = app.dsi.map(dsi => standingOf(dsi, facts, fit, backtest))
    const run = this.runs.push({ id, kind: 'recommendation', asOf, createdAt, standings })
    const from = snapshotsFrom(asOf, snapshots)
    const since = isFull ? -Infinity : Math.min(from, asOf - ADVISED_DAYS)
    const allocated = blend(cells, fit.cells, organic.uplift, since)
    const settings = { ...config, lookbacks: this.lookbacks }
    const target = targetOf(settings, standings, { prepared, fit, backtest })
    const advisedDsis = new Set([
      targets.dsi,
      target.checkpoint,
      optimisationDsi.default,
      ...Object.values(optimisationDsi.byNetwork),
    ])
    const amountsByDsi = new Map<number, Amounts>()
    const amounts = (dsi: number): Amounts => {
      const made = amountsByDsi.get(dsi) ?? amountsAt(dsi, facts, fit, allocated, since)
      if (advises && advisedDsis.has(dsi)) amountsByDsi.set(dsi, made)
      return made
    }

    const first = firstCellOf(cells.day, fit.cells, from)
    const end = fit.cells
    const rows: DsiRows[] = []
    for (const [index, { dsi, withheld }] of standings.entries()) {
      if (isFull) this.options.progress?.('write', (shares.filled * index) / standings.length)
      const isSnapshot = snapshots.dsi.includes(dsi)
      // No cell is old enough out of the model's reach.
      if (!(isFull || isSnapshot) || dsi > fit.reach) continue
      const values = {
        asOf,
        isForecast: withheld === null,
        hasOrganic: this.hasOrganic,
        amounts: amounts(dsi),
        knownAt: ageToKnow(facts, dsi),
      }
      const add = (table: StagingTable, first: number, hasSpend: boolean): DsiRows =>
        addRevenue(table, run, cells, { first, end, hasSpend }, values)
      if (isFull) rows.push(add(this.parts.revenue, 0, false))
      if (!isSnapshot) continue
      const { actual, forecast } = add(this.parts.snapshots, first, true)
      this.snapshots += actual + forecast
    }
    if (!advises) return

    const { needed, ...advice } = advise(settings, {
      prepared,
      fit,
      backtest,
      standings,
      target,
      blend: allocated,
      amounts,
      since,
      isFull,
      earlier,
      createdAt,
    })
    const alertRun = runId(idBase, asOf, revision, 'alert')
    this.runs.push({ id: alertRun, kind: 'alert', asOf, createdAt, standings: [] })
    this.recommendations.push({ run: id, asOf, createdAt, rows: advice.recommendations })
    this.alerts.push({ run: alertRun, createdAt, rows: advice.alerts })
    this.newest = {
      asOf,
      cohorts: isFull ? addCohorts(this.parts.cohorts, run, cells, fit.cells, allocated) : 0,
      cells: fit.cells,
      rows,
      ...advice,
      blend: allocated,
      reasons: [
        ...standings
          .filter(({ dsi }) => isFull || snapshots.dsi.includes(dsi))
          .flatMap(({ withheld, reason }) =>
            reason === null
              ? []
              : withheld === null
                ? reason
                : `${reason} Only cohorts that are old enough have a value there.`,
          ),
        ...needed,
      ],
      standing: target.standing,
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
      settings: { ...config, lookbacks: this.lookbacks },
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

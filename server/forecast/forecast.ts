/** The only module that other rooms import. */

import { dateOf, type Day, weekdayOf } from '../core/model/dates.ts'
import { backtest, casesOf } from './backtest/backtest.ts'
import type { Backtest } from './backtest/gates.ts'
import type { Config } from './config/forecast-config.ts'
import { ForecastFaults } from './config/config-faults.ts'
import { readFacts, requireAsOf } from './inputs/read-facts.ts'
import type { Facts } from './model/facts.ts'
import { fit } from './model/fit.ts'
import type { Progress } from './model/forecast-progress.ts'
import type { Checked, Forecasted, Tested } from './print.ts'
import { prepareFacts } from './sentinel/data-events.ts'
import { DeliveryWriter, type Summary } from './write/delivery-writer.ts'
import { backfillDays, FIRST_RUN } from './write/references.ts'

export { ForecastFaults } from './config/config-faults.ts'
export type { Config } from './config/forecast-config.ts'
export { readConfig } from './config/read-config.ts'
export { initConfig } from './inputs/init.ts'
export type { Answers } from './inputs/init-text.ts'
export {
  type Cells,
  DIMENSIONS,
  type Facts,
  type Kind,
  type Names,
  type Revenue,
  UNKNOWN,
} from './model/facts.ts'
export type { Progress } from './model/forecast-progress.ts'
export { checkLines, runJson, runLines, testJson, testLines } from './print.ts'
export { EXPORTER_NAMES, type ExporterName, EXPORTERS, PULL_HISTORY } from './pull/exporters.ts'
export { pull } from './pull/pull.ts'
export { runId, timestampOf } from './write/references.ts'

export interface ForecastOptions {
  config: Config
  out: string
  /** Default: the last day that all inputs cover. */
  asOf?: Day | undefined
  backfill?: Day | undefined
  known?: ReadonlySet<Day>
  /** 0 to 9; above 0 for a repeated run of a day. */
  revision?: number | undefined
  createdAt: Date
  progress: Progress
}

/**
 * Reads inputs, forecasts and writes a delivery: a run as of one day, and snapshot runs as of earlier Sundays.
 * @throws ForecastFaults if inputs are invalid; nothing is written then
 */
export async function forecastTo({
  config,
  out,
  backfill,
  known = new Set(),
  revision = 0,
  createdAt,
  progress,
  ...options
}: ForecastOptions): Promise<Forecasted> {
  const { facts, notes } = await readFacts(config, { progress, asOf: options.asOf })
  const asOf = asOfDay(options.asOf, facts)
  requireServed(asOf)
  const from = Math.max(backfill ?? asOf, facts.firstDay)
  const days = [...backfillDays({ from, newest: asOf, known }), asOf]
  const runs = days.map(day => ({ asOf: day, revision, createdAt }))
  return { ...(await forecastFacts({ config, facts, runs, out, progress })), notes }
}

const A_WEEK = 7

export interface FactsOptions {
  config: Config
  facts: Facts
  /** Ascending; the last one is complete, earlier ones have snapshots. */
  runs: readonly { asOf: Day; revision: number; createdAt: Date }[]
  out: string
  progress?: Progress
  /** Whether earlier runs have recommendations and alerts, too. */
  advises?: boolean
  /** An earlier run's backtest serves until the history has grown by this factor. */
  retestGrowth?: number
  /** Called after each run with the share done, 0 to 1. */
  onRun?: (share: number) => Promise<void>
}

/** Forecasts from facts and writes a delivery. The folder stays empty after an error. */
export async function forecastFacts({
  config,
  facts,
  runs,
  out,
  progress = () => undefined,
  advises = false,
  retestGrowth = 1,
  onRun,
}: FactsOptions): Promise<{ summary: Summary; backtest: Backtest }> {
  const prepared = prepareFacts(facts, config.events)
  const { repaired } = prepared
  const newest = runs.at(-1)!
  const { createdAt } = newest
  const writer = await DeliveryWriter.open({ config, prepared, out, createdAt, progress })
  let tested: Backtest | undefined
  try {
    for (const [index, run] of runs.entries()) {
      const { asOf } = run
      const isNewest = run === newest
      if (!isNewest) progress('history', index / (runs.length - 1))
      const testedDays = tested === undefined ? 0 : tested.asOf - facts.firstDay
      if (tested === undefined || isNewest || asOf - facts.firstDay >= retestGrowth * testedDays)
        tested = backtest(repaired, asOf, config, isNewest ? progress : () => undefined)
      const model = fit(repaired, asOf)
      // The next backtest needs no other fit of this Sunday.
      if (!isNewest && weekdayOf(asOf) === 7) casesOf(repaired, asOf, config.app.dsi, model)
      writer.addRun({
        ...run,
        fit: model,
        backtest: tested,
        isFull: isNewest,
        advises: isNewest || advises,
        earlier:
          isNewest && asOf - A_WEEK >= facts.firstDay ? fit(repaired, asOf - A_WEEK) : undefined,
      })
      await onRun?.((index + 1) / runs.length)
    }
  } catch (error) {
    await writer.discard()
    throw error
  }
  return { summary: await writer.finish(), backtest: tested! }
}

/** Backtests without writing a delivery. */
export async function backtestOnly(
  config: Config,
  requestedDay: Day | undefined,
  progress: Progress,
): Promise<Tested> {
  const { facts, notes } = await readFacts(config, { progress, asOf: requestedDay })
  const asOf = asOfDay(requestedDay, facts)
  const { repaired } = prepareFacts(facts, config.events)
  return {
    asOf: dateOf(asOf),
    backtest: backtest(repaired, asOf, config, progress),
    notes,
  }
}

/**
 * Reads inputs and says what they cover.
 * @throws ForecastFaults if they are invalid
 */
export async function checkInputs(config: Config, progress: Progress): Promise<Checked> {
  const { facts, coverage, compared, notes } = await readFacts(config, {
    progress,
    listUnread: true,
  })
  requireServed(facts.lastDay)
  return { lastDay: facts.lastDay, coverage, compared, notes }
}

/** @throws ForecastFaults if the day is earlier than runs can have */
function requireServed(asOf: Day): void {
  if (asOf >= FIRST_RUN) return
  const rule = `must be ${dateOf(FIRST_RUN)} or later to be delivered; \`forecast backtest\` takes earlier ones`
  throw new ForecastFaults([{ file: 'inputs', column: 'date', value: dateOf(asOf), rule }])
}

function asOfDay(requestedDay: Day | undefined, facts: Facts): Day {
  if (requestedDay === undefined) return facts.lastDay
  requireAsOf(facts, requestedDay)
  if (requestedDay <= facts.lastDay) return requestedDay
  const rule = `must not be after the last day that all inputs are complete for, less the lag: ${dateOf(facts.lastDay)}`
  throw new ForecastFaults([{ file: '--as-of', value: dateOf(requestedDay), rule }])
}

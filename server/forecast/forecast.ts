import { dateOf, type Day } from '../core/model/dates.ts'
import { backtest } from './backtest/backtest.ts'
import type { Backtest } from './backtest/gates.ts'
import type { Config } from './config/forecast-config.ts'
import { DeliveryWriter } from './write/delivery-writer.ts'
import { backfillDays, FIRST_RUN } from './write/references.ts'
import { ForecastFaults } from './config/config-faults.ts'
import { readFacts, requireAsOf } from './inputs/read-facts.ts'
import type { Facts } from './model/facts.ts'
import { fit } from './model/fit.ts'
import type { Progress } from './model/forecast-progress.ts'
import { prepareFacts } from './sentinel/data-events.ts'
import type { Forecasted } from './print.ts'

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

const A_WEEK = 7

/**
 * Reads inputs, forecasts and writes a delivery: a run as of one day, and snapshot runs as of earlier Sundays.
 * @throws ForecastFaults if inputs are invalid; nothing is written then
 */
export async function forecastTo({
  config,
  out,
  backfill,
  known,
  revision = 0,
  createdAt,
  progress,
  ...options
}: ForecastOptions): Promise<Forecasted> {
  const { facts, notes } = await readFacts(config, { progress, asOf: options.asOf })
  const asOf = asOfDay(options.asOf, facts)
  requireServed(asOf)
  const before =
    backfill === undefined
      ? []
      : backfillDays({
          from: Math.max(backfill, facts.firstDay),
          newest: asOf,
          known: known ?? new Set(),
        })
  const prepared = prepareFacts(facts, config.events)
  const { repaired } = prepared
  const writer = await DeliveryWriter.open({ config, prepared, out, createdAt, progress })
  let tested: Backtest
  try {
    for (const [index, day] of before.entries()) {
      progress('history', index / before.length)
      writer.addRun({
        asOf: day,
        revision,
        fit: fit(repaired, day),
        backtest: backtest(repaired, day, config, () => undefined),
        isFull: false,
      })
    }
    tested = backtest(repaired, asOf, config, progress)
    const earlier = asOf - A_WEEK < facts.firstDay ? undefined : fit(repaired, asOf - A_WEEK)
    writer.addRun({
      asOf,
      revision,
      fit: fit(repaired, asOf),
      backtest: tested,
      isFull: true,
      earlier,
    })
  } catch (error) {
    await writer.discard()
    throw error
  }
  const summary = await writer.finish()
  return { summary, backtest: tested, notes }
}

export async function backtestOnly(
  config: Config,
  requestedDay: Day | undefined,
  progress: Progress,
): Promise<{ asOf: string; backtest: Backtest; notes: string[] }> {
  const { facts, notes } = await readFacts(config, { progress, asOf: requestedDay })
  const asOf = asOfDay(requestedDay, facts)
  const { repaired } = prepareFacts(facts, config.events)
  return {
    asOf: dateOf(asOf),
    backtest: backtest(repaired, asOf, config, progress),
    notes,
  }
}

/** @throws ForecastFaults if the day is earlier than runs can have */
export function requireServed(asOf: Day): void {
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

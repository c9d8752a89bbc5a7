import type { Day, Facts } from '../facts.ts'
import { fit, forecast } from '../model/fit.ts'
import { interval } from '../model/interval.ts'
import { CERTAIN } from '../model/spread.ts'
import { baselines } from './baselines.ts'
import type { Case } from './case.ts'
import { cohortRevenue, cohorts } from './cohort.ts'
import { AGES, agesOf, CASE_DAYS } from './origins.ts'
import { pooled } from './pooled.ts'

const kept = new WeakMap<Facts, Map<string, readonly Case[]>>()

/**
 * What a fit at an origin says of every DSI, age, campaign and the whole app, and what came of it. One fit serves all of them, and the cases serve every
 * as-of day by which their answers are known: they are kept as long as the facts are. DSIs that the origin could not carry have none.
 * @param dsis Ascending
 */
export function casesOf(facts: Facts, origin: Day, dsis: readonly number[]): readonly Case[] {
  const byOrigin = kept.get(facts) ?? new Map<string, readonly Case[]>()
  kept.set(facts, byOrigin)
  const key = `${origin} ${dsis.join()}`
  const known = byOrigin.get(key)
  if (known !== undefined) return known
  const made = makeCases(facts, origin, dsis)
  byOrigin.set(key, made)
  return made
}

function makeCases(facts: Facts, origin: Day, dsis: readonly number[]): Case[] {
  const model = fit(facts, origin)
  const open = dsis.filter(dsi => dsi > 0 && dsi <= model.limit)
  const pool = pooled(facts, origin)
  const oldest = AGES.at(-1)! + CASE_DAYS - 1
  const ages = [...new Set(open.flatMap(dsi => agesOf(dsi)))].sort((a, b) => a - b)
  const known = ages.map(age =>
    cohorts(facts, origin, age).map(cohort => ({ cohort, came: cohortRevenue(facts, cohort, origin, age, open) })),
  )
  return open.flatMap((dsi, place) => {
    const predicted = forecast(facts, model, dsi, origin - oldest)
    return agesOf(dsi).flatMap(age =>
      known[ages.indexOf(age)]!.map(({ cohort, came }): Case => {
        const { level, platform, network, campaign, cells } = cohort
        const { total: gross, future, rest, distance } = interval(facts, model, cells, dsi, CERTAIN)
        const soFar = came.soFar.subarray(place * CASE_DAYS, (place + 1) * CASE_DAYS)
        return {
          origin,
          dsi,
          age,
          level,
          platform,
          network,
          campaign,
          knownOn: origin - age + dsi,
          installs: came.installs,
          spend: came.spend,
          gross,
          net: cells.reduce((sum, i) => sum + predicted.net[i]!, 0),
          future,
          rest,
          distance,
          actualGross: came.gross[place]!,
          actualNet: came.net[place]!,
          baselines: baselines(pool, { curve: came.curve, soFar }, age, dsi),
        }
      }),
    )
  })
}

import { groupBy } from '../model/group-by.ts'
import { type AppSettings, type Config, lookbacksOf } from '../config/forecast-config.ts'
import { calibrate, ENOUGH_CASES } from '../model/confidence.ts'
import { ageToKnow, type Facts, firstCellOf, lastExportedAge } from '../model/facts.ts'
import { firstDayLearned, fit, forecast, lastAgeOn } from '../model/fit.ts'
import type { Fit } from '../model/forecast.ts'
import { AGE_BANDS, bandKey, CERTAIN, interval } from '../model/interval.ts'
import { baselines, pooled } from './baselines.ts'
import { type Case, CASE_DAYS, COHORT_LEVELS, cohortRevenue, cohorts } from './cohort.ts'
import { decided, decisionScore, judged } from './decisions.ts'
import { type Backtest, gate, gateBeyond, gatesWithShorter } from './gates.ts'
import { accuracy, coverageOf, type Score, type Sigma } from './scores.ts'
import { learnUncertainty, sigmaBefore, sigmaHeldOut } from './uncertainty.ts'
import { deliveredUntested } from './untested.ts'
import type { Progress } from '../model/forecast-progress.ts'
import type { Day } from '../../core/model/dates.ts'

export interface BacktestSettings extends Pick<Config, 'targets' | 'gates' | 'betLookback'> {
  app: Pick<AppSettings, 'id' | 'dsi' | 'actionThreshold'>
}

/**
 * Forecasts as of the last 26 Sundays whose actuals are complete by the as-of day, per DSI, against actuals. Later data have no influence.
 */
export function backtest(
  facts: Facts,
  asOf: Day,
  { app, targets, gates, betLookback }: BacktestSettings,
  progress: Progress,
): Backtest {
  const { dsi: dsis } = app
  const cells = firstCellOf(facts.cells.day, facts.cells.count, asOf + 1)
  const toAge = lastExportedAge(facts, asOf)
  const wanted = new Map(
    dsis.map(dsi => [
      dsi,
      new Set(dsi <= toAge ? origins(facts.firstDay, asOf, dsi, cells, ageToKnow(facts, dsi)) : []),
    ]),
  )
  const all = [...new Set([...wanted.values()].flatMap(days => [...days]))].sort((a, b) => a - b)
  const from = firstDayLearned(facts, asOf) ?? -Infinity
  const cases = all.flatMap((origin, index) => {
    progress('backtest', index / all.length)
    return casesOf(facts, origin, dsis).filter(
      ({ dsi, age, knownOn }) =>
        knownOn <= asOf && wanted.get(dsi)!.has(origin) && origin - age - CASE_DAYS + 1 >= from,
    )
  })
  progress('backtest', 1)
  const byDsi = groupBy(cases, ({ dsi }) => dsi)
  const heldOut = sigmaHeldOut(cases, dsis)
  const lastAge = lastAgeOn(facts, asOf)
  const atTarget = decided(cases, facts.names, targets, app.actionThreshold)
  const { start: age } = lookbacksOf({ app, betLookback })(null)
  const judgedAge = bandKey(targets.dsi, { level: 'campaign', age })
  const near = atTarget.filter(({ testCase }) => bandKey(testCase.dsi, testCase) === judgedAge)
  const tested = gatesWithShorter(
    dsis.map(dsi => {
      const isAccepted = gates.get(dsi) === 'accept'
      if (dsi > toAge) return gateBeyond(dsi, toAge, isAccepted)
      return gate(dsi, byDsi.get(dsi) ?? [], origin => sigmaBefore(cases, dsis, dsi, origin), {
        isAccepted,
        lastAge,
      })
    }),
  )
  return {
    asOf,
    origins: all,
    gates: tested,
    untested: deliveredUntested(tested.values(), cases, lastAge),
    uncertainty: learnUncertainty(cases, dsis),
    calibration: calibrate(
      judged(near.length >= ENOUGH_CASES ? near : atTarget, heldOut, app.actionThreshold),
    ),
    // Only reports read them.
    get scores() {
      return dsis.flatMap(dsi => scores(dsi, byDsi.get(dsi) ?? [], heldOut))
    },
    decisions: decisionScore(near),
    cases,
  }
}

function scores(dsi: number, cases: readonly Case[], sigma: Sigma): Score[] {
  return COHORT_LEVELS.flatMap(level => {
    const ofLevel = cases.filter(testCase => testCase.level === level)
    return [...agesOf(dsi), null].map(age => {
      const some = ofLevel.filter(testCase => age === null || testCase.age === age)
      return { dsi, level, age, ...accuracy(some), coverage: coverageOf(some, sigma) }
    })
  })
}

const WEEKS = 26
/** Above this many cells only every second Sunday is used: a fit takes seconds and yields enough cases. */
const MANY_CELLS = 250_000
/** Ages that still have a forecast part and whose actuals are all known. None for DSI 0. */
export function agesOf(dsi: number): readonly number[] {
  const younger = AGE_BANDS.filter(age => age < dsi)
  return younger.length > 0 ? younger : dsi > 0 ? [0] : []
}

/**
 * The last 26 Sundays, ascending, whose cases of a DSI were all complete by the as-of day: the youngest installs had reached the DSI. Large
 * facts use every second Sunday, independent of the as-of day, so that cases can be reused.
 * @param cells cells installed by the as-of day
 * @param known age at which the DSI's revenue is known
 */
export function origins(firstDay: Day, asOf: Day, dsi: number, cells = 0, known = dsi): Day[] {
  const [youngest] = agesOf(dsi)
  if (youngest === undefined) return []
  if (known === Infinity) return []
  const last = sundayUpTo(asOf - known + youngest)
  const first = firstDay + youngest + CASE_DAYS - 1
  return Array.from({ length: WEEKS }, (_, index) => last - 7 * (WEEKS - 1 - index)).filter(
    day => day >= first && (cells <= MANY_CELLS || (day - SUNDAY) % 14 === 0),
  )
}

const SUNDAY = 3

function sundayUpTo(day: Day): Day {
  return day - ((((day - SUNDAY) % 7) + 7) % 7)
}

const cache = new WeakMap<Facts, Map<string, readonly Case[]>>()

/**
 * Forecasts at an origin by DSI, age and campaign and for the app, with actuals. They share one fit, and are cached with the facts
 * for every later as-of day. DSIs out of the origin's reach have none.
 * @param dsis ascending
 * @param model the origin's fit, if known
 */
export function casesOf(
  facts: Facts,
  origin: Day,
  dsis: readonly number[],
  model?: Fit,
): readonly Case[] {
  const byOrigin = cache.get(facts) ?? new Map<string, readonly Case[]>()
  cache.set(facts, byOrigin)
  const key = `${origin} ${dsis.join()}`
  const known = byOrigin.get(key)
  if (known !== undefined) return known
  const made = makeCases(facts, origin, dsis, model ?? fit(facts, origin))
  byOrigin.set(key, made)
  return made
}

function makeCases(facts: Facts, origin: Day, dsis: readonly number[], model: Fit): Case[] {
  const lastAge = lastAgeOn(facts, origin)
  const open = dsis.filter(dsi => dsi > 0 && dsi <= model.limit)
  const pool = pooled(facts, origin)
  const oldest = AGE_BANDS.at(-1)! + CASE_DAYS - 1
  const ages = [...new Set(open.flatMap(dsi => agesOf(dsi)))].sort((a, b) => a - b)
  const known = ages.map(age =>
    cohorts(facts, origin, age).map(cohort => ({
      cohort,
      revenue: cohortRevenue(facts, cohort, origin, age, open),
    })),
  )
  return open.flatMap((dsi, index) => {
    const predicted = forecast(facts, model, dsi, origin - oldest)
    return agesOf(dsi).flatMap(age =>
      known[ages.indexOf(age)]!.map(({ cohort, revenue }): Case => {
        const { level, platform, network, campaign, cells } = cohort
        const {
          total: gross,
          future,
          restVariance,
          distance,
          step,
        } = interval(facts, model, cells, dsi, CERTAIN)
        return {
          origin,
          dsi,
          age,
          level,
          platform,
          network,
          campaign,
          knownOn: origin - age + ageToKnow(facts, dsi),
          installs: revenue.installs,
          spend: revenue.spend,
          gross,
          net: cells.reduce((sum, i) => sum + predicted.net[i]!, 0),
          future,
          restVariance,
          distance,
          step,
          lastAge,
          actualGross: revenue.gross[index]!,
          actualNet: revenue.net[index]!,
          baselines: baselines(
            pool,
            { curve: revenue.curve, soFar: revenue.soFar.row(index) },
            age,
            dsi,
          ),
        }
      }),
    )
  })
}

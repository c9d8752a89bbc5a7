import type { Day } from '../../core/model/dates.ts'
import { ageToKnow, type Facts, firstCellOf, lastExportedAge } from '../model/facts.ts'
import { lastAgeOn, limitOf } from '../model/fit.ts'
import { agesOf, origins } from './backtest.ts'
import { CASE_DAYS, cohorts } from './cohort.ts'
import { ENOUGH, LEAST_COVERAGE, LIKE } from './gates.ts'

const MOST_DAYS = 5 * 365

/**
 * Days of data that a DSI's test still needs at the current rate of installs, until enough Sundays could forecast that far and their actuals
 * are known. Null if it can never be tested.
 * @param isAlike whether only Sundays with about as much history as the day itself count
 */
export function daysUntilTested(
  facts: Facts,
  asOf: Day,
  dsi: number,
  { isAlike = false } = {},
): number | null {
  const known = ageToKnow(facts, dsi)
  const lastAge = lastAgeOn(facts, asOf)
  if (lastAge < 0 || dsi > lastExportedAge(facts, asOf) || known === Infinity) return null
  const cells = firstCellOf(facts.cells.day, facts.cells.count, asOf + 1)
  const hasCampaigns =
    cohorts(facts, asOf, 0).filter(({ level }) => level === 'campaign').length > 1
  const enough = hasCampaigns ? ENOUGH / 2 : ENOUGH
  for (let more = 0; more <= MOST_DAYS; more++) {
    const day = asOf + more
    const able = origins(facts.firstDay, day, dsi, cells, known).filter(origin => {
      const reached = lastAge + origin - asOf
      return (
        dsi <= limitOf(reached) && (!isAlike || reached >= Math.min(dsi, (lastAge + more) * LIKE))
      )
    })
    const cases = able.flatMap(origin =>
      agesOf(dsi).filter(
        age => origin - age - CASE_DAYS + 1 >= facts.firstDay && origin - age + known <= day,
      ),
    )
    if (cases.length >= enough && able.length >= LEAST_COVERAGE.sundays) return more
  }
  return null
}

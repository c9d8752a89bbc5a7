import type { Day } from '../../core/model/dates.ts'
import type { Facts } from '../model/facts.ts'
import type { Finding } from './finding.ts'
import { Floor } from './floor.ts'
import { InstallDay } from './install-day.ts'
import { RevenueDay } from './revenue-day.ts'
import { Scopes } from './scopes.ts'
import type { Scope } from './segments.ts'
import { seriesOf, setDay, valuesOn } from './series.ts'

/**
 * Judges every day by the days before, as at its end: later rows change no finding. A day's wrong values are
 * replaced in the series from which later days learn: first its installs and spend, then those that revenue contradicts.
 * @param isKnown days and scopes that the configuration explains, which are not reported
 */
export function watch(
  facts: Facts,
  isKnown: (day: Day, scope: Scope) => boolean = () => false,
): Finding[] {
  const series = seriesOf(facts)
  const scopes = new Scopes(series.units)
  const floor = new Floor(series.units)
  const [installDay, revenueDay] = [
    new InstallDay(series, scopes, floor),
    new RevenueDay(series, scopes, floor),
  ]
  return Array.from({ length: series.days }, (_, day) => {
    const delivered = valuesOn(series, day)
    const ofInstalls = installDay.next(day)
    setDay(series, day, ofInstalls.learned)
    const { findings, learned, ages } = revenueDay.next(
      day,
      ofInstalls.findings,
      delivered.installs,
    )
    setDay(series, day, learned, ages)
    return findings.map(({ segment: _, ...finding }): Finding => finding)
  })
    .flat()
    .filter(({ day, scope }) => !isKnown(day, scope))
}

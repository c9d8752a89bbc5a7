import type { Day } from '../../model/days.ts'
import type { Facts } from '../model/facts.ts'
import type { Finding } from './finding.ts'
import { InstallDay } from './install-day.ts'
import { RevenueDay } from './revenue-day.ts'
import { Scopes } from './scopes.ts'
import type { Scope } from './segments.ts'
import { seriesOf } from './series.ts'

/**
 * Judges every day by the days before, as it would have been judged at its end: later rows change no finding.
 * @param isKnown days and scopes that the configuration explains: nothing is reported there
 */
export function watch(facts: Facts, isKnown: (day: Day, scope: Scope) => boolean = () => false): Finding[] {
  const series = seriesOf(facts)
  const scopes = new Scopes(series.units)
  const [installDay, revenueDay] = [new InstallDay(series, scopes), new RevenueDay(series, scopes)]
  return Array.from({ length: series.days }, (_, day) => {
    const raw = Float64Array.from({ length: series.units.count }, (_, u) => series.installs[u * series.days + day]!)
    return revenueDay.next(day, installDay.next(day), raw).map(({ segment: _, ...finding }): Finding => finding)
  })
    .flat()
    .filter(({ day, scope }) => !isKnown(day, scope))
}

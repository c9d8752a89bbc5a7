import t from 'tap'
import { worldOf } from '../../../../scripts/lab/world/worlds.ts'
import { firstUsualDay } from '../../../../server/forecast/model/first-weeks.ts'
import { fit } from '../../../../server/forecast/model/fit.ts'
import { prepare } from '../../../../server/forecast/model/levels.ts'
import { type CellOf, factsOf } from '../../../support/forecast/facts.ts'

const FIRST = 20_000

/** Ten new customers a day; old ones, who buy more, appear in the first weeks, fewer in each. */
function logOf(days: number, old: (week: number) => number): CellOf[] {
  return Array.from({ length: days }, (_, k) => {
    const more = old(Math.floor(k / 7))
    const noise = 1 + ((k * 7) % 5) / 20
    const later = Array.from({ length: days - k }, (_, n) => [
      n,
      n === 0 ? 50 * (10 + more) : (noise * (10 + 4 * more)) / n,
    ])
    return {
      day: FIRST + k,
      installs: 10 + more,
      iap: Object.fromEntries(later) as Record<number, number>,
    }
  })
}

function firstOf(cells: readonly CellOf[], asOf: number): number | null {
  return firstUsualDay(prepare(factsOf(cells)).groups.get('iap')!, asOf)
}

t.test('the first weeks of a log, in which old customers look new, are excluded', t => {
  const log = logOf(140, week => [40, 20, 12][week] ?? 0)
  t.equal(firstOf(log, FIRST + 139), FIRST + 21)
  const model = fit(factsOf(log), FIRST + 139)
  t.equal(model.learnedFrom, FIRST + 21)
  const later = fit(factsOf(log.slice(21)), FIRST + 139)
  const [curve, same] = [model.kinds[0]!.curve, later.kinds[0]!.curve]
  const whole = fit(factsOf(log.map(cell => ({ ...cell, installs: 10 }))), FIRST + 139).kinds[0]!
    .curve
  for (const age of [7, 30, 90]) {
    t.ok(Math.abs(curve[age]! / same[age]! - 1) < 0.001, 'as if the log had begun after them')
    t.ok(whole[age]! / whole[0]! > (1.02 * same[age]!) / same[0]!, 'and not as with them')
  }
  t.end()
})

t.test(
  'a launch with more installs of usual worth is kept, as is a log that is too short to judge',
  t => {
    const launch = logOf(140, () => 0).map((cell, k) => (k < 21 ? { ...cell, installs: 30, iap: Object.fromEntries(Object.entries(cell.iap!).map(([n, x]) => [n, 3 * Number(x)])) } : cell)) // prettier-ignore
    t.equal(firstOf(launch, FIRST + 139), null)
    t.equal(
      firstOf(
        logOf(140, week => [40, 20, 12][week] ?? 0),
        FIRST + 60,
      ),
      null,
    )
    t.end()
  },
)

t.test('simulated studios with only paid installs lose no week', t => {
  for (const seed of [1, 2]) {
    const { facts } = worldOf('drift, holiday, fatigue', seed)
    t.equal(fit(facts, facts.lastDay).learnedFrom, null)
  }
  t.end()
})

import fc from '../../../support/fast-check.ts'
import t from 'tap'
import { worldConfig } from '../../../../scripts/lab/world/world-config.ts'
import { makeWorld, WORLD } from '../../../../scripts/lab/world/world.ts'
import { backtest } from '../../../../server/forecast/backtest/backtest.ts'
import type { Facts } from '../../../../server/forecast/model/facts.ts'
import { configOf } from '../../../support/forecast/test-config.ts'
import { cutAt, laterTimes } from '../../../support/forecast/cut.ts'
import { type CellOf, factsOf } from '../../../support/forecast/facts.ts'

const world = makeWorld({
  ...WORLD,
  seed: 7,
  days: 120,
  campaigns: 8,
  networks: 3,
  countries: 4,
  countriesPerCampaign: 3,
  beyond: 30,
})
const { facts } = world
const config = worldConfig(world, 30, [0, 1, 7, 30])
/** The same facts of which nothing was computed yet. */
function fresh(): Facts {
  return { ...facts }
}

function ignore(): void {}

t.test('data dated after the as-of day have no influence', t => {
  fc.assert(
    fc.property(fc.integer({ min: 60, max: 119 }), fc.constantFrom(0, 0.5, 7), (days, factor) => {
      const asOf = facts.firstDay + days
      const whole = backtest(fresh(), asOf, config, ignore)
      t.strictSame(backtest(cutAt(facts, asOf), asOf, config, ignore), whole)
      t.strictSame(backtest(laterTimes(facts, asOf, factor), asOf, config, ignore), whole)
    }),
    { numRuns: 4, seed: 1 },
  )
  t.end()
})

t.test('cases cached from another as-of day equal those of a fresh start', t => {
  const kept = fresh()
  for (const asOf of [facts.lastDay, facts.lastDay - 21, facts.lastDay - 3]) {
    t.strictSame(backtest(kept, asOf, config, ignore), backtest(fresh(), asOf, config, ignore))
  }
  t.end()
})

t.test(
  'every case is on a Sunday and known by the as-of day, and its actual matches the rows',
  t => {
    const asOf = facts.lastDay
    const { cases, origins } = backtest(facts, asOf, config, ignore)
    const { cells } = facts
    const [revenue] = facts.revenue
    t.ok(cases.length > 100)
    for (const one of cases.filter((_, index) => index % 37 === 0)) {
      t.ok(
        origins.includes(one.origin) &&
          one.knownOn <= asOf &&
          one.knownOn === one.origin - one.age + one.dsi,
      )
      let [actual, installs] = [0, 0]
      for (let i = 0; i < cells.count; i++) {
        const old = one.origin - cells.day[i]!
        if (
          old < one.age ||
          old > one.age + 6 ||
          (one.network >= 0 && cells.network[i] !== one.network)
        )
          continue
        if (one.level === 'campaign' && cells.campaign[i] !== one.campaign) continue
        installs += cells.installs[i]!
        for (let row = revenue!.start[i]!; row < revenue!.start[i + 1]!; row++)
          if (revenue!.age[row]! <= one.dsi) actual += revenue!.gross[row]!
      }
      t.equal(one.installs, installs)
      t.ok(Math.abs(one.actualGross - actual) < 1e-6)
    }
    t.end()
  },
)

t.test('campaigns add up to the app', t => {
  const { cases } = backtest(facts, facts.lastDay, config, ignore)
  for (const app of cases.filter(({ level, dsi }) => level === 'app' && dsi === 30)) {
    const campaigns = cases.filter(
      ({ level, dsi, age, origin }) =>
        level === 'campaign' && dsi === 30 && age === app.age && origin === app.origin,
    )
    for (const what of ['gross', 'net', 'future', 'actualGross', 'spend'] as const) {
      t.ok(
        Math.abs(campaigns.reduce((sum, one) => sum + one[what], 0) - app[what]) <
          1e-6 * Math.max(1, app[what]),
        what,
      )
    }
  }
  t.end()
})

t.test('every DSI has gates, scores and calibration, finite or null', t => {
  const result = backtest(facts, facts.lastDay, config, ignore)
  t.same([...result.gates.keys()], [0, 1, 7, 30])
  t.equal(result.gates.get(30)!.verdict, 'passed', result.gates.get(30)!.reason ?? '')
  t.equal(result.scores.length, 2 * (1 + 2 + 2 + 4))
  t.notMatch(
    JSON.stringify(result, (_, value: unknown) => (Number.isNaN(value) ? 'NaN' : value)),
    'NaN',
  )
  const shares: number[] = []
  backtest(fresh(), facts.lastDay, config, (stage, share) => {
    t.equal(stage, 'backtest')
    shares.push(share)
  })
  t.same(
    shares,
    shares.toSorted((a, b) => a - b),
  )
  t.equal(shares.at(-1), 1)
  t.end()
})

t.test('too little data gives untested, never an error', t => {
  const cell: CellOf = {
    day: 20_000,
    platform: 'IOS',
    network: 'N',
    campaign: 'C',
    country: 'US',
    installs: 3,
    spend: 5,
    iap: { 0: 1 },
  }
  for (const cells of [
    [cell],
    [{ ...cell, installs: 0, iap: {} }],
    Array.from({ length: 60 }, (_, day) => ({ ...cell, day: cell.day + day, iap: {} })),
    [],
  ]) {
    const little = factsOf(cells)
    const { gates, calibration } = backtest(little, little.lastDay, configOf(), ignore)
    t.ok(
      [...gates.values()].every(
        ({ verdict, dsi }) => verdict === (dsi === 0 ? 'passed' : 'untested'),
      ),
    )
    t.match(calibration, { intercept: 0, slope: 1 })
  }
  t.end()
})

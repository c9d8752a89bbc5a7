import t from 'tap'
import { backtest } from '../../../../server/forecast/backtest/backtest.ts'
import { daysUntilTested } from '../../../../server/forecast/backtest/days-until-tested.ts'
import { worldConfig } from '../../../../scripts/lab/world/world-config.ts'
import { worldOf } from '../../../../scripts/lab/world/worlds.ts'

const DSI = 30
const world = worldOf('twelve campaigns', 3)
const { facts } = world
const config = worldConfig(world, DSI, [0, 7, DSI])

t.test('a DSI is tested once the missing days have passed, and not a week before', t => {
  for (const age of [5, 25, 40]) {
    const asOf = facts.firstDay + age
    const missing = daysUntilTested(facts, asOf, DSI)!
    t.ok(missing > 7, `${missing} days are missing on day ${age}`)
    const verdictIn = (days: number) =>
      backtest(facts, asOf + days, config, () => undefined).gates.get(DSI)!.verdict
    t.equal(verdictIn(missing - 7), 'untested')
    t.not(verdictIn(missing), 'untested')
  }
  t.end()
})

t.test('a testable DSI misses no days, and one beyond the inputs waits for none', t => {
  const asOf = facts.firstDay + 200
  t.equal(daysUntilTested(facts, asOf, DSI), 0)
  const short = {
    ...facts,
    revenue: facts.revenue.map(kind => ({ ...kind, exportedAges: [0, 7, 14] })),
  }
  t.equal(daysUntilTested(short, asOf, DSI), null)
  t.equal(
    daysUntilTested(facts, facts.firstDay - 1, DSI),
    null,
    'nor does one before the first install',
  )
  t.end()
})

import t from 'tap'
import { apps } from '../../../../scripts/lab/studio/apps.ts'
import { configOf } from '../../../../scripts/lab/studio/config.ts'
import { factsOf } from '../../../../scripts/lab/studio/studio-facts.ts'
import { simulate } from '../../../../scripts/lab/studio/simulate.ts'
import { dayOf } from '../../../../server/core/model/dates.ts'

const today = dayOf('2026-11-22')
const app = apps[2]!
const history = simulate(app, today)

t.test("a bid moves within its network's limits, and not every day", async t => {
  let moves = 0
  for (const campaign of new Set(history.bids.map(({ campaign }) => campaign))) {
    const { traits, steering } = campaign
    const own = history.bids.filter(bid => bid.campaign === campaign)
    if (steering === 'never') t.equal(own.length, 1)
    for (const [index, { day, live }] of own.slice(1).entries()) {
      const before = own[index]!
      moves++
      if (Math.abs(live / before.live - 1) > traits.pace + 0.01) t.fail(`${before.live} to ${live}`)
      if (day - before.day < 7) t.fail(`${day - before.day} days`)
    }
  }
  t.ok(moves > 20, `${moves} moves`)
})

t.test(
  'facts lose no installs, spend or payment, and organic installs have no campaign',
  async t => {
    const { cells, revenue, names } = factsOf(app, history, configOf(app, [], today))
    const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)
    const { cohorts } = history
    t.equal(sum(cells.installs), sum(cohorts.map(({ installs, organic }) => installs + organic)))
    t.ok(Math.abs(sum(cells.spend) - sum(cohorts.map(({ spend }) => spend))) < 0.01)
    const paid = sum(cohorts.flatMap(({ payments }) => payments.map(({ amount }) => amount))) / 100
    const [{ start, gross }] = revenue as [(typeof revenue)[number]]
    let own = 0
    for (let cell = 0; cell < cells.count; cell++) {
      if (cells.organic[cell] === 0) own += sum(gross.subarray(start[cell], start[cell + 1]))
      else {
        t.equal(cells.campaign[cell], -1)
        t.equal(names.network[cells.network[cell]!], 'Organic')
      }
      if (cell > 0 && cells.day[cell]! < cells.day[cell - 1]!)
        t.fail('cells are not in order of days')
    }
    t.ok(Math.abs(own / paid - 1) < 1e-9)
  },
)

import t, { type Test } from 'tap'
import { INJECTIONS } from '../../../../scripts/lab/world/injected-faults.ts'
import { chance } from '../../../../scripts/lab/world/chance.ts'
import type { Facts } from '../../../../server/forecast/model/facts.ts'
import { fit, forecast } from '../../../../server/forecast/model/fit.ts'
import { capped, damage } from '../../../../server/forecast/sentinel/damage.ts'
import { repair } from '../../../../server/forecast/sentinel/repair.ts'
import { watch } from '../../../../server/forecast/sentinel/watch.ts'
import { cutAt } from '../../../support/forecast/cut.ts'
import { world } from './faultless-world.ts'

const { facts } = world
const DAY = facts.firstDay + 100

function inject(kind: string) {
  return INJECTIONS[kind]!(facts, DAY, chance(2))
}

function spendOn(of: Facts, day: number): number {
  return of.cells.spend.reduce((sum, spend, i) => sum + (of.cells.day[i] === day ? spend : 0), 0)
}

function revenueOn(of: Facts, on: number): number {
  let sum = 0
  for (const { start, age, gross } of of.revenue) {
    for (let i = 0; i < of.cells.count; i++) {
      for (let row = start[i]!; row < start[i + 1]!; row++)
        if (of.cells.day[i]! + age[row]! === on) sum += gross[row]!
    }
  }
  return sum
}

function near(t: Test, value: number, wanted: number, off: number): void {
  t.ok(Math.abs(value / wanted - 1) < off, `${value} is within ${off} of ${wanted}`)
}

t.test('facts without findings stay the same', t => {
  t.equal(repair(facts, []), facts)
  t.end()
})

t.test('wrong spend becomes the usual cost of its installs, and the delivered facts stay', t => {
  const wrong = inject('spend x100 on two days').facts
  const before = spendOn(wrong, DAY)
  const repaired = repair(wrong, watch(wrong))
  near(t, spendOn(repaired, DAY), spendOn(facts, DAY), 0.1)
  near(t, spendOn(repaired, DAY + 1), spendOn(facts, DAY + 1), 0.1)
  t.equal(spendOn(wrong, DAY), before)
  t.strictSame(repaired.cells.installs, wrong.cells.installs)
  t.end()
})

t.test('lost revenue is filled in, also in missing rows', t => {
  const wrong = inject('a day without revenue').facts
  const without: Facts = {
    ...wrong,
    revenue: wrong.revenue.map(revenue => {
      const rows: number[] = []
      const start = new Uint32Array(wrong.cells.count + 1)
      for (let i = 0; i < wrong.cells.count; i++) {
        for (let row = revenue.start[i]!; row < revenue.start[i + 1]!; row++)
          if (revenue.gross[row]! > 0) rows.push(row)
        start[i + 1] = rows.length
      }
      const of = (values: Float64Array) => Float64Array.from(rows, row => values[row]!)
      return {
        ...revenue,
        start,
        age: Uint16Array.from(rows, row => revenue.age[row]!),
        gross: of(revenue.gross),
        net: of(revenue.net),
      }
    }),
  }
  for (const some of [wrong, without]) {
    const repaired = repair(some, watch(some))
    near(t, revenueOn(repaired, DAY), revenueOn(facts, DAY), 0.3)
    near(t, revenueOn(repaired, DAY + 1), revenueOn(facts, DAY + 1), 1e-9)
    for (const { start, age, gross, net } of repaired.revenue) {
      t.equal(gross.length, start.at(-1))
      t.ok(gross.every(Number.isFinite) && net.every(Number.isFinite))
      for (let i = 0; i < repaired.cells.count; i++) {
        for (let row = start[i]! + 1; row < start[i + 1]!; row++)
          if (age[row]! <= age[row - 1]!) t.fail('ages ascend')
      }
    }
  }
  t.end()
})

t.test('a factor of a hundred is divided out exactly', t => {
  const { facts: wrong } = inject('revenue x100 a month earlier')
  const repaired = repair(wrong, watch(wrong))
  near(t, revenueOn(repaired, DAY), revenueOn(facts, DAY), 1e-9)
  t.end()
})

t.test('installs without spend or revenue leave their cells empty', t => {
  const { facts: wrong } = inject('paid installs become organic')
  const repaired = repair(wrong, watch(wrong))
  for (let i = 0; i < facts.cells.count; i++) {
    const isEmpty =
      facts.cells.day[i]! >= DAY && facts.cells.day[i]! <= DAY + 4 && facts.cells.platform[i] === 1
    if (isEmpty !== (repaired.cells.installs[i] === 0) && facts.cells.installs[i]! > 0)
      t.fail(`cell ${i}`)
    if (isEmpty && repaired.revenue[0]!.start[i] !== repaired.revenue[0]!.start[i + 1])
      t.fail(`revenue of cell ${i}`)
  }
  t.end()
})

t.test('a configured outage is ignored in the fit', t => {
  const repaired = repair(facts, [], [{ from: DAY, to: DAY + 1, scope: { network: 0 } }])
  for (let i = 0; i < facts.cells.count; i++) {
    const isOut =
      facts.cells.network[i] === 0 && (facts.cells.day[i] === DAY || facts.cells.day[i] === DAY + 1)
    if (
      (repaired.cells.spend[i] === 0 && repaired.cells.installs[i] === 0) !== isOut &&
      facts.cells.installs[i]! > 0
    )
      t.fail(`cell ${i}`)
  }
  t.end()
})

t.test('a fit ignores later findings', t => {
  const { facts: wrong } = inject('a week without 85 % of ANDROID revenue')
  const asOf = DAY + 3
  const whole = repair(wrong, watch(wrong))
  const cut = cutAt(wrong, asOf)
  const then = repair(cut, watch(cut))
  t.strictSame(
    forecast(whole, fit(whole, asOf), 30).gross,
    forecast(then, fit(then, asOf), 30).gross,
  )
  t.end()
})

t.test('one bad day does not change the action of a campaign', t => {
  const { facts: wrong, asOf } = inject('spend x100 on two days')
  const roas = (of: Facts): number => {
    const { gross } = forecast(of, fit(of, asOf), 30)
    let [revenue, spend] = [0, 0]
    for (let i = 0; i < of.cells.count; i++) {
      const age = asOf - of.cells.day[i]!
      if (age < 2 || age > 8 || of.cells.organic[i] === 1) continue
      revenue += gross[i]!
      spend += of.cells.spend[i]!
    }
    return revenue / spend
  }
  near(t, roas(repair(wrong, watch(wrong))), roas(facts), 0.03)
  t.ok(roas(wrong) < 0.6 * roas(facts), 'as it would without')
  t.end()
})

t.test('damage is a share of the lookback and caps confidence', t => {
  const { facts: wrong, asOf } = inject('spend x100 on two days')
  const repaired = repair(wrong, watch(wrong))
  const lookback = [...facts.cells.day.keys()].filter(
    i => asOf - facts.cells.day[i]! >= 2 && asOf - facts.cells.day[i]! <= 8,
  )
  const share = damage({ delivered: wrong, repaired }, lookback, asOf)
  t.ok(share > 0 && share < 0.5, `${share}`)
  t.equal(damage({ delivered: facts, repaired: facts }, lookback, asOf), 0)
  const later = lookback.filter(i => facts.cells.day[i]! > DAY + 1)
  t.equal(damage({ delivered: wrong, repaired }, later, asOf), 0)
  t.strictSame(
    [
      capped(0.9, 0),
      capped(0.9, 0.049),
      capped(0.9, 0.05),
      capped(0.1, 0.3),
      capped(0.9, 0.5),
      capped(null, 0),
    ],
    [0.9, 0.9, 0.29, 0.1, null, null],
  )
  t.end()
})

t.test('unexplained zero installs stay 0', t => {
  const scope = { network: 0 }
  const cells = {
    ...facts.cells,
    installs: facts.cells.installs.map((n, i) => (facts.cells.day[i] === DAY ? 0 : n)),
  }
  const finding = {
    day: DAY,
    kind: null,
    scope,
    observed: 0,
    expected: 90,
    rates: new Float64Array(cells.count),
    curve: null,
  }
  const repaired = repair({ ...facts, cells }, [{ ...finding, test: 'volume', repair: 'both' }])
  t.ok(
    repaired.cells.installs.every(Number.isFinite) && repaired.cells.spend.every(Number.isFinite),
  )
  t.strictSame(repaired.cells.installs, cells.installs)
  t.end()
})

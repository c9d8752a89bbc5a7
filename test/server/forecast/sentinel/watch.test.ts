import t from 'tap'
import { INJECTIONS } from '../../../../scripts/lab/world/injected-faults.ts'
import { chance } from '../../../../scripts/lab/world/chance.ts'
import type { Facts } from '../../../../server/forecast/model/facts.ts'
import type { Finding } from '../../../../server/forecast/sentinel/finding.ts'
import { watch } from '../../../../server/forecast/sentinel/watch.ts'
import { cutAt, laterTimes } from '../../../support/forecast/cut.ts'
import { factsOf } from '../../../support/forecast/facts.ts'
import { world } from './faultless-world.ts'

const { facts } = world
const DAY = facts.firstDay + 90

function about({ day, test, scope, repair }: Finding) {
  return { day: day - DAY, test, scope, repair }
}

t.test('a world without faults has no findings', t => {
  t.strictSame(watch(facts), [])
  t.strictSame(watch(factsOf([])), [])
  t.end()
})

const EXPECTED: Record<string, Partial<ReturnType<typeof about>>> = {
  'spend x100 on two days': { test: 'spend', repair: 'spend' },
  'revenue x100 a month earlier': { test: 'revenue', repair: 'revenue' },
  'a week without 85 % of ANDROID revenue': { test: 'revenue', scope: { platform: 0 } },
  'a day with 10 % of installs': { test: 'installs' },
  'a day twice': { test: 'volume', scope: {}, repair: 'both' },
  "one network's cost missing": { test: 'spend', repair: 'spend' },
  "a country's revenue in another currency": { test: 'revenue' },
  'paid installs become organic': { test: 'split', scope: { platform: 1 }, repair: 'empty' },
  'a day without revenue': { test: 'revenue', scope: {} },
  'installs doubled': { test: 'installs' },
}

t.strictSame(Object.keys(EXPECTED), Object.keys(INJECTIONS))

for (const [kind, wanted] of Object.entries(EXPECTED)) {
  t.test(`a fault is found on its first day, at its place: ${kind}`, t => {
    const injected = INJECTIONS[kind]!(facts, DAY, chance(2))
    const findings = watch(injected.facts)
    const first = findings.filter(({ day }) => day === DAY)
    t.match(first.map(about), [
      { ...wanted, ...(Object.keys(injected.scope).length > 0 ? { scope: injected.scope } : {}) },
    ])
    t.strictSame(
      [...new Set(findings.filter(({ day }) => day < injected.from || day > injected.to))],
      [],
      'no other day',
    )
    t.end()
  })
}

/** Revenue of a calendar day, times a factor where `isIn` says so. */
function revenueTimes(factor: number, isIn: (cell: number) => boolean): Facts {
  return {
    ...facts,
    revenue: facts.revenue.map(revenue => {
      const gross = revenue.gross.slice()
      for (let i = 0; i < facts.cells.count; i++) {
        if (!isIn(i)) continue
        for (let row = revenue.start[i]!; row < revenue.start[i + 1]!; row++) {
          if (facts.cells.day[i]! + revenue.age[row]! === DAY) gross[row]! *= factor
        }
      }
      return { ...revenue, gross }
    }),
  }
}

t.test(
  'a fault in a campaign that is too small to judge is found at the level where it deviates',
  t => {
    const { campaign } = facts.cells
    const revenueOf = facts.names.campaign.map((_, c) => {
      const without = revenueTimes(0, i => campaign[i] === c).revenue[0]!.gross
      return facts.revenue[0]!.gross.reduce((sum, gross, row) => sum + gross - without[row]!, 0)
    })
    const paid = revenueOf
      .flatMap((revenue, c) => (revenue > 0 ? [{ c, revenue }] : []))
      .sort((one, other) => one.revenue - other.revenue)
    const [{ c: smallest }] = paid as [{ c: number; revenue: number }]
    const findings = watch(revenueTimes(300, i => campaign[i] === smallest))
    t.match(findings.map(about), [{ day: 0, test: 'revenue', scope: { campaign: smallest } }])
    t.end()
  },
)

t.test('rows of later days do not change findings', t => {
  const { facts: wrong } = INJECTIONS['a week without 85 % of ANDROID revenue']!(
    facts,
    DAY,
    chance(2),
  )
  const asOf = DAY + 2
  const known = watch(wrong).filter(({ day }) => day <= asOf)
  t.equal(known.length, 3)
  t.strictSame(watch(cutAt(wrong, asOf)), known)
  t.strictSame(
    watch(laterTimes(wrong, asOf, 7)).filter(({ day }) => day <= asOf),
    known,
  )
  t.end()
})

t.test('known days are not reported within their scope', t => {
  const { facts: wrong } = INJECTIONS['a day without revenue']!(facts, DAY, chance(2))
  t.strictSame(
    watch(wrong, day => day === DAY),
    [],
  )
  t.equal(watch(wrong, (_, scope) => scope.platform === 0).length, 1)
  t.end()
})

t.test('growth of all campaigns with their revenue is reported and kept', t => {
  const isDay = (i: number): boolean => facts.cells.day[i] === DAY
  const twice = (values: Float64Array): Float64Array =>
    values.map((value, i) => (isDay(i) ? 2 * value : value))
  const grown = {
    ...facts,
    cells: {
      ...facts.cells,
      spend: twice(facts.cells.spend),
      installs: twice(facts.cells.installs),
    },
    revenue: facts.revenue.map(revenue => {
      const [gross, net] = [revenue.gross.slice(), revenue.net.slice()]
      for (let i = 0; i < facts.cells.count; i++) {
        for (let row = revenue.start[i]!; row < revenue.start[i + 1]!; row++) {
          if (!isDay(i)) continue
          gross[row]! *= 2
          net[row]! *= 2
        }
      }
      return { ...revenue, gross, net }
    }),
  }
  t.match(watch(grown).map(about), [{ day: 0, test: 'volume', scope: {}, repair: 'none' }])
  t.end()
})

t.test('ages between the columns of a cumulative export are not judged', t => {
  const cumulative = {
    ...facts,
    revenue: facts.revenue.map(revenue => ({ ...revenue, exportedAges: [0, 1, 3, 7, 30] })),
  }
  t.strictSame(watch(cumulative), [])
  const { facts: wrong } = INJECTIONS['a day without revenue']!(cumulative, DAY, chance(2))
  t.match(watch(wrong).map(about), [{ day: 0, test: 'revenue', scope: {} }])
  t.end()
})

import t from 'tap'
import { agesOf, origins } from '../../../../server/forecast/backtest/backtest.ts'

function dayOf(date: string): number {
  return Date.parse(date) / 86_400_000
}

t.test('origins are the last 26 Sundays with known actuals', t => {
  const sundays = origins(dayOf('2024-01-01'), dayOf('2025-06-30'), 90)
  t.equal(sundays.length, 26)
  t.ok(sundays.every(day => new Date(day * 86_400_000).getUTCDay() === 0))
  // Installs that were two days old on 2025-03-30 were 90 days old on 2025-06-26; a Sunday later it would be July.
  t.equal(sundays.at(-1), dayOf('2025-03-30'))
  t.equal(sundays[0], sundays.at(-1)! - 7 * 25)
  t.end()
})

t.test('an origin has a whole week of installs', t => {
  const first = dayOf('2025-01-01')
  t.equal(
    origins(first, first + 40, 7)[0],
    dayOf('2025-01-12'),
    'the first Sunday whose youngest week of cases, two days old, began with the data',
  )
  t.same(origins(first, first + 8, 7), [])
  t.end()
})

t.test('a DSI is tested at the ages below it', t => {
  t.same(agesOf(90), [2, 7, 14, 30, 60])
  t.same(agesOf(7), [2])
  t.same(agesOf(1), [0], 'younger than every age: on the day itself')
  t.same(agesOf(0), [], 'revenue of the day of install is never forecast')
  t.end()
})

t.test('large facts use every second Sunday, the same ones on every as-of day', t => {
  const first = dayOf('2024-01-01')
  const [one, later] = [
    origins(first, first + 500, 30, 1_000_000),
    origins(first, first + 507, 30, 1_000_000),
  ]
  t.equal(one.length, 13)
  t.ok(one.slice(1).every(day => later.includes(day)))
  t.end()
})

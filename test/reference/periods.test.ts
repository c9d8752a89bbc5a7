import t from 'tap'
import { addDays, daysBetween, periodDates, periodStart } from './periods.ts'

t.test('periods start on Mondays and firsts', async t => {
  t.equal(periodStart('2026-03-30', 'weekly'), '2026-03-30', 'a Monday')
  t.equal(periodStart('2026-04-05', 'weekly'), '2026-03-30', 'the Sunday after it')
  t.equal(periodStart('2026-01-01', 'weekly'), '2025-12-29', 'across years')
  t.equal(periodStart('2026-02-28', 'monthly'), '2026-02-01')
  t.equal(periodStart('2026-02-28', 'daily'), '2026-02-28')
})

t.test('a period lists its dates', async t => {
  t.strictSame(periodDates('2026-03-30', 'daily'), ['2026-03-30'])
  t.strictSame(periodDates('2026-03-30', 'weekly').slice(-1), ['2026-04-05'])
  t.equal(periodDates('2028-02-01', 'monthly').length, 29, 'a leap year')
})

t.test('days are counted between dates', async t => {
  t.equal(addDays('2026-03-01', -1), '2026-02-28')
  t.equal(daysBetween('2026-03-28', '2026-03-31'), 3, 'over a change to summer time')
  t.equal(daysBetween('2026-03-31', '2026-03-28'), -3)
})

import fc from '../../../support/fast-check.ts'
import t from 'tap'
import {
  addDays,
  daysBetween,
  earlier,
  earliestReportStart,
  later,
  periodStart,
  reportDay,
  utcDate,
} from '../../../../server/core/model/dates.ts'

const date = fc
  .integer({ min: -200_000, max: 200_000 })
  .map(day => new Date(day * 86_400_000).toISOString().slice(0, 10))

t.test('days are added across months, leap days and years', t => {
  for (const [from, days, to] of [
    ['2024-02-28', 1, '2024-02-29'],
    ['2024-02-29', 1, '2024-03-01'],
    ['2025-02-28', 1, '2025-03-01'],
    ['2000-02-28', 1, '2000-02-29'],
    ['2100-02-28', 1, '2100-03-01'],
    ['2025-12-31', 1, '2026-01-01'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-04-01', -455, '2025-01-01'],
    ['2024-02-29', 366, '2025-03-01'],
    ['2026-03-29', 1, '2026-03-30'],
    ['2026-05-05', 0, '2026-05-05'],
  ] as const) {
    t.equal(addDays(from, days), to)
    t.equal(daysBetween(from, to), days)
  }
  t.end()
})

t.test("an app's report is written as of a day whose reports reach its last weeks", t => {
  t.equal(reportDay(null, '2026-04-01'), '2026-04-01')
  t.equal(reportDay('2026-03-30', '2026-04-01'), '2026-04-01')
  const day = reportDay('2021-03-30', '2026-04-01')
  t.ok(day > '2021-03-30')
  t.ok(earliestReportStart(day) <= addDays('2021-03-30', -13 * 7))
  t.end()
})

t.test('weeks are ISO weeks, also around new year', t => {
  for (const [day, start] of [
    // 2026-01-01 is a Thursday, of the week that starts in the old year; 2021-01-03 is a Sunday of 2020's week 53, and
    // 2024-01-01 a Monday.
    ['2026-01-01', '2025-12-29'],
    ['2025-12-29', '2025-12-29'],
    ['2025-12-28', '2025-12-22'],
    ['2026-01-04', '2025-12-29'],
    ['2026-01-05', '2026-01-05'],
    ['2021-01-03', '2020-12-28'],
    ['2024-01-01', '2024-01-01'],
    ['2023-12-31', '2023-12-25'],
    ['2024-02-29', '2024-02-26'],
    ['1970-01-01', '1969-12-29'],
    ['1969-12-28', '1969-12-22'],
  ] as const)
    t.equal(periodStart(day, 'weekly'), start, day)
  t.end()
})

t.test('a period starts on its day, its Monday or its first', t => {
  t.equal(periodStart('2024-02-29', 'daily'), '2024-02-29')
  t.equal(periodStart('2024-02-29', 'monthly'), '2024-02-01')
  t.equal(periodStart('2024-03-01', 'monthly'), '2024-03-01')
  t.equal(periodStart('2025-12-31', 'monthly'), '2025-12-01')
  fc.assert(
    fc.property(date, day => {
      const start = periodStart(day, 'weekly')
      return (
        new Date(start).getUTCDay() === 1 &&
        daysBetween(start, day) >= 0 &&
        daysBetween(start, day) < 7 &&
        periodStart(start, 'weekly') === start
      )
    }),
  )
  t.end()
})

t.test('dates follow their laws', t => {
  fc.assert(
    fc.property(
      date,
      fc.integer({ min: -5000, max: 5000 }),
      (day, days) =>
        daysBetween(day, addDays(day, days)) === days && addDays(addDays(day, days), -days) === day,
    ),
  )
  fc.assert(
    fc.property(
      date,
      date,
      (a, b) =>
        [earlier(a, b), later(a, b)].sort().join() === [a, b].sort().join() &&
        earlier(a, b) <= later(a, b),
    ),
  )
  t.end()
})

t.test('a timestamp has its UTC date', t => {
  t.equal(utcDate(new Date('2026-03-31T23:59:59.999Z')), '2026-03-31')
  t.equal(utcDate(new Date('2026-04-01T01:30:00+02:00')), '2026-03-31')
  t.end()
})

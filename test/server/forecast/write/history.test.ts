import t from 'tap'
import { backfillDays } from '../../../../server/forecast/write/references.ts'
import { snapshotsFrom } from '../../../../server/forecast/write/snapshots.ts'
import { dateOf, dayOf } from '../../../../server/core/model/dates.ts'

t.test('a backfill has the Sundays before the newest run that have no run yet', async t => {
  const days = (from: string, newest: string, known: readonly string[] = []) =>
    backfillDays({
      from: dayOf(from),
      newest: dayOf(newest),
      known: new Set(known.map(dayOf)),
    }).map(dateOf)
  t.strictSame(days('2026-02-16', '2026-03-10'), ['2026-02-22', '2026-03-01', '2026-03-08'])
  t.strictSame(
    days('2026-02-22', '2026-03-08', ['2026-03-01']),
    ['2026-02-22'],
    'the newest day is excluded',
  )
  t.strictSame(days('2026-03-10', '2026-03-12'), [])
  t.strictSame(days('2026-03-20', '2026-03-12'), [])
})

t.test('snapshots cover whole weeks', async t => {
  const from = (asOf: string) =>
    dateOf(snapshotsFrom(dayOf(asOf), { dailyDays: 20, weeklyDays: 180, dsi: [] }))
  t.equal(from('2026-03-16'), '2026-03-02', 'Monday: 20 days before is a Tuesday')
  t.equal(from('2026-03-14'), '2026-02-23', 'Saturday')
  t.equal(from('2026-03-15'), '2025-09-15', 'Sunday: the week of the 16th, 180 days before')
  for (let day = dayOf('2026-01-01'); day < dayOf('2026-03-01'); day++) {
    const monday = snapshotsFrom(day, { dailyDays: 20, weeklyDays: 180, dsi: [] })
    if (((monday + 3) % 7) + 1 !== 1) t.fail(dateOf(day))
  }
})

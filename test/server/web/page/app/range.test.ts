import fc from '../../../../support/fast-check.ts'
import t from 'tap'
import {
  daysOf,
  periodOf,
  presetsOf,
  rangeBefore,
  rangeOf,
  startOfPeriod,
  windowOf,
} from '../../../../../server/web/page/app/range.ts'
import { addDays } from '../../../../../server/core/model/dates.ts'

const EARLIEST = '2025-08-25'

t.test('the default range is the last 7 days with data', async t => {
  t.same(rangeOf({ from: null, to: null }, '2026-11-22'), { from: '2026-11-16', to: '2026-11-22' })
  t.same(rangeOf({ from: '2026-11-01', to: '2026-12-24' }, '2026-11-22'), {
    from: '2026-11-01',
    to: '2026-11-22',
  })
})

t.test('the comparison covers as many days before, a month or a year earlier', async t => {
  const week = { from: '2026-11-16', to: '2026-11-22' }
  t.same(rangeBefore('previous', week), { from: '2026-11-09', to: '2026-11-15' })
  t.same(rangeBefore('previous_month', { from: '2026-03-29', to: '2026-03-31' }), {
    from: '2026-02-28',
    to: '2026-02-28',
  })
  t.same(rangeBefore('previous_year', week), { from: '2025-11-17', to: '2025-11-23' })
  t.same(rangeBefore('2026-01-01..2026-01-31', week), { from: '2026-01-01', to: '2026-01-31' })
  t.equal(rangeBefore('none', week), null)
})

t.test('presets end on the newest day, which is yesterday unless data are late', async t => {
  t.same(presetsOf('2026-11-22', '2026-11-23'), [
    { label: 'Yesterday', from: '2026-11-22', to: '2026-11-22' },
    { label: 'Last 7 days', from: '2026-11-16', to: '2026-11-22' },
    { label: 'Last 28 days', from: '2026-10-26', to: '2026-11-22' },
    { label: 'Month to date', from: '2026-11-01', to: '2026-11-22' },
  ])
  t.equal(presetsOf('2026-11-20', '2026-11-23')[0]!.label, 'Newest day')
})

t.test('a week is shown among twelve, days by day, a quarter by week', async t => {
  t.same(windowOf({ from: '2026-11-16', to: '2026-11-22' }, EARLIEST, true), {
    from: '2026-08-31',
    to: '2026-11-22',
    grain: 'week',
  })
  t.same(windowOf({ from: '2026-11-18', to: '2026-11-18' }, EARLIEST, true), {
    from: '2026-08-27',
    to: '2026-11-18',
    grain: 'week',
  })
  t.same(windowOf({ from: '2026-11-01', to: '2026-11-22' }, EARLIEST, true), {
    from: '2026-11-01',
    to: '2026-11-22',
    grain: 'day',
  })
  t.same(windowOf({ from: '2026-11-01', to: '2026-11-22' }, EARLIEST, false), {
    from: '2026-08-31',
    to: '2026-11-22',
    grain: 'ISO week',
  })
  t.equal(windowOf({ from: '2026-06-01', to: '2026-11-22' }, EARLIEST, true).grain, 'week')
})

t.test('periods cover the window once and contain the whole range', async () => {
  const day = fc.integer({ min: 0, max: 450 }).map(days => addDays(EARLIEST, days))
  fc.assert(
    fc.property(day, day, fc.boolean(), (one, other, mayDaily) => {
      const range = one < other ? { from: one, to: other } : { from: other, to: one }
      const window = windowOf(range, EARLIEST, mayDaily)
      t.ok(window.from <= range.from && window.from >= EARLIEST && window.to === range.to)
      let next = window.from
      while (next <= window.to) {
        const start = startOfPeriod(next, window)
        t.equal(start, next, 'the day after a period begins the next')
        const period = periodOf(start, window)
        for (const within of [period.from, period.to]) t.equal(startOfPeriod(within, window), start)
        t.ok(daysOf(period) >= 1 && daysOf(period) <= 7)
        next = addDays(period.to, 1)
      }
      t.equal(next, addDays(window.to, 1))
    }),
    { numRuns: 60 },
  )
})

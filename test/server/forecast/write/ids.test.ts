import t from 'tap'
import { greatestIdBase, rowId, runId } from '../../../../server/forecast/write/references.ts'
import { dayOf } from '../../../../server/core/model/dates.ts'

t.test('ids are repeatable, ascend with the day and its revision, and stay below 2^53', async t => {
  t.equal(runId(101, dayOf('2020-01-01'), 0, 'recommendation'), 101_000_000)
  t.equal(runId(101, dayOf('2020-01-03'), 1, 'alert'), 101_000_043)
  t.equal(rowId(101_000_043, 7), 10_100_004_300_007)
  const day = dayOf('2026-03-15')
  const ascending = [
    runId(101, day, 0, 'recommendation'),
    runId(101, day, 0, 'alert'),
    runId(101, day, 9, 'alert'),
    runId(101, day + 1, 0, 'recommendation'),
    runId(102, dayOf('2020-01-01'), 0, 'recommendation'),
  ]
  t.strictSame(
    [...ascending].sort((a, b) => a - b),
    ascending,
  )
  t.ok(Number.isSafeInteger(rowId(runId(greatestIdBase, dayOf('2156-11-22'), 9, 'alert'), 99_999)))
})

t.test('a duplicate id is refused', async t => {
  const day = dayOf('2026-03-15')
  t.throws(() => runId(90_071, day, 0, 'alert'), /id_base .* from 0 to 90070, not 90071/)
  t.throws(() => runId(-1, day, 0, 'alert'), RangeError)
  t.throws(
    () => runId(101, day, 10, 'alert'),
    /revision must be a whole number from 0 to 9, not 10/,
  )
  t.throws(() => runId(101, dayOf('2019-12-31'), 0, 'alert'), RangeError)
  t.throws(() => runId(101, dayOf('2156-11-23'), 0, 'alert'), RangeError)
  t.throws(() => rowId(1, 100_000), RangeError)
})

import t from 'tap'
import { compareRuns } from '../../support/forecast/compare-runs.ts'
import { STUDIO } from '../../support/forecast/restated-exports.ts'

// The bench `restated` does this for thirty days.
t.test(
  "each run as of a day equals that day's run, although later exports corrected it",
  async t => {
    const from = STUDIO.firstDay + 79
    const runs = await compareRuns(t.testdir(), [from, from + 1, from + 2, from + 3], 79)
    t.strictSame(
      runs.map(({ asOf, differ }) => [asOf - from, differ]),
      [0, 1, 2, 3].map(after => [after - 1, []]),
    )
    t.strictSame(
      runs.map(({ events }) => events > 0),
      [false, false, true, false],
      'a wrong cost counts until it is corrected',
    )
  },
)

import t from 'tap'
import { segmentsWith } from '../../../../../server/store/facts/common/find-segments.ts'

t.test(
  'segments of earlier versions match any run and day, unless no runs are requested',
  async t => {
    const earlier = { file: 'earlier', rows: 1 }
    const later = {
      file: 'later',
      rows: 1,
      span: { start: '2026-01-10', end: '2026-01-20', first_run: 5, last_run: 9 },
    }
    const filesOf = (runs: number[], range?: { start: string; end: string }) =>
      segmentsWith(
        [earlier, later],
        runs.map(run_id => ({ run_id })),
        range,
      ).map(({ file }) => file)
    t.strictSame(filesOf([5]), ['earlier', 'later'])
    t.strictSame(filesOf([4]), ['earlier'])
    t.strictSame(filesOf([9], { start: '2026-01-20', end: '2026-02-01' }), ['earlier', 'later'])
    t.strictSame(filesOf([9], { start: '2026-01-21', end: '2026-02-01' }), ['earlier'])
    t.strictSame(filesOf([]), [])
  },
)

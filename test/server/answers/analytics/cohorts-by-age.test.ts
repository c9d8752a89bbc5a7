import t from 'tap'
import { runsByAge } from '../../../../server/answers/analytics/roas-history.ts'
import type { RecommendationRun } from '../../../../server/core/model/catalog.ts'

t.test('the newest of runs with the same newest install date counts', t => {
  const run = (run_id: number, max_install_date: string): RecommendationRun => ({
    run_id,
    app_id: 1,
    kind: 'recommendation',
    status: 'succeeded',
    created_at: `2026-03-0${run_id}T00:00:00.000Z`,
    max_install_date,
  })
  t.strictSame(
    runsByAge([run(1, '2026-02-01'), run(2, '2026-02-02'), run(3, '2026-02-01')])
      .map(({ run_id }) => run_id)
      .sort(),
    [2, 3],
  )
  t.end()
})

import t from 'tap'
import { servedRun, succeededRuns } from '../../../../server/core/model/runs.ts'
import {
  EMPTY_CATALOG,
  type RecommendationRun,
  type Run,
} from '../../../../server/core/model/catalog.ts'

function made(
  run_id: number,
  created_at: string,
  overrides: Partial<RecommendationRun> = {},
): RecommendationRun {
  return {
    run_id,
    app_id: 1,
    kind: 'recommendation',
    status: 'succeeded',
    created_at: `2026-03-${created_at}:00:00.000Z`,
    max_install_date: '2026-03-01',
    ...overrides,
  }
}

function served(runs: Run[]) {
  return servedRun({ ...EMPTY_CATALOG, runs }, 1, 'recommendation')?.run_id
}

t.test(
  'the served run has the greatest created_at, then the greatest run_id, in any input order',
  t => {
    t.equal(served([]), undefined)
    t.equal(served([made(1, '02T10'), made(2, '02T09')]), 1)
    t.equal(served([made(2, '02T09'), made(1, '02T10')]), 1)
    t.equal(served([made(9, '02T10'), made(10, '02T10')]), 10)
    t.equal(served([made(10, '02T10'), made(9, '02T10')]), 10)
    t.end()
  },
)

t.test('failed runs, runs of another kind and runs of another app do not count', t => {
  const runs = [
    made(1, '02T10'),
    made(2, '03T10', { status: 'failed' }),
    { ...made(3, '03T11'), kind: 'alert' as const, max_install_date: null },
    made(4, '03T12', { app_id: 2 }),
    made(5, '01T10'),
  ]
  t.equal(served(runs), 1)
  t.strictSame(
    succeededRuns({ ...EMPTY_CATALOG, runs }, 1, 'recommendation').map(run => run.run_id),
    [5, 1],
  )
  t.equal(servedRun({ ...EMPTY_CATALOG, runs }, 1, 'alert')?.run_id, 3)
  t.equal(served([made(2, '03T10', { status: 'failed' })]), undefined)
  t.end()
})

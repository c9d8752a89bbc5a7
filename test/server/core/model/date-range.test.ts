import t from 'tap'
import { reportRange, roasHistoryRange } from '../../../../server/core/model/dates.ts'
import type { Run } from '../../../../server/core/model/catalog.ts'

const today = '2026-04-01'

function run(max_install_date: string, first_install_date?: string): Run {
  return {
    run_id: 1,
    app_id: 1,
    kind: 'recommendation',
    status: 'succeeded',
    created_at: '2026-03-31T06:00:00.000Z',
    max_install_date,
    ...(first_install_date === undefined
      ? {}
      : {
          facts: {
            file: 'f',
            rows: 1,
            dsi_values: [7],
            first_install_date,
            last_install_date: max_install_date,
          },
        }),
  }
}

t.test('the date range of a report is resolved', t => {
  const fresh = run('2026-03-30', '2026-03-01')
  for (const [requested, of, expected] of [
    [{}, fresh, { start: '2026-02-28', end: '2026-03-30' }],
    [{ endDate: '2026-03-10' }, fresh, { start: '2026-02-08', end: '2026-03-10' }],
    [{ endDate: '2026-12-31' }, fresh, { start: '2026-02-28', end: '2026-03-30' }],
    [{ startDate: '2026-03-29' }, fresh, { start: '2026-03-29', end: '2026-03-30' }],
    [{ startDate: '2026-03-31' }, fresh, { start: '2026-03-31', end: '2026-03-30' }],
    [{ startDate: '2025-01-01' }, fresh, { start: '2025-01-01', end: '2026-03-30' }],
    [{ startDate: '2024-12-31' }, fresh, { earliest: '2025-01-01' }],
    [{ endDate: '2025-01-20' }, fresh, { start: '2025-01-01', end: '2025-01-20' }],
    [{ endDate: '2024-06-01' }, fresh, { start: '2025-01-01', end: '2024-06-01' }],
    // Data that ended long ago: a default start is clipped, never an error.
    [{}, run('2024-06-30', '2024-01-01'), { start: '2025-01-01', end: '2024-06-30' }],
    [{}, undefined, { start: '2026-03-02', end: '2026-04-01' }],
    [{ startDate: '2024-12-31' }, undefined, { earliest: '2025-01-01' }],
  ] as const)
    t.strictSame(reportRange(requested, of, today), expected, JSON.stringify(requested))
  t.end()
})

t.test('the date range of ROAS history is resolved', t => {
  const young = run('2026-03-30', '2026-03-01')
  const old = run('2026-03-30', '2020-01-01')
  for (const [requested, of, expected] of [
    [{}, young, { start: '2026-03-01', end: '2026-03-30' }],
    [{}, old, { start: '2025-12-30', end: '2026-03-30' }],
    [{ startDate: '2026-02-28' }, young, { earliest: '2026-03-01' }],
    [{ startDate: '2026-03-01' }, young, { start: '2026-03-01', end: '2026-03-30' }],
    // 455 days before the latest install date with data, not before today.
    [{ startDate: '2024-12-30' }, old, { start: '2024-12-30', end: '2026-03-30' }],
    [{ startDate: '2024-12-29' }, old, { earliest: '2024-12-30' }],
    [{ endDate: '2025-01-10' }, old, { start: '2024-12-30', end: '2025-01-10' }],
    [{ endDate: '2030-01-01' }, old, { start: '2025-12-30', end: '2026-03-30' }],
    [{ endDate: '2026-02-01' }, young, { start: '2026-03-01', end: '2026-02-01' }],
    [{}, run('2026-03-30'), { start: '2025-12-30', end: '2026-03-30' }],
    [{}, undefined, { start: '2026-01-01', end: '2026-04-01' }],
  ] as const)
    t.strictSame(roasHistoryRange(requested, of, today), expected, JSON.stringify(requested))
  t.end()
})

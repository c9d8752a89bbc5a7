import type { DrawnApp } from './arbitrary-app.ts'
import { arbitraryMoney } from './arbitrary-facts.ts'
import type { Draw } from './draw.ts'
import { addDays } from './periods.ts'
import type { AlertRow, RunRow } from './delivery.ts'

/** Most say what they are about, some in part. */
function figures(draw: Draw): Pick<AlertRow, 'metric' | 'value' | 'reference' | 'change'> {
  if (draw.chance(30)) return {}
  return {
    metric: draw.pick(['live_bid', 'roas', 'cpi', 'attribution', null] as const),
    value: draw.pick([0, 0.35, -1e-7, 123_456.789, null]),
    reference: draw.pick([0.4, 1, null]),
    change: draw.pick([-0.125, 0, 2.5e10, null]),
  }
}

/** A run's alerts of both groups, some equal in spend, created when the run was or some hours and days before. */
export function arbitraryAlerts(
  draw: Draw,
  app: DrawnApp,
  run: RunRow,
  firstId: number,
): AlertRow[] {
  return Array.from({ length: draw.int(0, 9) }, (_, index) => {
    const bids = draw.chance(50)
    // Some again and again, in one run or in several.
    const identity = draw.chance(50) ? app.identities[0]! : draw.pick(app.identities)
    const country = draw.chance(40) ? 'GLOBAL' : identity.country
    const before = draw.pick([0, 0, 0, 1, 4])
    return {
      alert_id: firstId + index,
      run_id: run.run_id,
      alert_group: bids ? ('BIDS' as const) : ('ANALYTICS' as const),
      title: draw.pick(['Bid off by 6%', 'ROAS fell, "again"', '<b>Spend</b>']),
      ...identity,
      country,
      daily_spend: draw.chance(40) ? '12.5' : arbitraryMoney(draw),
      summary: `Summary ${index}, of "run" ${run.run_id}`,
      detail: 'First line\nSecond line',
      spend_detail: bids ? null : 'A third of all spend',
      recommended_action: draw.pick([null, 'Lower the bid']),
      ...figures(draw),
      created_at:
        before === 0
          ? run.created_at
          : `${addDays(run.created_at.slice(0, 10), -before)}T23:59:59.999Z`,
    }
  })
}

import type { DrawnApp } from './arbitrary-app.ts'
import type { Draw } from './draw.ts'
import { addDays } from './periods.ts'
import { displayName } from './identity.ts'
import type { BudgetRow } from './delivery.ts'

/** A few budgets of the months around the newest data, of everything or of some names. */
export function arbitraryBudgets(draw: Draw, app: DrawnApp, firstId: number): BudgetRow[] {
  return Array.from({ length: draw.int(0, 8) }, (_, index) => {
    const identity = draw.pick(app.identities)
    const some = (value: string | null): string | null => (draw.chance(35) ? value : null)
    const platform = some(identity.platform)
    return {
      budget_id: firstId + index,
      app_id: app.row.app_id,
      month: addDays(app.newest, draw.pick([0, 0, 0, -31, -62, 31])).slice(0, 7),
      platform: platform === null || platform === '' ? null : identity.platform,
      network: some(displayName(identity.network)),
      campaign: some(draw.chance(20) ? 'No such campaign' : displayName(identity.campaign)),
      amount:
        app.level === null
          ? draw.pick(['0.01', '100', '1000.5', '30000'])
          : steadyAmount(draw, app),
    }
  })
}

/** Around what the month spends as it goes, of one identity or of all. */
function steadyAmount(draw: Draw, { level, identities }: DrawnApp): string {
  return (
    level! *
    30 *
    draw.pick([1, 2, identities.length, identities.length]) *
    draw.pick([0.5, 0.95, 1, 1.02, 1.1, 1.3])
  ).toFixed(4)
}

import type { AppFaults } from '../analytics/app-faults.ts'
import type { App, RevenueType, RoasType } from '../model/catalog.ts'
import type { DateRange, TooEarly } from '../model/date-range.ts'
import type { InstallGrouping } from '../model/dates.ts'

/** What ROAS history and forecast accuracy ask alike of an app's snapshots. */
interface Asked {
  dsi: number | undefined
  installGrouping: InstallGrouping
  roasType: RoasType | undefined
  revenueType: RevenueType | undefined
}

/**
 * Fills in what depends on the app; what does not suit it goes into `faults`.
 * @param rangeOf the range of a DSI
 */
export function resolveSnapshots(app: App, asked: Asked, faults: AppFaults, rangeOf: (dsi: number) => DateRange | TooEarly) {
  const grouping = faults.grouping(app, asked.installGrouping)
  const dsi = asked.dsi ?? app.target_dsi
  faults.dsiValues(app, 'dsi', [dsi])
  const range = faults.range(rangeOf(dsi))
  const types = { roasType: asked.roasType ?? app.target_roas_type, revenueType: asked.revenueType ?? app.target_revenue_type }
  return {
    range,
    /** As plans have it. */
    what: { dsi, grouping, ...types },
    /** The parameters themselves, defaults filled in. */
    parameters: { dsi, installGrouping: grouping, ...types, startDate: range.start, endDate: range.end },
  }
}

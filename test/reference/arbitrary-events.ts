import type { DrawnApp } from './arbitrary-app.ts'
import type { Draw } from './draw.ts'
import { addDays } from './periods.ts'
import type { EventRow } from './delivery.ts'

/** A few events of one day or several, of everything or of some names; some of days without data. */
export function arbitraryEvents(draw: Draw, app: DrawnApp, firstId: number): EventRow[] {
  return Array.from({ length: draw.int(0, 6) }, (_, index) => {
    const start_date = addDays(app.newest, -draw.pick([0, 1, 3, 10, 40, 400, -5]))
    const identity = draw.pick(app.identities)
    const some = <Value>(value: Value): Value | null =>
      draw.chance(app.level === null ? 30 : 70) ? value : null
    return {
      event_id: firstId + index,
      app_id: app.row.app_id,
      kind: draw.pick([
        'outage',
        'attribution',
        'flight',
        'launch',
        'holiday',
        'price',
        'other',
      ] as const),
      title: draw.pick(['SDK 4.2, "broken"', 'Summer\nsale', '<b>Launch</b>']),
      start_date,
      end_date: draw.chance(40) ? null : addDays(start_date, draw.pick([0, 2, 9])),
      platform: some(identity.platform),
      network: some(identity.network),
      campaign: some(identity.campaign),
      country: some(identity.country),
      note: draw.pick([null, 'Not comparable, "at all"']),
    }
  })
}

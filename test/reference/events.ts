import type { AppRow, Delivery, EventRow, IsoDate } from './delivery.ts'
import { betLookback } from './ages.ts'
import type { Filters } from './identity.ts'
import { addDays } from './periods.ts'
import { dataThrough } from './runs.ts'
import type { RunRow } from './delivery.ts'

/** A name that is missing stands for all. */
function concerns(name: string | null, wanted: readonly string[] | undefined): boolean {
  return wanted === undefined || name === null || name === '' || wanted.includes(name)
}

function matching(
  delivery: Required<Delivery>,
  app: AppRow,
  filters: Filters & { startDate?: string; endDate?: string },
): EventRow[] {
  return delivery.events.filter(
    event =>
      event.app_id === app.app_id &&
      (filters.startDate === undefined ||
        filters.startDate <= (event.end_date ?? event.start_date)) &&
      (filters.endDate === undefined || event.start_date <= filters.endDate) &&
      concerns(
        event.platform,
        filters.platforms?.map(platform => platform.toUpperCase()),
      ) &&
      concerns(event.network, filters.networks) &&
      concerns(event.campaign, filters.campaigns) &&
      concerns(event.country, filters.countries),
  )
}

/** The app's events, by their days. */
export function events(
  delivery: Required<Delivery>,
  app: AppRow,
  filters: Filters & { startDate?: string; endDate?: string },
): Record<string, unknown>[] {
  const inOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  return matching(delivery, app, filters)
    .map(event => ({
      id: event.event_id,
      kind: event.kind,
      title: event.title,
      startDate: event.start_date,
      endDate: event.end_date ?? event.start_date,
      platform: event.platform || null,
      network: event.network || null,
      campaign: event.campaign || null,
      country: event.country || null,
      note: event.note || null,
    }))
    .sort(
      (a, b) => inOrder(a.startDate, b.startDate) || inOrder(a.endDate, b.endDate) || a.id - b.id,
    )
}

/** What the header `Events` says of a range. */
export function eventCount(
  delivery: Required<Delivery>,
  app: AppRow,
  filters: Filters,
  range: { start: IsoDate; end: IsoDate },
): string {
  if (range.start > range.end) return '0'
  return String(
    matching(delivery, app, { ...filters, startDate: range.start, endDate: range.end }).length,
  )
}

/** And of a run: of the days from the start of the longest bet lookback to the newest install date. */
export function eventCountOfRun(
  delivery: Required<Delivery>,
  app: AppRow,
  filters: Filters,
  run: RunRow | undefined,
): string {
  if (run === undefined) return '0'
  const longest = Math.max(
    ...['IOS', 'ANDROID', 'WEB'].map(platform => betLookback(delivery, app, platform).endDay),
  )
  return eventCount(delivery, app, filters, {
    start: addDays(dataThrough(run), -longest),
    end: dataThrough(run),
  })
}

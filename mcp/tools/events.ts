import type { Event, ListEventsParameters } from '../../client/src/index.ts'

/** More would crowd out rows. */
const MAX_EVENTS = 20
/** Characters of a note. */
const MAX_NOTE = 200

/** The filters that events share with rows. */
export function eventFilters({ appId, countries, platforms, networks, campaigns }: ListEventsParameters): ListEventsParameters {
  return { appId, countries, platforms, networks, campaigns }
}

/** Names and notes only where there are any: nulls cost tokens. */
function listedEvent({ id: _, ...event }: Event) {
  const { platform, network, campaign, country, note, ...always } = event
  const others = Object.entries({ platform, network, campaign, country, note: note && shortened(note) }).filter(
    ([, value]) => value !== null,
  )
  return { ...always, ...(Object.fromEntries(others) as Partial<Record<'platform' | 'network' | 'campaign' | 'country' | 'note', string>>) }
}

function shortened(note: string): string {
  return note.length > MAX_NOTE ? `${note.slice(0, MAX_NOTE)}…` : note
}

/** Events that overlap a range, the latest of them, with a note if some are left out. No range: none. */
export function eventsBetween(events: readonly Event[], range: { startDate: string; endDate: string } | null) {
  const found = range === null ? [] : events.filter(({ startDate, endDate }) => startDate <= range.endDate && endDate >= range.startDate)
  const notes = found.length > MAX_EVENTS ? [`Of ${found.length} events the latest ${MAX_EVENTS} are listed.`] : []
  return { events: found.slice(-MAX_EVENTS).map(listedEvent), notes }
}

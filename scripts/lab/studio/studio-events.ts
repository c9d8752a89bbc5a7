import type { EventKind, Platform } from '../../../generated/vocabulary/vocabulary.ts'
import type { DeliveryTable } from '../../../server/imports/load-rows.ts'
import { dateOf, dayOf } from '../../../server/core/model/dates.ts'
import type { App } from './apps.ts'
import { featuredCampaigns } from './featured-campaigns.ts'
import { events as marketEvents, seasons } from './market.ts'
import type { Run } from './studio-runs.ts'

/** A row of `events`, as the studio recorded it. Days are inclusive; null matches all. */
export interface AppEvent {
  app: App
  kind: EventKind
  title: string
  from: number
  to: number
  platform: Platform | null
  network: string | null
  campaign: string | null
  country: string | null
  note: string | null
}

/** The events known to the studio, in order of days. */
export function eventsOf(app: App, today: number): AppEvent[] {
  const [first, last] = [today - app.firstDaysAgo, today - app.lastDaysAgo]
  return [...happenings(app, today), ...campaignEvents(app, today), ...holidays(app, first, last)]
    .filter(({ from, to }) => to >= first && from <= today)
    .sort((a, b) => a.from - b.from || (a.title < b.title ? -1 : 1))
}

/** The day of a failed run. */
export function failureOf({ app, day }: Run): AppEvent {
  return event(app, {
    kind: 'other',
    title: 'Forecasting failed',
    from: day + 1,
    to: day + 1,
    note: 'No run on this day.',
  })
}

function event(
  app: App,
  given: Pick<AppEvent, 'kind' | 'title' | 'from' | 'to'> & Partial<AppEvent>,
): AppEvent {
  return { app, platform: null, network: null, campaign: null, country: null, note: null, ...given }
}

/** One row per affected country. */
function happenings(app: App, today: number): AppEvent[] {
  return marketEvents.flatMap(({ app: id, known, from, to, platforms, countries }) => {
    if (id !== app.id || known === undefined) return []
    const { kind, title, note, days } = known
    const span = {
      from: today - from,
      to: days === undefined ? today - to : today - from + days - 1,
    }
    return (countries ?? [null]).map(country =>
      event(app, { kind, title, note, ...span, platform: platforms?.[0] ?? null, country }),
    )
  })
}

/** A flight has a duration; a launch is one day. */
function campaignEvents(app: App, today: number): AppEvent[] {
  return featuredCampaigns.flatMap(
    ({ appId, event: eventKind, platform, network, name, from, to }) => {
      if (appId !== app.id || eventKind === undefined) return []
      const first = today - Math.min(from ?? app.firstDaysAgo, app.firstDaysAgo)
      const last = eventKind.kind === 'launch' ? first : today - (to ?? app.lastDaysAgo)
      return [
        event(app, { ...eventKind, from: first, to: last, platform, network, campaign: name }),
      ]
    },
  )
}

function holidays(app: App, first: number, last: number): AppEvent[] {
  const years = [dateOf(first), dateOf(last)].map(date => Number(date.slice(0, 4)))
  return seasons[app.calendar].flatMap(({ name, at, width }) => {
    if (name === undefined) return []
    return Array.from({ length: years[1]! - years[0]! + 3 }, (_, index) => {
      const middle = dayOf(`${years[0]! - 1 + index}-01-01`) + at - 1
      return event(app, { kind: 'holiday', title: name, from: middle - width, to: middle + width })
    }).filter(({ to, from }) => to >= first && from <= last)
  })
}

/** The events must be of one app. Their ids are below those of forecasts. */
export function eventsTable(events: readonly AppEvent[]): DeliveryTable {
  const rows = events.map(({ app, from, to, ...event }, index) => ({
    event_id: app.id * 1000 + index,
    app_id: app.id,
    ...event,
    start_date: dateOf(from),
    end_date: from === to ? null : dateOf(to),
  }))
  return { name: 'events', rows }
}

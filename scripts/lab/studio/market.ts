import type { EventKind, Platform } from '../../../generated/vocabulary/vocabulary.ts'
import type { App, Calendar } from './apps.ts'
import { dayOfYear, weekdayOf } from '../../../server/core/model/dates.ts'

/** Factors of a day: on demand for spend, cost per install, and value of an install. */
export interface Season {
  spend: number
  cpi: number
  value: number
}

/** Monday to Sunday. */
const weekdays: readonly Season[] = [
  { spend: 0.97, cpi: 1.01, value: 0.98 },
  { spend: 0.95, cpi: 1.02, value: 0.98 },
  { spend: 0.96, cpi: 1.02, value: 0.98 },
  { spend: 0.98, cpi: 1.01, value: 0.99 },
  { spend: 1.02, cpi: 1, value: 1.01 },
  { spend: 1.07, cpi: 0.97, value: 1.03 },
  { spend: 1.05, cpi: 0.97, value: 1.03 },
]

/** A season: its central day, the days on either side, and the change of each factor. */
interface YearlySeason extends Season {
  at: number
  width: number
  /** Name of a holiday. */
  name?: string
}

export const seasons: Record<Calendar, readonly YearlySeason[]> = {
  games: [
    { name: 'Black Friday', at: 331, width: 6, spend: 0.12, cpi: 0.13, value: 0.05 }, // everybody bids
    { at: 352, width: 8, spend: 0.15, cpi: 0.1, value: 0.04 },
    { name: 'Christmas and New Year', at: 362, width: 7, spend: 0.6, cpi: -0.1, value: 0.14 }, // new devices, cheap media
    { at: 18, width: 14, spend: -0.08, cpi: -0.1, value: 0 },
  ],
  japan: [
    { name: 'Golden Week', at: 123, width: 4, spend: 0.35, cpi: 0.05, value: 0.12 },
    { name: 'Obon', at: 226, width: 4, spend: 0.2, cpi: 0.03, value: 0.08 },
    { at: 350, width: 9, spend: 0.1, cpi: 0.12, value: 0.05 },
    { name: 'New Year', at: 1, width: 5, spend: 0.4, cpi: 0.04, value: 0.2 },
  ],
  wellness: [
    { name: 'New Year resolutions', at: 6, width: 14, spend: 0.6, cpi: 0.08, value: 0.08 },
    { at: 331, width: 6, spend: 0.05, cpi: 0.18, value: 0 },
    { at: 215, width: 25, spend: -0.15, cpi: -0.05, value: -0.04 }, // summer
  ],
}

/** Effects of weekday and season on an app's market. */
export function seasonOf(calendar: Calendar, day: number): Season {
  const factors = { ...weekdays[weekdayOf(day) - 1]! }
  for (const { at, width, spend, cpi, value } of seasons[calendar]) {
    const apart = Math.abs(dayOfYear(day) - at)
    const bump = Math.exp(-((Math.min(apart, 365 - apart) / width) ** 2))
    factors.spend *= 1 + spend * bump
    factors.cpi *= 1 + cpi * bump
    factors.value *= 1 + value * bump
  }
  return factors
}

/** `days`: recorded duration, if shorter than the effect; 1 for a release. */
interface Noted {
  kind: EventKind
  title: string
  note: string
  days?: number
}

/** An event of a single app: a factor on part of its numbers. Days are before today, both included. */
interface Event {
  app: number
  /** The studio's own record; without one, analysts must find the event. */
  known?: Noted
  what: 'cpi' | 'value' | 'organic' | 'organicValue' | 'attribution'
  from: number
  to: number
  factor: number
  /** Days of ramp-up from `from`, or of rise and decline. */
  grows?: number
  fades?: number
  platforms?: readonly Platform[]
  countries?: readonly string[]
}

export const events: readonly Event[] = [
  // An SDK update on iOS loses most attributions for a week: installs seem to halve, and their revenue moves to organic ones.
  {
    app: 101,
    what: 'attribution',
    platforms: ['IOS'],
    from: 76,
    to: 70,
    factor: 0.42,
    known: {
      kind: 'attribution',
      title: 'Attribution SDK broken on iOS',
      note: 'An SDK update lost most attributions: paid installs are counted as organic. CPI and paid ROAS of these install dates are wrong.',
    },
  },
  // Media in the US became more expensive while a new localization kept German users: the quarter's comparison.
  { app: 101, what: 'cpi', countries: ['US'], from: 98, to: 0, factor: 1.3, grows: 75 },
  {
    app: 101,
    what: 'value',
    countries: ['DE', 'AT', 'CH'],
    from: 84,
    to: 0,
    factor: 1.4,
    grows: 50,
    known: {
      kind: 'launch',
      title: 'German localization',
      note: 'Texts and voices, rolled out to half of the users at first.',
      days: 1,
    },
  },
  // A feature in the App Store.
  {
    app: 101,
    what: 'organic',
    platforms: ['IOS'],
    from: 34,
    to: 2,
    factor: 2.6,
    fades: 8,
    known: {
      kind: 'other',
      title: 'Featured in the App Store',
      note: 'Story of the day, then in a list for two weeks.',
      days: 14,
    },
  },
  // The launch, and a crossover with an anime: many organic installs of lower value.
  {
    app: 102,
    what: 'organic',
    from: 320,
    to: 200,
    factor: 6,
    fades: 25,
    known: { kind: 'launch', title: 'Worldwide launch', note: 'With pre-registrations.', days: 1 },
  },
  {
    app: 102,
    what: 'organic',
    countries: ['JP'],
    from: 52,
    to: 12,
    factor: 4.5,
    fades: 10,
    known: {
      kind: 'other',
      title: 'Crossover with an anime',
      note: 'Many fans install by themselves and pay less than other users.',
      days: 28,
    },
  },
  { app: 102, what: 'organicValue', countries: ['JP'], from: 52, to: 12, factor: 0.55, fades: 10 },
  // A more expensive subscription loses few buyers.
  {
    app: 103,
    what: 'value',
    from: 133,
    to: 0,
    factor: 1.09,
    known: {
      kind: 'price',
      title: 'Annual plan EUR 54.99, was 49.99',
      note: 'New subscribers only.',
      days: 1,
    },
  },
  // A rival left the French market.
  { app: 103, what: 'cpi', countries: ['FR', 'BE'], from: 60, to: 0, factor: 0.82, grows: 30 },
]

/** The product of the factors that an app's events put on one of its numbers. */
export function eventFactor(
  app: App,
  what: Event['what'],
  daysAgo: number,
  platform: Platform | null,
  country: string | null,
): number {
  let factor = 1
  for (const event of events) {
    if (event.app !== app.id || event.what !== what || daysAgo > event.from || daysAgo < event.to)
      continue
    const { platforms, countries } = event
    if (platforms !== undefined && (platform === null || !platforms.includes(platform))) continue
    if (countries !== undefined && (country === null || !countries.includes(country))) continue
    factor *= 1 + (event.factor - 1) * strength(event, event.from - daysAgo)
  }
  return factor
}

function strength({ grows, fades }: Event, daysIn: number): number {
  if (grows !== undefined) return Math.min(1, daysIn / grows)
  if (fades !== undefined) return Math.exp(-daysIn / fades)
  return 1
}

import type { DuckDBConnection } from '@duckdb/node-api'
import { loadRows } from '../delivery/load-rows.ts'
import { dateOf, dayOf } from '../model/days.ts'
import { type App, apps } from './apps.ts'
import { featuredCampaigns } from './featured-campaigns.ts'
import { networkNamed } from './networks.ts'

type Kind = 'outage' | 'attribution' | 'flight' | 'launch' | 'holiday' | 'price' | 'other'

interface Happened {
  kind: Kind
  title: string
  /** Days before today, both included. */
  from: number
  to: number
  platform?: string
  network?: string
  campaign?: string
  country?: string
  note?: string
}

/** What happened to an app as a whole, or to a part of it: the same as `events` of `market` do to its numbers. */
const known: Record<number, Happened[]> = {
  101: [
    {
      kind: 'attribution',
      title: 'Attribution SDK broken',
      from: 76,
      to: 70,
      platform: 'IOS',
      note: 'Paid installs were counted as organic.',
    },
    { kind: 'other', title: 'Featured in the App Store', from: 34, to: 2, platform: 'IOS', note: 'Organic installs rose.' },
    { kind: 'price', title: 'Media in the US became more expensive', from: 98, to: 23, country: 'US' },
  ],
  102: [
    { kind: 'launch', title: 'Launch', from: 290, to: 170, note: 'Organic installs rose.' },
    {
      kind: 'other',
      title: 'Crossover with an anime',
      from: 52,
      to: 12,
      country: 'JP',
      note: 'Organic installs rose, and were worth less.',
    },
    { kind: 'launch', title: 'Launch in Korea', from: 64, to: 64, country: 'KR' },
  ],
  103: [{ kind: 'price', title: 'A competitor left the French market', from: 60, to: 30, country: 'FR' }],
}

/** Peak of the year in which the demo's day lies, and of the year before: month and day, first and last. */
const holidays: Record<App['calendar'], { title: string; from: string; days: number }> = {
  games: { title: 'Holiday peak', from: '12-24', days: 10 },
  japan: { title: 'New Year', from: '12-30', days: 7 },
  wellness: { title: 'New Year resolutions', from: '01-01', days: 14 },
}

const firstEventId = 501

/** `events`: what readers of charts would otherwise wonder about. */
export async function loadEvents(connection: DuckDBConnection, today: string): Promise<void> {
  const rows = apps.flatMap(app =>
    [...(known[app.id] ?? []), ...ofCampaigns(app), ...peaks(app, dayOf(today))].map(event => ({ app, ...event })),
  )
  await loadRows(
    connection,
    'events',
    {
      event_id: 'INTEGER',
      app_id: 'INTEGER',
      kind: 'VARCHAR',
      title: 'VARCHAR',
      start_date: 'VARCHAR',
      end_date: 'VARCHAR',
      platform: 'VARCHAR',
      network: 'VARCHAR',
      campaign: 'VARCHAR',
      country: 'VARCHAR',
      note: 'VARCHAR',
    },
    rows.map(({ app, kind, title, from, to, platform = null, network = null, campaign = null, country = null, note = null }, index) => ({
      event_id: firstEventId + index,
      app_id: app.id,
      kind,
      title,
      start_date: dateOf(dayOf(today) - from),
      end_date: from === to ? null : dateOf(dayOf(today) - to),
      platform,
      network,
      campaign,
      country,
      note,
    })),
  )
}

/** Flights of networks that buy on some days only, and campaigns that just began. */
function ofCampaigns(app: App): Happened[] {
  return featuredCampaigns
    .filter(({ appId, from }) => appId === app.id && from !== undefined)
    .flatMap(({ platform, network, name: campaign, from = 0, to = app.lastDaysAgo }): Happened[] => {
      const about = { from, platform, network, campaign }
      if (to > app.lastDaysAgo && (networkNamed(network).flightDays > 1 || from - to < 35))
        return [{ kind: 'flight', title: 'Flight', to, ...about }]
      return /launch|Holiday/.test(campaign) ? [{ kind: 'launch', title: 'Campaign launched', to: from, ...about }] : []
    })
}

function peaks({ calendar, firstDaysAgo, lastDaysAgo }: App, today: number): Happened[] {
  const { title, from, days } = holidays[calendar]
  const year = Number(dateOf(today).slice(0, 4))
  return [year - 1, year]
    .map(of => today - dayOf(`${of}-${from}`))
    .filter(first => first <= firstDaysAgo && first - days + 1 >= lastDaysAgo)
    .map(first => ({ kind: 'holiday', title, from: first, to: first - days + 1 }))
}

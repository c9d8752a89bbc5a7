import type { Format } from './format.ts'

const COLUMNS = {
  install_time: ['Install Time'],
  platform: ['Platform'],
  network: ['Media Source'],
  campaign: ['Campaign'],
  country: ['Country Code'],
  user_id: ['AppsFlyer ID'],
  retargeting: ['Is Retargeting'],
}

/** Organic reports have no media source. */
const ORGANIC = { blank: { network: 'Organic' } } as const

export const appsflyerRaw: Format = {
  installs: { columns: COLUMNS, optional: ['retargeting'], rows: 'installs', ...ORGANIC },
  revenue: {
    columns: {
      ...COLUMNS,
      event_time: ['Event Time'],
      event_name: ['Event Name'],
      revenue: ['Event Revenue USD'],
      currency: [],
    },
    optional: ['retargeting', 'currency', 'event_name'],
    rows: 'events',
    ...ORGANIC,
    currency: 'USD',
  },
}

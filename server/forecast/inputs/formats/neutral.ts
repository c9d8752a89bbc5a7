import type { Format, Role } from './format.ts'

const DIMENSIONS = {
  platform: ['platform'],
  network: ['network'],
  campaign: ['campaign'],
  country: ['country'],
}
const OPTIONAL: readonly Role[] = ['currency']

export const neutral: Format = {
  spend: {
    columns: { date: ['date'], ...DIMENSIONS, spend: ['spend'], currency: ['currency'] },
    optional: OPTIONAL,
  },
  installs: { columns: { install_date: ['install_date'], ...DIMENSIONS, installs: ['installs'] } },
  revenue: {
    columns: {
      install_date: ['install_date'],
      ...DIMENSIONS,
      age: ['age'],
      revenue: ['revenue'],
      revenue_net: ['revenue_net'],
      kind: ['kind'],
      currency: ['currency'],
    },
    optional: [...OPTIONAL, 'revenue_net', 'kind'],
  },
  bids: {
    columns: { date: ['date'], ...DIMENSIONS, live_roas: ['live_roas'] },
    optional: ['country'],
  },
  fx: { columns: { date: ['date'], currency: ['currency'], rate: ['rate'] } },
  events: {
    columns: {
      user_id: ['user_id'],
      install_time: ['install_time'],
      event_time: ['event_time'],
      ...DIMENSIONS,
      revenue: ['revenue'],
      revenue_net: ['revenue_net'],
      kind: ['kind'],
      currency: ['currency'],
      event_id: ['event_id'],
    },
    optional: [...OPTIONAL, 'revenue_net', 'kind', 'event_id'],
    rows: 'events',
  },
}

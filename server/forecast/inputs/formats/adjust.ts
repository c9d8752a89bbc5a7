import type { Format } from './format.ts'

const DIMENSIONS = {
  platform: ['os_name'],
  network: ['channel', 'network', 'partner_name'],
  campaign: ['campaign_network', 'campaign'],
  country: ['country_code', 'country'],
}

export const adjust: Format = {
  spend: {
    columns: { date: ['day'], ...DIMENSIONS, spend: ['cost', 'network_cost'], currency: ['currency_code'] },
    optional: ['currency'],
  },
  installs: { columns: { install_date: ['day'], ...DIMENSIONS, installs: ['installs'] } },
  revenue: {
    columns: { install_date: ['day'], ...DIMENSIONS, age: [], revenue: [], currency: ['currency_code'] },
    optional: ['currency'],
    wide: [
      [
        { name: 'revenue_total_d<n>', kind: 'iap' },
        { name: 'ad_revenue_total_d<n>', kind: 'ad' },
      ],
      [{ name: 'all_revenue_total_d<n>' }],
      [{ name: 'revenue_total_d<n>', kind: 'iap' }],
      [{ name: 'ad_revenue_total_d<n>', kind: 'ad' }],
    ],
    day: 'hours24',
  },
}

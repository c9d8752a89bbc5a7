import type { Format } from './format.ts'

/** `readable_names=true` gives headers in words, such as `OS name` and `Ad spend`; the last names are those whose slug differs from these words. */
const DIMENSIONS = {
  platform: ['os_name', 'platform', 'os', 'store_type', 'app_store'],
  network: ['channel', 'network', 'partner_name', 'partner'],
  campaign: ['campaign_network', 'campaign', 'campaign_name'],
  country: ['country_code', 'country'],
}

export const adjust: Format = {
  spend: {
    columns: {
      date: ['day', 'date'],
      ...DIMENSIONS,
      spend: ['cost', 'network_cost', 'ad_spend', 'ad_spend_network'],
      currency: ['currency_code', 'currency'],
    },
    optional: ['currency'],
  },
  installs: { columns: { install_date: ['day', 'date'], ...DIMENSIONS, installs: ['installs'] } },
  revenue: {
    columns: {
      install_date: ['day', 'date'],
      ...DIMENSIONS,
      age: [],
      revenue: [],
      currency: ['currency_code', 'currency'],
    },
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

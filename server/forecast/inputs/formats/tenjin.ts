import type { Format, Mapping } from './format.ts'

const DIMENSIONS = {
  platform: ['platform'],
  network: ['ad_network_name', 'ad_network', 'network_name', 'network'],
  campaign: ['campaign_name', 'campaign'],
  country: ['country'],
}
const SIGNS = ['days_since_install', 'reported_spend', 'tracked_installs']
const COHORTS = {
  install_date: ['install_date'],
  ...DIMENSIONS,
  age: ['days_since_install'],
  currency: [],
}
/** Every amount is in US cents. */
const CENTS: Partial<Mapping> = {
  divide: 100,
  currency: 'USD',
  optional: ['currency'],
  signs: SIGNS,
}

/** DataVault: `reporting_metrics` and `reporting_cohort_metrics`, joined with the names of campaigns and networks. */
export const tenjin: Format = {
  spend: {
    ...CENTS,
    columns: { date: ['date'], ...DIMENSIONS, spend: ['reported_spend', 'spend'], currency: [] },
  },
  installs: {
    columns: { install_date: ['date'], ...DIMENSIONS, installs: ['tracked_installs'] },
    signs: SIGNS,
  },
  revenue: { ...CENTS, columns: { ...COHORTS, revenue: ['iap_revenue'] }, kind: 'iap' },
}

/** Advertising revenue, in a second column of the same rows. */
export const tenjinAds: Format = {
  revenue: { ...CENTS, columns: { ...COHORTS, revenue: ['publisher_ad_revenue'] }, kind: 'ad' },
}

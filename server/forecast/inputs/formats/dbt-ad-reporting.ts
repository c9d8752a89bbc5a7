import type { Format } from './format.ts'

/** Tables `ad_reporting__*_report` of the dbt package, whose `platform` is the network. */
export const dbtAdReporting: Format = {
  spend: {
    columns: {
      date: ['date_day'],
      platform: [],
      network: ['platform'],
      campaign: ['campaign_name'],
      country: ['country'],
      spend: ['spend'],
      currency: [],
    },
    optional: ['platform', 'country', 'currency'],
    signs: ['source_relation', 'date_day'],
  },
  installs: 'must be of another report: this one has what networks count as conversions',
}

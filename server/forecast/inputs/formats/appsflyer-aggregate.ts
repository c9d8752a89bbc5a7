import type { Format } from './format.ts'

const DIMENSIONS = {
  platform: ['Platform', 'App ID'],
  network: ['Media Source (pid)', 'Media Source'],
  campaign: ['Campaign (c)', 'Campaign'],
  country: ['Country'],
}

export const appsflyerAggregate: Format = {
  spend: {
    columns: { date: ['Date'], ...DIMENSIONS, spend: ['Total Cost'], currency: [] },
    optional: ['country', 'currency'],
  },
  installs: {
    columns: { install_date: ['Date'], ...DIMENSIONS, installs: ['Installs'] },
    optional: ['country'],
  },
  revenue:
    'must be another format: this report has revenue by the day of the event, not by the day of the install',
}

import type { Format } from './format.ts'

const DIMENSIONS = {
  platform: ['os'],
  network: ['source'],
  campaign: ['adn_campaign_name'],
  country: ['country_field'],
}

/** Cohort column names depend on the report, so the config states them: `columns: { revenue: ...<n>... }`. */
export const singular: Format = {
  spend: {
    columns: { date: ['date', 'start_date'], ...DIMENSIONS, spend: ['adn_cost'], currency: [] },
    optional: ['currency'],
  },
  installs: {
    columns: { install_date: ['date', 'start_date'], ...DIMENSIONS, installs: ['adn_installs'] },
  },
  revenue: {
    columns: {
      install_date: ['date', 'start_date'],
      ...DIMENSIONS,
      age: [],
      revenue: [],
      currency: [],
    },
    optional: ['currency'],
    day: 'hours24',
  },
}

import type { Format } from './format.ts'

const DIMENSIONS = { platform: ['os'], network: ['source'], campaign: ['adn_campaign_name'], country: ['country_field'] }

/** Singular's reports by date. What its cohort columns are called hangs on the report: the config names them, `columns: { revenue: ...<n>... }`. */
export const singular: Format = {
  spend: { columns: { date: ['date'], ...DIMENSIONS, spend: ['adn_cost'], currency: [] }, optional: ['currency'] },
  installs: { columns: { install_date: ['date'], ...DIMENSIONS, installs: ['adn_installs'] } },
  revenue: {
    columns: { install_date: ['date'], ...DIMENSIONS, age: [], revenue: [], currency: [] },
    optional: ['currency'],
    day: 'hours24',
  },
}

import type { Format, Mapping } from './format.ts'

const TOUCH = 'last_attributed_touch_data_tilde_'
const DIMENSIONS = {
  platform: ['user_data_os'],
  network: [`${TOUCH}advertising_partner_name`],
  campaign: [`${TOUCH}campaign`],
  country: ['user_data_geo_country_code'],
  user_id: ['user_data_developer_identity', 'user_data_aaid', 'id'],
}
const COMMON: Pick<Mapping, 'blank' | 'signs'> = {
  blank: { network: 'Organic' },
  signs: [`${TOUCH}campaign`],
}

/** Commerce events of log-level exports; times are milliseconds since 1970. Installs without a purchase are in the export `eo_install`. */
export const branch: Format = {
  installs: {
    ...COMMON,
    columns: { install_time: ['timestamp'], ...DIMENSIONS },
    rows: 'installs',
  },
  revenue: {
    ...COMMON,
    columns: {
      install_time: ['install_activity_timestamp'],
      event_time: ['timestamp'],
      ...DIMENSIONS,
      event_id: ['event_data_transaction_id'],
      revenue: ['event_data_revenue_in_usd'],
      currency: [],
    },
    optional: ['currency', 'event_id'],
    rows: 'events',
    currency: 'USD',
  },
}

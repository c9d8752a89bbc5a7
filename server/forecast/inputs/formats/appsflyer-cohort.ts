import type { Format } from './format.ts'

const COLUMNS = {
  install_date: ['conversion_date'],
  platform: ['platform', 'app_id'],
  network: ['media_source'],
  campaign: ['campaign'],
  country: ['geo'],
  retargeting: ['conversion_type'],
}

/**
 * AppsFlyer's cohort reports as Data Locker and what copies it write them: a row per cohort, event and day since the conversion, among other dimensions.
 * Installs are the users of the event that the config's `install_event` names. Versioned reports must contain only the newest version of a day.
 */
export const appsflyerCohort: Format = {
  installs: {
    columns: { ...COLUMNS, event_name: ['event_name'], installs: ['unique_users'] },
    optional: ['retargeting'],
    finer: true,
    installEventOnly: true,
  },
  revenue: {
    columns: { ...COLUMNS, age: ['days_post_attribution'], revenue: ['revenue_usd'], currency: [] },
    optional: ['retargeting', 'currency'],
    finer: true,
    currency: 'USD',
  },
}

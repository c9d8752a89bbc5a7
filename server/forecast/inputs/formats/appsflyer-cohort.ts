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
 * Data Locker and its copies: a row per cohort, event and day since conversion. Installs are users of the config's `install_event`.
 * Versioned reports must contain only a day's newest version.
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

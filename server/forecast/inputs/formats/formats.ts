import { costReports } from './cost-reports.ts'
import type { Format, Mapping } from './format.ts'

const NEUTRAL_DIMENSIONS = {
  platform: ['platform'],
  network: ['network'],
  campaign: ['campaign'],
  country: ['country'],
}
const neutral: Format = {
  spend: {
    columns: { date: ['date'], ...NEUTRAL_DIMENSIONS, spend: ['spend'], currency: ['currency'] },
    optional: ['currency'],
  },
  installs: {
    columns: { install_date: ['install_date'], ...NEUTRAL_DIMENSIONS, installs: ['installs'] },
  },
  revenue: {
    columns: {
      install_date: ['install_date'],
      ...NEUTRAL_DIMENSIONS,
      age: ['age'],
      revenue: ['revenue'],
      revenue_net: ['revenue_net'],
      kind: ['kind'],
      currency: ['currency'],
    },
    optional: ['currency', 'revenue_net', 'kind'],
  },
  bids: {
    columns: { date: ['date'], ...NEUTRAL_DIMENSIONS, live_roas: ['live_roas'] },
    optional: ['country'],
  },
  fx: { columns: { date: ['date'], currency: ['currency'], rate: ['rate'] } },
  events: {
    columns: {
      user_id: ['user_id'],
      install_time: ['install_time'],
      event_time: ['event_time'],
      ...NEUTRAL_DIMENSIONS,
      revenue: ['revenue'],
      revenue_net: ['revenue_net'],
      kind: ['kind'],
      currency: ['currency'],
      event_id: ['event_id'],
    },
    optional: ['currency', 'revenue_net', 'kind', 'event_id'],
    rows: 'events',
  },
}

/** Tables `ad_reporting__*_report` of the dbt package, whose `platform` is the network. */
const dbtAdReporting: Format = {
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

/** Scheduled data exports of transactions. Refunded ones keep their price: omit them with `leave_out: { refunded_at: "*" }`. */
const revenuecat: Format = {
  events: {
    columns: {
      user_id: ['rc_original_app_user_id'],
      install_time: ['first_seen_time'],
      event_time: ['start_time'],
      platform: ['store', 'platform'],
      network: ['network', 'media_source', 'reserved_subscriber_attributes.$mediaSource'],
      campaign: ['campaign', 'reserved_subscriber_attributes.$campaign'],
      country: ['country', 'country_code'],
      revenue: ['price_in_usd', 'price_in_usd_cents'],
      currency: [],
      event_id: ['store_transaction_id'],
    },
    optional: ['network', 'campaign', 'currency', 'event_id'],
    rows: 'events',
    currency: 'USD',
    leaveOut: { is_sandbox: ['true', 't', '1'] },
    signs: ['rc_original_app_user_id'],
  },
}

/** Rows of the BigQuery export, flattened; times are microseconds since 1970. */
const ga4: Format = {
  events: {
    columns: {
      user_id: ['user_pseudo_id'],
      install_time: ['user_first_touch_timestamp'],
      event_time: ['event_timestamp'],
      platform: ['platform'],
      network: ['traffic_source.source', 'traffic_source_source', 'network', 'source'],
      campaign: ['traffic_source.name', 'traffic_source_name', 'campaign'],
      country: ['geo.country', 'geo_country', 'country'],
      revenue: ['event_value_in_usd', 'revenue'],
      event_name: ['event_name'],
      currency: [],
    },
    optional: ['currency', 'event_name', 'network', 'campaign', 'country'],
    rows: 'events',
    signs: ['user_first_touch_timestamp'],
  },
}

const BRANCH_TOUCH = 'last_attributed_touch_data_tilde_'
const BRANCH_DIMENSIONS = {
  platform: ['user_data_os'],
  network: [`${BRANCH_TOUCH}advertising_partner_name`],
  campaign: [`${BRANCH_TOUCH}campaign`],
  country: ['user_data_geo_country_code'],
  user_id: ['user_data_developer_identity', 'user_data_aaid', 'id'],
}
const BRANCH_COMMON: Pick<Mapping, 'blank' | 'signs'> = {
  blank: { network: 'Organic' },
  signs: [`${BRANCH_TOUCH}campaign`],
}

/** Raw reports of installs and of events have the same header. */
const OF_INSTALLS = { named: /install/i }
const OF_EVENTS = { named: /^(?!.*install)/i }

/** Commerce events of log-level exports; times are milliseconds since 1970. Installs without a purchase are in the export `eo_install`. */
const branch: Format = {
  installs: {
    ...BRANCH_COMMON,
    ...OF_INSTALLS,
    columns: { install_time: ['timestamp'], ...BRANCH_DIMENSIONS },
    rows: 'installs',
  },
  revenue: {
    ...BRANCH_COMMON,
    ...OF_EVENTS,
    columns: {
      install_time: ['install_activity_timestamp'],
      event_time: ['timestamp'],
      ...BRANCH_DIMENSIONS,
      event_id: ['event_data_transaction_id'],
      revenue: ['event_data_revenue_in_usd'],
      currency: [],
    },
    optional: ['currency', 'event_id'],
    rows: 'events',
    currency: 'USD',
  },
}

const TENJIN_DIMENSIONS = {
  platform: ['platform'],
  network: ['ad_network_name', 'ad_network', 'network_name', 'network'],
  campaign: ['campaign_name', 'campaign'],
  country: ['country'],
}
const TENJIN_SIGNS = ['days_since_install', 'reported_spend', 'tracked_installs']
const TENJIN_COHORTS = {
  install_date: ['install_date'],
  ...TENJIN_DIMENSIONS,
  age: ['days_since_install'],
  currency: [],
}
/** Every amount is in US cents. */
const TENJIN_CENTS: Partial<Mapping> = {
  divide: 100,
  currency: 'USD',
  optional: ['currency'],
  signs: TENJIN_SIGNS,
}

/** DataVault: `reporting_metrics` and `reporting_cohort_metrics`, joined with the names of campaigns and networks. */
const tenjin: Format = {
  spend: {
    ...TENJIN_CENTS,
    columns: {
      date: ['date'],
      ...TENJIN_DIMENSIONS,
      spend: ['reported_spend', 'spend'],
      currency: [],
    },
  },
  installs: {
    columns: { install_date: ['date'], ...TENJIN_DIMENSIONS, installs: ['tracked_installs'] },
    signs: TENJIN_SIGNS,
  },
  revenue: {
    ...TENJIN_CENTS,
    columns: { ...TENJIN_COHORTS, revenue: ['iap_revenue'] },
    kind: 'iap',
  },
}

/** Advertising revenue, in a second column of the same rows. */
const tenjinAds: Format = {
  revenue: {
    ...TENJIN_CENTS,
    columns: { ...TENJIN_COHORTS, revenue: ['publisher_ad_revenue'] },
    kind: 'ad',
  },
}

/** `readable_names=true` gives headers in words, such as `OS name` and `Ad spend`; the last names are those whose slug differs from these words. */
const ADJUST_DIMENSIONS = {
  platform: ['os_name', 'platform', 'os', 'store_type', 'app_store'],
  network: ['channel', 'network', 'partner_name', 'partner'],
  campaign: ['campaign_network', 'campaign', 'campaign_name'],
  country: ['country_code', 'country'],
}

const adjust: Format = {
  spend: {
    columns: {
      date: ['day', 'date'],
      ...ADJUST_DIMENSIONS,
      spend: ['cost', 'network_cost', 'ad_spend', 'ad_spend_network'],
      currency: ['currency_code', 'currency'],
    },
    optional: ['currency'],
  },
  installs: {
    columns: { install_date: ['day', 'date'], ...ADJUST_DIMENSIONS, installs: ['installs'] },
  },
  revenue: {
    columns: {
      install_date: ['day', 'date'],
      ...ADJUST_DIMENSIONS,
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

const RAW_COLUMNS = {
  install_time: ['Install Time'],
  platform: ['Platform'],
  network: ['Media Source'],
  campaign: ['Campaign'],
  country: ['Country Code'],
  user_id: ['AppsFlyer ID'],
  retargeting: ['Is Retargeting'],
}

/** Organic reports have no media source. */
const RAW_ORGANIC = { blank: { network: 'Organic' } } as const

const appsflyerRaw: Format = {
  installs: {
    columns: RAW_COLUMNS,
    optional: ['retargeting'],
    rows: 'installs',
    ...RAW_ORGANIC,
    ...OF_INSTALLS,
  },
  revenue: {
    columns: {
      ...RAW_COLUMNS,
      event_time: ['Event Time'],
      event_name: ['Event Name'],
      revenue: ['Event Revenue USD'],
      currency: [],
    },
    optional: ['retargeting', 'currency', 'event_name'],
    rows: 'events',
    ...RAW_ORGANIC,
    ...OF_EVENTS,
    kindNamed: [/ad.?rev/i, 'ad'],
    currency: 'USD',
  },
}

const COHORT_COLUMNS = {
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
const appsflyerCohort: Format = {
  installs: {
    columns: { ...COHORT_COLUMNS, event_name: ['event_name'], installs: ['unique_users'] },
    optional: ['retargeting'],
    finer: true,
    installEventOnly: true,
  },
  revenue: {
    columns: {
      ...COHORT_COLUMNS,
      age: ['days_post_attribution'],
      revenue: ['revenue_usd'],
      currency: [],
    },
    optional: ['retargeting', 'currency'],
    finer: true,
    currency: 'USD',
  },
}

const AGGREGATE_DIMENSIONS = {
  platform: ['Platform', 'App ID'],
  network: ['Media Source (pid)', 'Media Source'],
  campaign: ['Campaign (c)', 'Campaign'],
  country: ['Country'],
}

const appsflyerAggregate: Format = {
  spend: {
    columns: { date: ['Date'], ...AGGREGATE_DIMENSIONS, spend: ['Total Cost'], currency: [] },
    optional: ['country', 'currency'],
  },
  installs: {
    columns: { install_date: ['Date'], ...AGGREGATE_DIMENSIONS, installs: ['Installs'] },
    optional: ['country'],
  },
  revenue:
    'must be another format: this report has revenue by the day of the event, not by the day of the install',
}

const SINGULAR_DIMENSIONS = {
  platform: ['os'],
  network: ['source'],
  campaign: ['adn_campaign_name'],
  country: ['country_field'],
}

/** Cohort column names depend on the report, so the config states them: `columns: { revenue: ...<n>... }`. */
const singular: Format = {
  spend: {
    columns: {
      date: ['date', 'start_date'],
      ...SINGULAR_DIMENSIONS,
      spend: ['adn_cost'],
      currency: [],
    },
    optional: ['currency'],
  },
  installs: {
    columns: {
      install_date: ['date', 'start_date'],
      ...SINGULAR_DIMENSIONS,
      installs: ['adn_installs'],
    },
  },
  revenue: {
    columns: {
      install_date: ['date', 'start_date'],
      ...SINGULAR_DIMENSIONS,
      age: [],
      revenue: [],
      currency: [],
    },
    optional: ['currency'],
    day: 'hours24',
  },
}

/** By the config's `format`. */
export const FORMATS: Readonly<Record<string, Format>> = {
  neutral,
  'dbt-ad-reporting': dbtAdReporting,
  revenuecat,
  ga4,
  branch,
  tenjin,
  'tenjin-ads': tenjinAds,
  ...costReports,
  adjust,
  'appsflyer-raw': appsflyerRaw,
  'appsflyer-cohort': appsflyerCohort,
  'appsflyer-aggregate': appsflyerAggregate,
  singular,
}

// Generated from openapi.yaml by `npm run generate`. Do not edit.

import type { Campaign } from './models.ts'
import type { Recommendation } from './models.ts'
import type { Pacing } from './models.ts'
import type { TrackRecord } from './models.ts'
import type { ForecastAccuracy } from './models.ts'
import type { Alert } from './models.ts'
import type { Event } from './models.ts'
import type { Alone, AskedColumn, Excludes, FieldOrder, NotWith, OnlyWith, Requires, ValueOnlyWith } from '../../client/src/shapes.ts'

/** Parameters of `getAppSettings`. */
export interface GetAppSettingsParameters {
  /** An `id` from the app list. */
  appId: number
}

/** Parameters of `listCampaigns`. */
export interface ListCampaignsParameters {
  /** An `id` from the app list. */
  appId: number
  /** Platforms, in lower case. Default: all, those shown as `Unknown` included. */
  platforms?: readonly ('ios' | 'android' | 'web' | 'IOS' | 'ANDROID' | 'WEB')[] | undefined
  /**
   * Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
   * quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
   * made by other generators join the names as they are given.
   */
  networks?: readonly string[] | undefined
  /** Two-letter country codes or `Unknown`: for a campaign in several countries, numbers and dates cover only these. Default: all. */
  countries?: readonly string[] | undefined
  /** A field of a row, ascending, or `-` and a field, descending. Nulls come last, ties in the usual order. Default: `spend` descending. */
  sort?: FieldOrder<Campaign, 'countries'> | undefined
  /** Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
  limit?: number | undefined
  /** Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
  offset?: number | undefined
}

/** Parameters that those of `listCampaigns` require. */
export interface ListCampaignsRules {
  offset: Requires<'limit'>
}

/** Parameters of `getRecommendations`. */
export interface GetRecommendationsParameters {
  /** An `id` from the app list. */
  appId: number
  /** `campaign`: one row per campaign, `GLOBAL` when it spans several countries. `campaign_geo`: one row per country. Default: `campaign`. */
  granularity?: 'campaign' | 'campaign_geo' | undefined
  /** Two-letter country codes or `Unknown`; only with `granularity=campaign_geo`. Default: all. */
  countries?: readonly string[] | undefined
  /** Platforms, in lower case. Default: all, those shown as `Unknown` included. */
  platforms?: readonly ('ios' | 'android' | 'web' | 'IOS' | 'ANDROID' | 'WEB')[] | undefined
  /**
   * Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
   * quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
   * made by other generators join the names as they are given.
   */
  networks?: readonly string[] | undefined
  /**
   * Exact names of campaigns, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
   * quoted field (`"US, Tier 1",Other`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
   * made by other generators join the names as they are given.
   */
  campaigns?: readonly string[] | undefined
  /** Actions. Default: all. `reduce` includes rows without a prediction, whose step is `check_data`. */
  actions?: readonly ('scale' | 'hold' | 'reduce' | 'SCALE' | 'HOLD' | 'REDUCE')[] | undefined
  /** Confidence tiers. Default: all. */
  statuses?: readonly ('high' | 'medium' | 'low' | 'HIGH' | 'MEDIUM' | 'LOW')[] | undefined
  /** Minimum `dailySpend` of a row, a whole amount in the app's currency. */
  minDailySpend?: number | undefined
  /** The latest succeeded run created by the end of this UTC day, none if that is before the first. Default: the latest. */
  asOf?: string | undefined
  /** Adds `previous` and `change` to each row, compared with the run that `asOf` with this date returns. Must not be after the day of the returned run. */
  since?: string | undefined
  /** `true` leaves out rows whose `change` is `none`. Only with `since`. Default: `false`. */
  changed?: boolean | undefined
  /**
   * A field of a row, ascending, or `-` and a field, descending; not `step`, `previous` or `opposedBy`. Nulls come last, ties in the usual order; a field that the rows
   * lack has no effect. `-stepGain`: the steps that gain most first (by the `gain` of the step, else its `gainLow`, else by how far ROAS and bids are from their targets), rows without a direction
   * last. Default: `dailySpend` descending, then `id`.
   */
  sort?: FieldOrder<Recommendation, 'opposedBy' | 'step' | 'previous'> | 'stepGain' | '-stepGain' | undefined
  /** Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
  limit?: number | undefined
  /** Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
  offset?: number | undefined
  /**
   * `true` adds what became of each recommendation: `actualRoas`, `actionInHindsight` and `roasError`. They are null until the cohorts of its bet
   * lookback range have reached the target DSI. Mostly of use with `asOf`.
   * Default: `false`.
   */
  outcome?: boolean | undefined
}

/** Parameters that those of `getRecommendations` require. */
export interface GetRecommendationsRules {
  countries: OnlyWith<'granularity', 'campaign_geo', 'campaign'>
  changed: Requires<'since'>
  offset: Requires<'limit'>
}

/** Parameters of `getBudgetPlan`. */
export interface GetBudgetPlanParameters {
  /** An `id` from the app list. */
  appId: number
  /** What is planned: campaigns (`campaign`), or campaigns per country (`campaign_geo`). Default: `campaign`. */
  granularity?: 'campaign' | 'campaign_geo' | undefined
  /** Goal: this total daily spend of the matching campaigns, in the app's currency. */
  dailyBudget?: number | undefined
  /** Goal: this change of the total daily spend. 0.2 is 20 % more, -0.1 is 10 % less, 0 splits the same total better. */
  budgetChange?: number | undefined
  /** Goal: the most revenue at a blended predicted ROAS of at least this, over campaigns with a predicted ROAS. */
  targetRoas?: number | undefined
  /** Largest change of a campaign's daily spend, as a share of it. 0.2 allows 20 % more or less. Default: `0.2`. */
  maxStep?: number | undefined
  /** `false`: plans without regard to the steps, so that any campaign with evidence may rise or fall. Default: `true`. */
  followSteps?: boolean | undefined
  /** Days over which totals add up spend and revenue. Nothing else depends on it. Default: `7`. */
  horizonDays?: number | undefined
  /** Two-letter country codes or `Unknown`; only with `granularity=campaign_geo`. Default: all. */
  countries?: readonly string[] | undefined
  /** Platforms, in lower case. Default: all, those shown as `Unknown` included. */
  platforms?: readonly ('ios' | 'android' | 'web' | 'IOS' | 'ANDROID' | 'WEB')[] | undefined
  /**
   * Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
   * quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
   * made by other generators join the names as they are given.
   */
  networks?: readonly string[] | undefined
  /**
   * Exact names of campaigns, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
   * quoted field (`"US, Tier 1",Other`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
   * made by other generators join the names as they are given.
   */
  campaigns?: readonly string[] | undefined
}

/** Parameters that those of `getBudgetPlan` require. */
export interface GetBudgetPlanRules {
  dailyBudget: Excludes<'budgetChange'> | Excludes<'targetRoas'>
  budgetChange: Excludes<'dailyBudget'> | Excludes<'targetRoas'>
  targetRoas: Excludes<'dailyBudget'> | Excludes<'budgetChange'>
  countries: OnlyWith<'granularity', 'campaign_geo', 'campaign'>
}

/** Parameters of `getPacing`. */
export interface GetPacingParameters {
  /** An `id` from the app list. */
  appId: number
  /** Month of the budgets. Default: that of the latest install date with data; without one, the current month (UTC). */
  month?: string | undefined
  /** A field of a row, ascending, or `-` and a field, descending. Nulls come last, ties in the usual order. Default: names, budgets for all first. */
  sort?: FieldOrder<Pacing> | undefined
  /** Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
  limit?: number | undefined
  /** Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
  offset?: number | undefined
}

/** Parameters that those of `getPacing` require. */
export interface GetPacingRules {
  offset: Requires<'limit'>
}

/** Parameters of `getTrackRecord`. */
export interface GetTrackRecordParameters {
  /** An `id` from the app list. */
  appId: number
  /** The recommendations: per campaign (`campaign`), or per campaign and country (`campaign_geo`). Default: `campaign`. */
  granularity?: 'campaign' | 'campaign_geo' | undefined
  /** Two-letter country codes or `Unknown`; only with `granularity=campaign_geo`. Default: all. */
  countries?: readonly string[] | undefined
  /** Platforms, in lower case. Default: all, those shown as `Unknown` included. */
  platforms?: readonly ('ios' | 'android' | 'web' | 'IOS' | 'ANDROID' | 'WEB')[] | undefined
  /**
   * Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
   * quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
   * made by other generators join the names as they are given.
   */
  networks?: readonly string[] | undefined
  /**
   * Exact names of campaigns, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
   * quoted field (`"US, Tier 1",Other`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
   * made by other generators join the names as they are given.
   */
  campaigns?: readonly string[] | undefined
  /**
   * First day of creation, UTC. Default: 180 days before the newest run whose latest install date is at least the app's target DSI before that of the
   * latest run; without such a run, 180 days before `endDate`.
   */
  startDate?: string | undefined
  /** Last day of creation, UTC. Default: that of the latest run. */
  endDate?: string | undefined
  /** What to group by: any of `platform`, `network`, `action`, `status` and `size`, or `none` alone. Default: `none`. */
  groupBy?: readonly ('platform' | 'network' | 'action' | 'status' | 'size' | 'none')[] | undefined
  /** Wrong decisions to list in `wrong` of each group. Default: `0`. */
  examples?: number | undefined
  /** A field of a row, ascending, or `-` and a field, descending. Nulls come last, ties in the usual order. Default: names. */
  sort?: FieldOrder<TrackRecord, 'wrong'> | undefined
  /** Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
  limit?: number | undefined
  /** Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
  offset?: number | undefined
}

/** Parameters that those of `getTrackRecord` require. */
export interface GetTrackRecordRules {
  countries: OnlyWith<'granularity', 'campaign_geo', 'campaign'>
  offset: Requires<'limit'>
}

/** Parameters of `getForecastAccuracy`. */
export interface GetForecastAccuracyParameters {
  /** An `id` from the app list. */
  appId: number
  /** The DSI of the forecasts, one of the app's available DSIs. Default: the app's target DSI. */
  dsi?: number | undefined
  /** Cohorts are per period (`app`), per campaign (`campaign`), or per campaign and country (`campaign_geo`). Default: `app`. */
  granularity?: 'app' | 'campaign' | 'campaign_geo' | undefined
  /**
   * Names to group by: any of `platform`, `network`, `campaign` and `country` (at `campaign_geo` only), or `none` alone. Each row is then one
   * age of one group. Names need `granularity` `campaign` or `campaign_geo`, since at `app` a cohort covers all campaigns. Default: `none`.
   */
  groupBy?: readonly ('platform' | 'network' | 'campaign' | 'country' | 'none')[] | undefined
  /** Length of a cohort's period. `daily` is refused by apps that require weekly prediction aggregation. Default: `weekly`. */
  installGrouping?: 'daily' | 'weekly' | 'monthly' | undefined
  /** Default: the app's target ROAS type. */
  roasType?: 'paid' | 'incremental_blended' | 'full_blended' | undefined
  /** Default: the app's target revenue type. */
  revenueType?: 'gross' | 'net' | undefined
  /**
   * First install date, moved back to the start of its period. Default: `dsi` + 90 days before `endDate`, not earlier than supported. The earliest supported one is
   * that of ROAS history.
   */
  startDate?: string | undefined
  /** Last install date. Default, and cap, the latest install date with data. */
  endDate?: string | undefined
  /** Two-letter country codes or `Unknown`; not at `campaign`. At `app` each cohort covers only these countries. */
  countries?: readonly string[] | undefined
  /** Platforms, in lower case. Default: all, those shown as `Unknown` included. */
  platforms?: readonly ('ios' | 'android' | 'web' | 'IOS' | 'ANDROID' | 'WEB')[] | undefined
  /**
   * Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
   * quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
   * made by other generators join the names as they are given.
   */
  networks?: readonly string[] | undefined
  /**
   * Exact names of campaigns, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
   * quoted field (`"US, Tier 1",Other`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
   * made by other generators join the names as they are given.
   */
  campaigns?: readonly string[] | undefined
  /** A field of a row, ascending, or `-` and a field, descending. Nulls come last, ties in the usual order. Default: names, then age. */
  sort?: FieldOrder<ForecastAccuracy> | undefined
  /** Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
  limit?: number | undefined
  /** Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
  offset?: number | undefined
}

/** Parameters that those of `getForecastAccuracy` require. */
export interface GetForecastAccuracyRules {
  groupBy: ValueOnlyWith<'platform', 'granularity', 'campaign' | 'campaign_geo', 'app'> | ValueOnlyWith<'network', 'granularity', 'campaign' | 'campaign_geo', 'app'> | ValueOnlyWith<'campaign', 'granularity', 'campaign' | 'campaign_geo', 'app'> | ValueOnlyWith<'country', 'granularity', 'campaign_geo', 'app'> | Alone<'none'>
  countries: OnlyWith<'granularity', 'app' | 'campaign_geo', 'app'>
  offset: Requires<'limit'>
}

/** Parameters of `getReport`. */
export interface GetReportParameters {
  /** An `id` from the app list. */
  appId: number
  /** `campaign`: one row per cohort and campaign. `campaign_geo`: also split by country. */
  granularity: 'campaign' | 'campaign_geo'
  /**
   * Columns to group by: any of `platform`, `network`, `campaign` and `country` (at `campaign_geo` only), or `none` alone for one row per
   * cohort. Columns not listed are absent. Default: those of `granularity`.
   */
  groupBy?: readonly ('platform' | 'network' | 'campaign' | 'country' | 'none')[] | undefined
  /**
   * Length of an install cohort; `total`: one cohort for the whole range. Default: `weekly` for apps that require weekly prediction
   * aggregation (which refuse `daily`),
   * otherwise `daily`.
   */
  installGrouping?: 'daily' | 'weekly' | 'monthly' | 'total' | undefined
  /** Metrics, one or more columns each. Default: `ltv`. */
  metrics?: readonly ('spend' | 'installs' | 'cpi' | 'revenue' | 'ltv' | 'roas' | 'profit' | 'organic_installs' | 'payback')[] | undefined
  /** ROAS types of all columns but spend and organic installs. Default: `paid`. */
  roasTypes?: readonly ('paid' | 'incremental_blended' | 'full_blended')[] | undefined
  /** Revenue types of the revenue, LTV, ROAS, profit and payback columns. Default: `gross`. */
  revenueTypes?: readonly ('gross' | 'net')[] | undefined
  /**
   * DSIs of the revenue, LTV, ROAS and profit columns, from the app's available DSIs; checked only when the metrics include `revenue`, `ltv`,
   * `roas` or `profit`. Default: those of 7 and 365 that the app has, otherwise its target DSI.
   */
  dsiValues?: readonly number[] | undefined
  /**
   * First install date. Default: 30 days before `endDate`, not earlier than supported. The earliest supported one is 455 days
   * before today (UTC).
   */
  startDate?: string | undefined
  /** Last install date. Default, and cap, the latest install date with data. */
  endDate?: string | undefined
  /** Two-letter country codes or `Unknown`; only with `granularity=campaign_geo`. Default: all. */
  countries?: readonly string[] | undefined
  /** Platforms, in lower case. Default: all, those shown as `Unknown` included. */
  platforms?: readonly ('ios' | 'android' | 'web' | 'IOS' | 'ANDROID' | 'WEB')[] | undefined
  /**
   * Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
   * quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
   * made by other generators join the names as they are given.
   */
  networks?: readonly string[] | undefined
  /**
   * Exact names of campaigns, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
   * quoted field (`"US, Tier 1",Other`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
   * made by other generators join the names as they are given.
   */
  campaigns?: readonly string[] | undefined
  /** File format, which sets the media type: `application/octet-stream` or `text/csv`. `Accept` is ignored. Default: `parquet`. */
  format?: 'parquet' | 'csv' | undefined
  /**
   * `true` prefixes text cells that start with `=`, `+`, `-`, `@`, one of these in full width (`＝`, `＋`, `－`, `＠`), tab, CR or LF with `'`, for
   * people who open the file in a spreadsheet. Such names no longer match filters. Only with `format=csv`.
   * Default: `false`.
   */
  csvSafe?: boolean | undefined
  /**
   * `true` starts the file with a UTF-8 byte order mark, so that Excel reads it as UTF-8 when opened by double click. Only with `format=csv`.
   * Default: `false`.
   */
  csvBom?: boolean | undefined
  /**
   * `true` appends, as the last columns, `period_days` (install dates of the row's period that lie in the range) and, if a metric with DSIs
   * is requested, `actual_share_d<n>` per DSI: the share of those days, 0 to 1, whose install date + n is not after the latest install date
   * with data. It says how much of the cell is actual rather than forecast. With `compare` each is followed by `<column>_before`.
   * Default: `false`.
   */
  maturity?: boolean | undefined
  /**
   * `true`: if revenue at a DSI is known for only some cohorts of a row, its revenue, LTV and ROAS cover those, in numerator and denominator
   * alike, instead of being null. The last columns, `covered_share_d<n>` per DSI, give their share of the row's spend (of its full blended
   * installs if nothing was spent), 0 to 1; with `compare` each is followed by `<column>_before`.
   * Default: `false`.
   */
  partial?: boolean | undefined
  /**
   * Compares with an earlier or other range of install dates: `previous` (as many days, immediately before), `previous_month` (the same days
   * one month earlier, clamped to that month), `previous_year` (364 days earlier, so that weekdays match), or `YYYY-MM-DD..YYYY-MM-DD`, whose
   * end is capped as `endDate`. The range must not begin before the earliest `startDate` supported. Only with `installGrouping=total`.
   */
  compare?: 'previous' | 'previous_month' | 'previous_year' | `${string}..${string}` | undefined
  /**
   * `true` adds to each ratio column (CPI, LTV, ROAS) `<column>_mix` and `<column>_rate`, the group's contributions to the change of the
   * total's ratio. Only with `compare`, and not with `groupBy=none`.
   * Default: `false`.
   */
  explain?: boolean | undefined
  /**
   * `true` appends the target ROAS as the last column, `target_roas_<type>_<revenue>_d<n>`, named by the app's target types and target DSI: that of
   * the run's recommendation of the row's campaign (at `campaign_geo`: of its campaign and country), weighted by the row's spend if it sums up
   * several. Null if none of the row's spend has a target above 0.
   * Default: `false`.
   */
  targets?: boolean | undefined
  /** Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
  limit?: number | undefined
  /** Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
  offset?: number | undefined
  /** A column of the answer, ascending, or `-` and a column, descending. Nulls come last, ties in the order of `install_cohort`. Not together with `order`. */
  sort?: string | undefined
  /**
   * `install_cohort`: ascending by install_cohort, platform, network, campaign, country, in byte order. `newest`: install_cohort descending, spend descending,
   * then platform, network, campaign, country ascending.
   * Default: `install_cohort`.
   */
  order?: 'install_cohort' | 'newest' | undefined
}

/** Parameters that those of `getReport` require. */
export interface GetReportRules {
  groupBy: ValueOnlyWith<'country', 'granularity', 'campaign_geo'> | Alone<'none'>
  countries: OnlyWith<'granularity', 'campaign_geo'>
  compare: OnlyWith<'installGrouping', 'total'>
  explain: NotWith<'groupBy', 'none'> | Requires<'compare'>
  offset: Requires<'limit'>
  sort: Excludes<'order'> | AskedColumn
}

/** Parameters of `getRoasHistory`. */
export interface GetRoasHistoryParameters {
  /** An `id` from the app list. */
  appId: number
  /**
   * `app`: one row per cohort over all campaigns. `campaign`, `campaign_geo`: only campaigns and campaign-geos of the latest succeeded
   * recommendation run.
   */
  granularity: 'app' | 'campaign' | 'campaign_geo'
  /** The DSI that every `roas_age_N` column reports, one of the app's available DSIs. Default: the app's target DSI. */
  dsi?: number | undefined
  /** Length of an install cohort. `daily` is refused by apps that require weekly prediction aggregation. Default: `weekly`. */
  installGrouping?: 'daily' | 'weekly' | 'monthly' | undefined
  /** Default: the app's target ROAS type. */
  roasType?: 'paid' | 'incremental_blended' | 'full_blended' | undefined
  /** Default: the app's target revenue type. */
  revenueType?: 'gross' | 'net' | undefined
  /**
   * First install date. Default: 90 days before `endDate`, not earlier than supported. The earliest supported one is the app's first install date with
   * data, at most 455 days before the latest.
   */
  startDate?: string | undefined
  /** Last install date. Default, and cap, the latest install date with data. */
  endDate?: string | undefined
  /** Two-letter country codes or `Unknown`. At `app` each row covers only these countries; at `campaign_geo` only their rows are returned. */
  countries?: readonly string[] | undefined
  /** Platforms, in lower case. Default: all, those shown as `Unknown` included. */
  platforms?: readonly ('ios' | 'android' | 'web' | 'IOS' | 'ANDROID' | 'WEB')[] | undefined
  /**
   * Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
   * quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
   * made by other generators join the names as they are given.
   */
  networks?: readonly string[] | undefined
  /**
   * Exact names of campaigns, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
   * quoted field (`"US, Tier 1",Other`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
   * made by other generators join the names as they are given.
   */
  campaigns?: readonly string[] | undefined
  /** File format, which sets the media type: `application/octet-stream` or `text/csv`. `Accept` is ignored. Default: `parquet`. */
  format?: 'parquet' | 'csv' | undefined
  /**
   * `true` prefixes text cells that start with `=`, `+`, `-`, `@`, one of these in full width (`＝`, `＋`, `－`, `＠`), tab, CR or LF with `'`, for
   * people who open the file in a spreadsheet. Such names no longer match filters. Only with `format=csv`.
   * Default: `false`.
   */
  csvSafe?: boolean | undefined
  /**
   * `true` starts the file with a UTF-8 byte order mark, so that Excel reads it as UTF-8 when opened by double click. Only with `format=csv`.
   * Default: `false`.
   */
  csvBom?: boolean | undefined
  /** Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
  limit?: number | undefined
  /** Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
  offset?: number | undefined
  /**
   * A column of the answer, ascending, or `-` and a column, descending. Nulls come last, ties in the usual order. Any age is accepted up to that
   * of the first period of the range at the latest run; an age that the file lacks has no effect.
   */
  sort?: string | undefined
}

/** Parameters that those of `getRoasHistory` require. */
export interface GetRoasHistoryRules {
  countries: OnlyWith<'granularity', 'app' | 'campaign_geo'>
  offset: Requires<'limit'>
}

/** Parameters of `getAlerts`. */
export interface GetAlertsParameters {
  /** An `id` from the app list. */
  appId: number
  /** Groups of alerts. Default: both. */
  alertGroups?: readonly ('bids' | 'analytics' | 'BIDS' | 'ANALYTICS')[] | undefined
  /**
   * Two-letter country codes, `Unknown`, or `GLOBAL`. A code matches the alert's displayed `country`; `GLOBAL` matches alerts shown as
   * `GLOBAL` and all analytics alerts. For everything that affects the US, pass `US,GLOBAL`.
   */
  countries?: readonly string[] | undefined
  /** Platforms, in lower case. Default: all, those shown as `Unknown` included. */
  platforms?: readonly ('ios' | 'android' | 'web' | 'IOS' | 'ANDROID' | 'WEB')[] | undefined
  /**
   * Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
   * quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
   * made by other generators join the names as they are given.
   */
  networks?: readonly string[] | undefined
  /**
   * Exact names of campaigns, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
   * quoted field (`"US, Tier 1",Other`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
   * made by other generators join the names as they are given.
   */
  campaigns?: readonly string[] | undefined
  /** First day of creation, UTC. Default: only the latest alert run is returned. */
  startDate?: string | undefined
  /** Last day of creation, UTC; needs `startDate`. Default: today in UTC. */
  endDate?: string | undefined
  /**
   * `true`: returns only the latest of the alerts with the same alertGroup, title, platform, network, campaign and country, with `firstSeen`,
   * `lastSeen`, `timesSeen` and `inLatestRun`.
   * Only with `startDate`.
   * Default: `false`.
   */
  distinct?: boolean | undefined
  /**
   * A field of an alert, ascending, or `-` and a field, descending; not `step`. Nulls come last, ties in the usual order; a field that the rows lack has no
   * effect. `-stepGain`: alerts whose campaign's step gains most first, as in `GET /v1/recommendations`; those without a step that has a direction come last. Default: newest run first,
   * `dailySpend` descending, then `id`.
   */
  sort?: FieldOrder<Alert, 'step'> | 'stepGain' | '-stepGain' | undefined
  /** Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
  limit?: number | undefined
  /** Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
  offset?: number | undefined
}

/** Parameters that those of `getAlerts` require. */
export interface GetAlertsRules {
  endDate: Requires<'startDate'>
  distinct: Requires<'startDate'>
  offset: Requires<'limit'>
}

/** Parameters of `listEvents`. */
export interface ListEventsParameters {
  /** An `id` from the app list. */
  appId: number
  /** Only events that end on this day or later. Default: all. */
  startDate?: string | undefined
  /** Only events that start on this day or earlier. Default: all. */
  endDate?: string | undefined
  /** Two-letter country codes or `Unknown`. Default: all. */
  countries?: readonly string[] | undefined
  /** Platforms, in lower case. Default: all, those shown as `Unknown` included. */
  platforms?: readonly ('ios' | 'android' | 'web' | 'IOS' | 'ANDROID' | 'WEB')[] | undefined
  /**
   * Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
   * quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
   * made by other generators join the names as they are given.
   */
  networks?: readonly string[] | undefined
  /**
   * Exact names of campaigns, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
   * quoted field (`"US, Tier 1",Other`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
   * made by other generators join the names as they are given.
   */
  campaigns?: readonly string[] | undefined
  /** A field of a row, ascending, or `-` and a field, descending. Nulls come last, ties in the usual order. Default: `startDate`. */
  sort?: FieldOrder<Event> | undefined
  /** Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
  limit?: number | undefined
  /** Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
  offset?: number | undefined
}

/** Parameters that those of `listEvents` require. */
export interface ListEventsRules {
  offset: Requires<'limit'>
}

/** Parameters that those of a type require. */
export type RulesOf<Parameters> = [keyof Parameters, keyof ListCampaignsParameters] extends [keyof ListCampaignsParameters, keyof Parameters]
  ? ListCampaignsRules
  : [keyof Parameters, keyof GetRecommendationsParameters] extends [keyof GetRecommendationsParameters, keyof Parameters]
  ? GetRecommendationsRules
  : [keyof Parameters, keyof GetBudgetPlanParameters] extends [keyof GetBudgetPlanParameters, keyof Parameters]
  ? GetBudgetPlanRules
  : [keyof Parameters, keyof GetPacingParameters] extends [keyof GetPacingParameters, keyof Parameters]
  ? GetPacingRules
  : [keyof Parameters, keyof GetTrackRecordParameters] extends [keyof GetTrackRecordParameters, keyof Parameters]
  ? GetTrackRecordRules
  : [keyof Parameters, keyof GetForecastAccuracyParameters] extends [keyof GetForecastAccuracyParameters, keyof Parameters]
  ? GetForecastAccuracyRules
  : [keyof Parameters, keyof GetReportParameters] extends [keyof GetReportParameters, keyof Parameters]
  ? GetReportRules
  : [keyof Parameters, keyof GetRoasHistoryParameters] extends [keyof GetRoasHistoryParameters, keyof Parameters]
  ? GetRoasHistoryRules
  : [keyof Parameters, keyof GetAlertsParameters] extends [keyof GetAlertsParameters, keyof Parameters]
  ? GetAlertsRules
  : [keyof Parameters, keyof ListEventsParameters] extends [keyof ListEventsParameters, keyof Parameters]
  ? ListEventsRules
  : unknown

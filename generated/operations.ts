// Generated from openapi.yaml by `npm run generate`. Do not edit.

import type { operations as contract } from './types.ts'

/** Typed parameters of each operation, defaults applied. */
export interface Requests {
  /** List the company's live apps */
  listApps: {
    query: Record<string, never>
    path: Record<string, never>
  }
  /** Get an overview of all apps */
  getOverview: {
    query: Record<string, never>
    path: Record<string, never>
  }
  /** Get an app's settings */
  getAppSettings: {
    query: {
      /** An `id` from the app list. */
      appId: number
    }
    path: Record<string, never>
  }
  /** List the app's campaigns */
  listCampaigns: {
    query: {
      /** An `id` from the app list. */
      appId: number
      /** Platforms, in lower case. Default: all, those shown as `Unknown` included. */
      platforms?: readonly ('ios' | 'android' | 'web')[]
      /**
       * Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
       * quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
       * made by other generators join the names as they are given.
       */
      networks?: readonly string[]
      /** Two-letter country codes or `Unknown`: for a campaign in several countries, numbers and dates cover only these. Default: all. */
      countries?: readonly string[]
      /** A field of a row, ascending, or `-` and a field, descending. Nulls come last, ties in the usual order. Default: `spend` descending. */
      sort?: string
      /** Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
      limit?: number
      /** Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
      offset?: number
    }
    path: Record<string, never>
  }
  /** Get the latest spend recommendations */
  getRecommendations: {
    query: {
      /** An `id` from the app list. */
      appId: number
      /** `campaign`: one row per campaign, `GLOBAL` when it spans several countries. `campaign_geo`: one row per country. */
      granularity: 'campaign' | 'campaign_geo'
      /** Two-letter country codes or `Unknown`; only with `granularity=campaign_geo`. Default: all. */
      countries?: readonly string[]
      /** Platforms, in lower case. Default: all, those shown as `Unknown` included. */
      platforms?: readonly ('ios' | 'android' | 'web')[]
      /**
       * Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
       * quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
       * made by other generators join the names as they are given.
       */
      networks?: readonly string[]
      /**
       * Exact names of campaigns, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
       * quoted field (`"US, Tier 1",Other`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
       * made by other generators join the names as they are given.
       */
      campaigns?: readonly string[]
      /** Actions. Default: all. `reduce` includes rows without a prediction, whose step is `check_data`. */
      actions?: readonly ('scale' | 'hold' | 'reduce')[]
      /** Confidence tiers. Default: all. */
      statuses?: readonly ('high' | 'medium' | 'low')[]
      /** Minimum `dailySpend` of a row, a whole amount in the app's currency. */
      minDailySpend?: number
      /** The latest succeeded run created by the end of this UTC day, none if that is before the first. Default: the latest. */
      asOf?: string
      /** Adds `previous` and `change` to each row, compared with the run that `asOf` with this date returns. Must not be after the day of the returned run. */
      since?: string
      /** `true` leaves out rows whose `change` is `none`. Only with `since`. */
      changed: boolean
      /**
       * A field of a row, ascending, or `-` and a field, descending; not `step`, `previous` or `opposedBy`. Nulls come last, ties in the usual order; a field that the rows
       * lack has no effect. `-stepGain`: the steps that gain most first (by the `gain` of the step, else its `gainLow`, else by how far ROAS and bids are from their targets), rows without a direction
       * last. Default: `dailySpend` descending, then `id`.
       */
      sort?: string
      /** Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
      limit?: number
      /** Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
      offset?: number
      /**
       * `true` adds what became of each recommendation: `actualRoas`, `actionInHindsight` and `roasError`. They are null until the cohorts of its bet
       * lookback range have reached the target DSI. Mostly of use with `asOf`.
       */
      outcome: boolean
    }
    path: Record<string, never>
  }
  /** Plan daily spend per campaign */
  getBudgetPlan: {
    query: {
      /** An `id` from the app list. */
      appId: number
      /** What is planned: campaigns (`campaign`), or campaigns per country (`campaign_geo`). */
      granularity: 'campaign' | 'campaign_geo'
      /** Goal: this total daily spend of the matching campaigns, in the app's currency. */
      dailyBudget?: number
      /** Goal: this change of the total daily spend. 0.2 is 20 % more, -0.1 is 10 % less, 0 splits the same total better. */
      budgetChange?: number
      /** Goal: the most revenue at a blended predicted ROAS of at least this, over campaigns with a predicted ROAS. */
      targetRoas?: number
      /** Largest change of a campaign's daily spend, as a share of it. 0.2 allows 20 % more or less. */
      maxStep: number
      /** `false`: plans without regard to the steps, so that any campaign with evidence may rise or fall. */
      followSteps: boolean
      /** Days over which totals add up spend and revenue. Nothing else depends on it. */
      horizonDays: number
      /** Two-letter country codes or `Unknown`; only with `granularity=campaign_geo`. Default: all. */
      countries?: readonly string[]
      /** Platforms, in lower case. Default: all, those shown as `Unknown` included. */
      platforms?: readonly ('ios' | 'android' | 'web')[]
      /**
       * Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
       * quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
       * made by other generators join the names as they are given.
       */
      networks?: readonly string[]
      /**
       * Exact names of campaigns, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
       * quoted field (`"US, Tier 1",Other`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
       * made by other generators join the names as they are given.
       */
      campaigns?: readonly string[]
    }
    path: Record<string, never>
  }
  /** Compare spend with budgets */
  getPacing: {
    query: {
      /** An `id` from the app list. */
      appId: number
      /** Month of the budgets. Default: that of the latest install date with data; without one, the current month (UTC). */
      month?: string
      /** A field of a row, ascending, or `-` and a field, descending. Nulls come last, ties in the usual order. Default: names, budgets for all first. */
      sort?: string
      /** Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
      limit?: number
      /** Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
      offset?: number
    }
    path: Record<string, never>
  }
  /** Measure how often recommendations were right */
  getTrackRecord: {
    query: {
      /** An `id` from the app list. */
      appId: number
      /** The recommendations: per campaign (`campaign`), or per campaign and country (`campaign_geo`). */
      granularity: 'campaign' | 'campaign_geo'
      /** Two-letter country codes or `Unknown`; only with `granularity=campaign_geo`. Default: all. */
      countries?: readonly string[]
      /** Platforms, in lower case. Default: all, those shown as `Unknown` included. */
      platforms?: readonly ('ios' | 'android' | 'web')[]
      /**
       * Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
       * quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
       * made by other generators join the names as they are given.
       */
      networks?: readonly string[]
      /**
       * Exact names of campaigns, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
       * quoted field (`"US, Tier 1",Other`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
       * made by other generators join the names as they are given.
       */
      campaigns?: readonly string[]
      /**
       * First day of creation, UTC. Default: 180 days before the newest run whose latest install date is at least the app's target DSI before that of the
       * latest run; without such a run, 180 days before `endDate`.
       */
      startDate?: string
      /** Last day of creation, UTC. Default: that of the latest run. */
      endDate?: string
      /** What to group by: any of `platform`, `network`, `action`, `status` and `size`, or `none` alone. */
      groupBy: readonly ('platform' | 'network' | 'action' | 'status' | 'size' | 'none')[]
      /** Wrong decisions to list in `wrong` of each group. */
      examples: number
      /** A field of a row, ascending, or `-` and a field, descending. Nulls come last, ties in the usual order. Default: names. */
      sort?: string
      /** Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
      limit?: number
      /** Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
      offset?: number
    }
    path: Record<string, never>
  }
  /** Measure forecast accuracy */
  getForecastAccuracy: {
    query: {
      /** An `id` from the app list. */
      appId: number
      /** The DSI of the forecasts, one of the app's available DSIs. Default: the app's target DSI. */
      dsi?: number
      /** Cohorts are per period (`app`), per campaign (`campaign`), or per campaign and country (`campaign_geo`). */
      granularity: 'app' | 'campaign' | 'campaign_geo'
      /**
       * Names to group by: any of `platform`, `network`, `campaign` and `country` (at `campaign_geo` only), or `none` alone. Each row is then one
       * age of one group. Names need `granularity` `campaign` or `campaign_geo`, since at `app` a cohort covers all campaigns. Default: `none`.
       */
      groupBy?: readonly ('platform' | 'network' | 'campaign' | 'country' | 'none')[]
      /** Length of a cohort's period. `daily` is refused by apps that require weekly prediction aggregation. */
      installGrouping: 'daily' | 'weekly' | 'monthly'
      /** Default: the app's target ROAS type. */
      roasType?: 'paid' | 'incremental_blended' | 'full_blended'
      /** Default: the app's target revenue type. */
      revenueType?: 'gross' | 'net'
      /**
       * First install date, moved back to the start of its period. Default: `dsi` + 90 days before `endDate`, not earlier than supported. The earliest supported one is
       * that of ROAS history.
       */
      startDate?: string
      /** Last install date. Default, and cap, the latest install date with data. */
      endDate?: string
      /** Two-letter country codes or `Unknown`; not at `campaign`. At `app` each cohort covers only these countries. */
      countries?: readonly string[]
      /** Platforms, in lower case. Default: all, those shown as `Unknown` included. */
      platforms?: readonly ('ios' | 'android' | 'web')[]
      /**
       * Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
       * quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
       * made by other generators join the names as they are given.
       */
      networks?: readonly string[]
      /**
       * Exact names of campaigns, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
       * quoted field (`"US, Tier 1",Other`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
       * made by other generators join the names as they are given.
       */
      campaigns?: readonly string[]
      /** A field of a row, ascending, or `-` and a field, descending. Nulls come last, ties in the usual order. Default: names, then age. */
      sort?: string
      /** Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
      limit?: number
      /** Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
      offset?: number
    }
    path: Record<string, never>
  }
  /** Download a cohort report */
  getReport: {
    query: {
      /** An `id` from the app list. */
      appId: number
      /** `campaign`: one row per cohort and campaign. `campaign_geo`: also split by country. */
      granularity: 'campaign' | 'campaign_geo'
      /**
       * Columns to group by: any of `platform`, `network`, `campaign` and `country` (at `campaign_geo` only), or `none` alone for one row per
       * cohort. Columns not listed are absent. Default: those of `granularity`.
       */
      groupBy?: readonly ('platform' | 'network' | 'campaign' | 'country' | 'none')[]
      /**
       * Length of an install cohort; `total`: one cohort for the whole range. Default: `weekly` for apps that require weekly prediction
       * aggregation (which refuse `daily`),
       * otherwise `daily`.
       */
      installGrouping?: 'daily' | 'weekly' | 'monthly' | 'total'
      /** Metrics, one or more columns each. */
      metrics: readonly ('spend' | 'installs' | 'cpi' | 'revenue' | 'ltv' | 'roas' | 'profit' | 'organic_installs' | 'payback')[]
      /** ROAS types of all columns but spend and organic installs. */
      roasTypes: readonly ('paid' | 'incremental_blended' | 'full_blended')[]
      /** Revenue types of the revenue, LTV, ROAS, profit and payback columns. */
      revenueTypes: readonly ('gross' | 'net')[]
      /**
       * DSIs of the revenue, LTV, ROAS and profit columns, from the app's available DSIs; checked only when the metrics include `revenue`, `ltv`,
       * `roas` or `profit`. Default: those of 7 and 365 that the app has, otherwise its target DSI.
       */
      dsiValues?: readonly number[]
      /**
       * First install date. Default: 30 days before `endDate`, not earlier than supported. The earliest supported one is 455 days
       * before today (UTC).
       */
      startDate?: string
      /** Last install date. Default, and cap, the latest install date with data. */
      endDate?: string
      /** Two-letter country codes or `Unknown`; only with `granularity=campaign_geo`. Default: all. */
      countries?: readonly string[]
      /** Platforms, in lower case. Default: all, those shown as `Unknown` included. */
      platforms?: readonly ('ios' | 'android' | 'web')[]
      /**
       * Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
       * quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
       * made by other generators join the names as they are given.
       */
      networks?: readonly string[]
      /**
       * Exact names of campaigns, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
       * quoted field (`"US, Tier 1",Other`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
       * made by other generators join the names as they are given.
       */
      campaigns?: readonly string[]
      /** File format, which sets the media type: `application/octet-stream` or `text/csv`. `Accept` is ignored. */
      format: 'parquet' | 'csv'
      /**
       * `true` prefixes text cells that start with `=`, `+`, `-`, `@`, one of these in full width (`＝`, `＋`, `－`, `＠`), tab, CR or LF with `'`, for
       * people who open the file in a spreadsheet. Such names no longer match filters. Only with `format=csv`.
       */
      csvSafe: boolean
      /** `true` starts the file with a UTF-8 byte order mark, so that Excel reads it as UTF-8 when opened by double click. Only with `format=csv`. */
      csvBom: boolean
      /**
       * `true` appends, as the last columns, `period_days` (install dates of the row's period that lie in the range) and, if a metric with DSIs
       * is requested, `actual_share_d<n>` per DSI: the share of those days, 0 to 1, whose install date + n is not after the latest install date
       * with data. It says how much of the cell is actual rather than forecast. With `compare` each is followed by `<column>_before`.
       */
      maturity: boolean
      /**
       * `true`: if revenue at a DSI is known for only some cohorts of a row, its revenue, LTV and ROAS cover those, in numerator and denominator
       * alike, instead of being null. The last columns, `covered_share_d<n>` per DSI, give their share of the row's spend (of its full blended
       * installs if nothing was spent), 0 to 1; with `compare` each is followed by `<column>_before`.
       */
      partial: boolean
      /**
       * Compares with an earlier or other range of install dates: `previous` (as many days, immediately before), `previous_month` (the same days
       * one month earlier, clamped to that month), `previous_year` (364 days earlier, so that weekdays match), or `YYYY-MM-DD..YYYY-MM-DD`, whose
       * end is capped as `endDate`. The range must not begin before the earliest `startDate` supported. Only with `installGrouping=total`.
       */
      compare?: string
      /**
       * `true` adds to each ratio column (CPI, LTV, ROAS) `<column>_mix` and `<column>_rate`, the group's contributions to the change of the
       * total's ratio. Only with `compare`, and not with `groupBy=none`.
       */
      explain: boolean
      /**
       * `true` appends the target ROAS as the last column, `target_roas_<type>_<revenue>_d<n>`, named by the app's target types and target DSI: that of
       * the run's recommendation of the row's campaign (at `campaign_geo`: of its campaign and country), weighted by the row's spend if it sums up
       * several. Null if none of the row's spend has a target above 0.
       */
      targets: boolean
      /** Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
      limit?: number
      /** Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
      offset?: number
      /** A column of the answer, ascending, or `-` and a column, descending. Nulls come last, ties in the order of `install_cohort`. Not together with `order`. */
      sort?: string
      /**
       * `install_cohort`: ascending by install_cohort, platform, network, campaign, country, in byte order. `newest`: install_cohort descending, spend descending,
       * then platform, network, campaign, country ascending.
       */
      order: 'install_cohort' | 'newest'
    }
    path: Record<string, never>
  }
  /** Download each cohort's ROAS at each age */
  getRoasHistory: {
    query: {
      /** An `id` from the app list. */
      appId: number
      /**
       * `app`: one row per cohort over all campaigns. `campaign`, `campaign_geo`: only campaigns and campaign-geos of the latest succeeded
       * recommendation run.
       */
      granularity: 'app' | 'campaign' | 'campaign_geo'
      /** The DSI that every `roas_age_N` column reports, one of the app's available DSIs. Default: the app's target DSI. */
      dsi?: number
      /** Length of an install cohort. `daily` is refused by apps that require weekly prediction aggregation. */
      installGrouping: 'daily' | 'weekly' | 'monthly'
      /** Default: the app's target ROAS type. */
      roasType?: 'paid' | 'incremental_blended' | 'full_blended'
      /** Default: the app's target revenue type. */
      revenueType?: 'gross' | 'net'
      /**
       * First install date. Default: 90 days before `endDate`, not earlier than supported. The earliest supported one is the app's first install date with
       * data, at most 455 days before the latest.
       */
      startDate?: string
      /** Last install date. Default, and cap, the latest install date with data. */
      endDate?: string
      /** Two-letter country codes or `Unknown`. At `app` each row covers only these countries; at `campaign_geo` only their rows are returned. */
      countries?: readonly string[]
      /** Platforms, in lower case. Default: all, those shown as `Unknown` included. */
      platforms?: readonly ('ios' | 'android' | 'web')[]
      /**
       * Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
       * quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
       * made by other generators join the names as they are given.
       */
      networks?: readonly string[]
      /**
       * Exact names of campaigns, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
       * quoted field (`"US, Tier 1",Other`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
       * made by other generators join the names as they are given.
       */
      campaigns?: readonly string[]
      /** File format, which sets the media type: `application/octet-stream` or `text/csv`. `Accept` is ignored. */
      format: 'parquet' | 'csv'
      /**
       * `true` prefixes text cells that start with `=`, `+`, `-`, `@`, one of these in full width (`＝`, `＋`, `－`, `＠`), tab, CR or LF with `'`, for
       * people who open the file in a spreadsheet. Such names no longer match filters. Only with `format=csv`.
       */
      csvSafe: boolean
      /** `true` starts the file with a UTF-8 byte order mark, so that Excel reads it as UTF-8 when opened by double click. Only with `format=csv`. */
      csvBom: boolean
      /** Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
      limit?: number
      /** Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
      offset?: number
      /**
       * A column of the answer, ascending, or `-` and a column, descending. Nulls come last, ties in the usual order. Any age is accepted up to that
       * of the first period of the range at the latest run; an age that the file lacks has no effect.
       */
      sort?: string
    }
    path: Record<string, never>
  }
  /** Get alerts */
  getAlerts: {
    query: {
      /** An `id` from the app list. */
      appId: number
      /** Groups of alerts. Default: both. */
      alertGroups?: readonly ('bids' | 'analytics')[]
      /**
       * Two-letter country codes, `Unknown`, or `GLOBAL`. A code matches the alert's displayed `country`; `GLOBAL` matches alerts shown as
       * `GLOBAL` and all analytics alerts. For everything that affects the US, pass `US,GLOBAL`.
       */
      countries?: readonly string[]
      /** Platforms, in lower case. Default: all, those shown as `Unknown` included. */
      platforms?: readonly ('ios' | 'android' | 'web')[]
      /**
       * Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
       * quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
       * made by other generators join the names as they are given.
       */
      networks?: readonly string[]
      /**
       * Exact names of campaigns, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
       * quoted field (`"US, Tier 1",Other`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
       * made by other generators join the names as they are given.
       */
      campaigns?: readonly string[]
      /** First day of creation, UTC. Default: only the latest alert run is returned. */
      startDate?: string
      /** Last day of creation, UTC; needs `startDate`. Default: today in UTC. */
      endDate?: string
      /**
       * `true`: returns only the latest of the alerts with the same alertGroup, title, platform, network, campaign and country, with `firstSeen`,
       * `lastSeen`, `timesSeen` and `inLatestRun`.
       * Only with `startDate`.
       */
      distinct: boolean
      /**
       * A field of an alert, ascending, or `-` and a field, descending; not `step`. Nulls come last, ties in the usual order; a field that the rows lack has no
       * effect. `-stepGain`: alerts whose campaign's step gains most first, as in `GET /v1/recommendations`; those without a step that has a direction come last. Default: newest run first,
       * `dailySpend` descending, then `id`.
       */
      sort?: string
      /** Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
      limit?: number
      /** Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
      offset?: number
    }
    path: Record<string, never>
  }
  /** List events */
  listEvents: {
    query: {
      /** An `id` from the app list. */
      appId: number
      /** Only events that end on this day or later. Default: all. */
      startDate?: string
      /** Only events that start on this day or earlier. Default: all. */
      endDate?: string
      /** Two-letter country codes or `Unknown`. Default: all. */
      countries?: readonly string[]
      /** Platforms, in lower case. Default: all, those shown as `Unknown` included. */
      platforms?: readonly ('ios' | 'android' | 'web')[]
      /**
       * Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
       * quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
       * made by other generators join the names as they are given.
       */
      networks?: readonly string[]
      /**
       * Exact names of campaigns, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
       * quoted field (`"US, Tier 1",Other`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
       * made by other generators join the names as they are given.
       */
      campaigns?: readonly string[]
      /** A field of a row, ascending, or `-` and a field, descending. Nulls come last, ties in the usual order. Default: `startDate`. */
      sort?: string
      /** Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
      limit?: number
      /** Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
      offset?: number
    }
    path: Record<string, never>
  }
  /** Download an exported report */
  downloadExport: {
    query: Record<string, never>
    path: {
      /** The signed part of the link, unchanged. */
      link: string
    }
  }
}

/** The result of each operation with status 200. */
export interface Responses {
  listApps: { kind: 'list', body: contract['listApps']['responses'][200]['content']['application/json'] }
  getOverview: { kind: 'list', body: contract['getOverview']['responses'][200]['content']['application/json'] }
  getAppSettings: { kind: 'object', body: contract['getAppSettings']['responses'][200]['content']['application/json'] }
  listCampaigns: { kind: 'list', body: contract['listCampaigns']['responses'][200]['content']['application/json'] }
  getRecommendations: { kind: 'list', body: contract['getRecommendations']['responses'][200]['content']['application/json'] }
  getBudgetPlan: { kind: 'object', body: contract['getBudgetPlan']['responses'][200]['content']['application/json'] }
  getPacing: { kind: 'list', body: contract['getPacing']['responses'][200]['content']['application/json'] }
  getTrackRecord: { kind: 'list', body: contract['getTrackRecord']['responses'][200]['content']['application/json'] }
  getForecastAccuracy: { kind: 'list', body: contract['getForecastAccuracy']['responses'][200]['content']['application/json'] }
  getReport: { kind: 'file' }
  getRoasHistory: { kind: 'file' }
  getAlerts: { kind: 'list', body: contract['getAlerts']['responses'][200]['content']['application/json'] }
  listEvents: { kind: 'list', body: contract['listEvents']['responses'][200]['content']['application/json'] }
  downloadExport: { kind: 'file' }
}

export type OperationId = keyof Requests

export interface Parameter {
  name: string
  in: 'query' | 'path'
}

export interface Operation {
  operationId: OperationId
  method: 'GET'
  /** With parameters in braces. */
  path: string
  security: 'apiKey' | 'none'
  parameters: readonly Parameter[]
}

/** The operations, in the order of the contract. */
export const operations: readonly Operation[] = [
  {
    operationId: 'listApps',
    method: 'GET',
    path: '/v1/apps',
    security: 'apiKey',
    parameters: []
  },
  {
    operationId: 'getOverview',
    method: 'GET',
    path: '/v1/overview',
    security: 'apiKey',
    parameters: []
  },
  {
    operationId: 'getAppSettings',
    method: 'GET',
    path: '/v1/app-settings',
    security: 'apiKey',
    parameters: [{ name: 'appId', in: 'query' }]
  },
  {
    operationId: 'listCampaigns',
    method: 'GET',
    path: '/v1/campaigns',
    security: 'apiKey',
    parameters: [
      { name: 'appId', in: 'query' },
      { name: 'platforms', in: 'query' },
      { name: 'networks', in: 'query' },
      { name: 'countries', in: 'query' },
      { name: 'sort', in: 'query' },
      { name: 'limit', in: 'query' },
      { name: 'offset', in: 'query' }
    ]
  },
  {
    operationId: 'getRecommendations',
    method: 'GET',
    path: '/v1/recommendations',
    security: 'apiKey',
    parameters: [
      { name: 'appId', in: 'query' },
      { name: 'granularity', in: 'query' },
      { name: 'countries', in: 'query' },
      { name: 'platforms', in: 'query' },
      { name: 'networks', in: 'query' },
      { name: 'campaigns', in: 'query' },
      { name: 'actions', in: 'query' },
      { name: 'statuses', in: 'query' },
      { name: 'minDailySpend', in: 'query' },
      { name: 'asOf', in: 'query' },
      { name: 'since', in: 'query' },
      { name: 'changed', in: 'query' },
      { name: 'sort', in: 'query' },
      { name: 'limit', in: 'query' },
      { name: 'offset', in: 'query' },
      { name: 'outcome', in: 'query' }
    ]
  },
  {
    operationId: 'getBudgetPlan',
    method: 'GET',
    path: '/v1/budget-plan',
    security: 'apiKey',
    parameters: [
      { name: 'appId', in: 'query' },
      { name: 'granularity', in: 'query' },
      { name: 'dailyBudget', in: 'query' },
      { name: 'budgetChange', in: 'query' },
      { name: 'targetRoas', in: 'query' },
      { name: 'maxStep', in: 'query' },
      { name: 'followSteps', in: 'query' },
      { name: 'horizonDays', in: 'query' },
      { name: 'countries', in: 'query' },
      { name: 'platforms', in: 'query' },
      { name: 'networks', in: 'query' },
      { name: 'campaigns', in: 'query' }
    ]
  },
  {
    operationId: 'getPacing',
    method: 'GET',
    path: '/v1/pacing',
    security: 'apiKey',
    parameters: [
      { name: 'appId', in: 'query' },
      { name: 'month', in: 'query' },
      { name: 'sort', in: 'query' },
      { name: 'limit', in: 'query' },
      { name: 'offset', in: 'query' }
    ]
  },
  {
    operationId: 'getTrackRecord',
    method: 'GET',
    path: '/v1/track-record',
    security: 'apiKey',
    parameters: [
      { name: 'appId', in: 'query' },
      { name: 'granularity', in: 'query' },
      { name: 'countries', in: 'query' },
      { name: 'platforms', in: 'query' },
      { name: 'networks', in: 'query' },
      { name: 'campaigns', in: 'query' },
      { name: 'startDate', in: 'query' },
      { name: 'endDate', in: 'query' },
      { name: 'groupBy', in: 'query' },
      { name: 'examples', in: 'query' },
      { name: 'sort', in: 'query' },
      { name: 'limit', in: 'query' },
      { name: 'offset', in: 'query' }
    ]
  },
  {
    operationId: 'getForecastAccuracy',
    method: 'GET',
    path: '/v1/forecast-accuracy',
    security: 'apiKey',
    parameters: [
      { name: 'appId', in: 'query' },
      { name: 'dsi', in: 'query' },
      { name: 'granularity', in: 'query' },
      { name: 'groupBy', in: 'query' },
      { name: 'installGrouping', in: 'query' },
      { name: 'roasType', in: 'query' },
      { name: 'revenueType', in: 'query' },
      { name: 'startDate', in: 'query' },
      { name: 'endDate', in: 'query' },
      { name: 'countries', in: 'query' },
      { name: 'platforms', in: 'query' },
      { name: 'networks', in: 'query' },
      { name: 'campaigns', in: 'query' },
      { name: 'sort', in: 'query' },
      { name: 'limit', in: 'query' },
      { name: 'offset', in: 'query' }
    ]
  },
  {
    operationId: 'getReport',
    method: 'GET',
    path: '/v1/report',
    security: 'apiKey',
    parameters: [
      { name: 'appId', in: 'query' },
      { name: 'granularity', in: 'query' },
      { name: 'groupBy', in: 'query' },
      { name: 'installGrouping', in: 'query' },
      { name: 'metrics', in: 'query' },
      { name: 'roasTypes', in: 'query' },
      { name: 'revenueTypes', in: 'query' },
      { name: 'dsiValues', in: 'query' },
      { name: 'startDate', in: 'query' },
      { name: 'endDate', in: 'query' },
      { name: 'countries', in: 'query' },
      { name: 'platforms', in: 'query' },
      { name: 'networks', in: 'query' },
      { name: 'campaigns', in: 'query' },
      { name: 'format', in: 'query' },
      { name: 'csvSafe', in: 'query' },
      { name: 'csvBom', in: 'query' },
      { name: 'maturity', in: 'query' },
      { name: 'partial', in: 'query' },
      { name: 'compare', in: 'query' },
      { name: 'explain', in: 'query' },
      { name: 'targets', in: 'query' },
      { name: 'limit', in: 'query' },
      { name: 'offset', in: 'query' },
      { name: 'sort', in: 'query' },
      { name: 'order', in: 'query' }
    ]
  },
  {
    operationId: 'getRoasHistory',
    method: 'GET',
    path: '/v1/roas-history',
    security: 'apiKey',
    parameters: [
      { name: 'appId', in: 'query' },
      { name: 'granularity', in: 'query' },
      { name: 'dsi', in: 'query' },
      { name: 'installGrouping', in: 'query' },
      { name: 'roasType', in: 'query' },
      { name: 'revenueType', in: 'query' },
      { name: 'startDate', in: 'query' },
      { name: 'endDate', in: 'query' },
      { name: 'countries', in: 'query' },
      { name: 'platforms', in: 'query' },
      { name: 'networks', in: 'query' },
      { name: 'campaigns', in: 'query' },
      { name: 'format', in: 'query' },
      { name: 'csvSafe', in: 'query' },
      { name: 'csvBom', in: 'query' },
      { name: 'limit', in: 'query' },
      { name: 'offset', in: 'query' },
      { name: 'sort', in: 'query' }
    ]
  },
  {
    operationId: 'getAlerts',
    method: 'GET',
    path: '/v1/alerts',
    security: 'apiKey',
    parameters: [
      { name: 'appId', in: 'query' },
      { name: 'alertGroups', in: 'query' },
      { name: 'countries', in: 'query' },
      { name: 'platforms', in: 'query' },
      { name: 'networks', in: 'query' },
      { name: 'campaigns', in: 'query' },
      { name: 'startDate', in: 'query' },
      { name: 'endDate', in: 'query' },
      { name: 'distinct', in: 'query' },
      { name: 'sort', in: 'query' },
      { name: 'limit', in: 'query' },
      { name: 'offset', in: 'query' }
    ]
  },
  {
    operationId: 'listEvents',
    method: 'GET',
    path: '/v1/events',
    security: 'apiKey',
    parameters: [
      { name: 'appId', in: 'query' },
      { name: 'startDate', in: 'query' },
      { name: 'endDate', in: 'query' },
      { name: 'countries', in: 'query' },
      { name: 'platforms', in: 'query' },
      { name: 'networks', in: 'query' },
      { name: 'campaigns', in: 'query' },
      { name: 'sort', in: 'query' },
      { name: 'limit', in: 'query' },
      { name: 'offset', in: 'query' }
    ]
  },
  {
    operationId: 'downloadExport',
    method: 'GET',
    path: '/v1/exports/{link}',
    security: 'none',
    parameters: [{ name: 'link', in: 'path' }]
  }
]

// Generated from openapi.yaml by `npm run generate`. Do not edit.

export interface paths {
    "/v1/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the company's live apps
         * @description All live apps the key's company can access, by ascending id. An app's `id` is the `appId` of every other operation.
         */
        get: operations["listApps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an overview of all apps
         * @description One item per app that the key can read, by ascending id, in one request: what was spent, whether ROAS is on target, what changed, what is wrong with the data, the three steps
         *     that gain most, and spend against the month's budgets. All values are of the app's latest succeeded run; amounts are in the app's `currency` and are never added across
         *     apps.
         *
         *     Values follow the report's rules: ratios are ratios of sums, and a ROAS is null unless the revenue of every cohort of its days is known. The weeks of `spend` and `roas` are
         *     the 7 days up to `dataThrough` and the 7 days before; those of `weeks` are ISO weeks, the last of which may be incomplete. An app without a succeeded run has null amounts and empty lists.
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/app-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an app's settings
         * @description An app's settings and data range: the values that other operations accept, their defaults, and what decides its recommendations.
         */
        get: operations["getAppSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the app's campaigns
         * @description Every campaign with cohorts in the app's latest succeeded run, by `spend` descending, then platform, network and campaign in byte order.
         *     Filters accept these names.
         */
        get: operations["listCampaigns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/recommendations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the latest spend recommendations
         * @description Recommendations of the app's latest succeeded run, or of an earlier one with `asOf`, by `dailySpend` descending, then `id`, unless `sort` is
         *     given. An app without such a run has none. A run that the operator has withdrawn is ignored everywhere.
         *
         *     A recommendation's identity across runs is (granularity, platform, network, campaign, country): `id` changes with every run.
         *
         *     `action` compares predicted with target ROAS at the target DSI, in the app's target ROAS type and revenue type: `SCALE` above
         *     the band around the target, `HOLD` within it (edges included), `REDUCE` below it or when either ROAS is missing or not positive.
         *     A REDUCE for want of a prediction (`actionReason` is `roas_missing`) says that data are missing, not that spend is too high: its `step` is
         *     `check_data` and moves nothing. Software that lowers budgets should follow `step.direction`: `less` occurs only with a prediction.
         *     The band is the app's action threshold, 5 % unless configured. Headers name what decides: `Target-Dsi`, `Target-Roas-Type`, `Target-Revenue-Type` and
         *     `Action-Threshold`.
         *
         *     `since` compares runs: each row gets `previous`, its state in the run that `asOf` with that date returns, and `change`. Both runs are judged
         *     by the app's current targets and threshold.
         */
        get: operations["getRecommendations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/budget-plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Plan daily spend per campaign
         * @description The daily spend per campaign that brings the most revenue, calculated from the recommendations of the latest succeeded run; nothing is stored or changed. Give
         *     exactly one goal: `dailyBudget` (a total to spend), `budgetChange` (a change of today's total) or `targetRoas` (the most revenue at this blended ROAS or better).
         *
         *     The plan follows the steps: a campaign's spend rises only with SCALE, falls only with REDUCE, and stays where its `step` is `keep` for another reason than a budget (`limitedBy` is `call`). With the same total, money
         *     moves only if a campaign may rise; otherwise nothing moves and `onlyCuts` is true. `followSteps=false` plans without regard to the steps.
         *
         *     Campaigns start from today's spend. Those whose `step` is `stopped` or `check_data` are left out. Revenue is what one day's installs bring by the target DSI, in the target types. At a daily
         *     spend `x`, a campaign with `currentDailySpend` `s` brings `predictedRoas * s * (x / s) ^ e` a day, where `e = marginalRoas / predictedRoas`, from 0 to 1. The plan has the same marginal ROAS in every
         *     campaign that is not at a bound. No move exceeds `maxStep`. For each budget of the month, the changes of its campaigns add up to at most what it leaves (`amount` - `expected` of `GET /v1/pacing`, at least 0, over the days
         *     left), so what the plan cuts is there for what it raises (`limitedBy` is `budget`). Campaigns outside the response keep today's spend. An overspent budget allows no net raise and forces no cut.
         *
         *     Revenue counts installs as the networks attribute them. Where campaigns share an audience, a raise takes installs from others, and brings less than the plan says.
         *
         *     A campaign keeps its spend (`limitedBy` is `evidence`) if the run gives no response for it, a vague one (`responseHigh - responseLow` above 0.4), or one without an interval (both ends equal), or if its target DSI is not tested. If no plan
         *     within the bounds meets the goal, the response is the nearest one, with `reached: false`.
         *
         *     The 80 % intervals cover the errors of today's predicted ROAS and of the response to a move. Errors count as the same within a network, and as correlated by 0.5 between networks. Without a succeeded run, there are no campaigns.
         */
        get: operations["getBudgetPlan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pacing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare spend with budgets
         * @description The app's budgets of a month: what was spent, what is expected by the end of the month, and the daily spend that meets the budget. Ordered by `platform`, `network` and `campaign`,
         *     budgets for all first, then by `budgetId`. Spend is that of the latest succeeded run; without one, `spent` is 0.
         *
         *     `expected` is `spent` plus, for each day left, the mean of the same weekday over the last 28 days with data, or the mean of those days if none is of that weekday. Days before the first
         *     spend of the budget's campaigns in the last 208 days do not count.
         *
         *     The 80 % interval comes from the errors of the same rule at earlier days of the last 180, with as many days left and 28 days before them. It is wider if few of these periods do not
         *     overlap. In the demo it contained 78 % of 4,381 outcomes, 70 to 90 % by app and kind of budget. It is null with fewer than 20 such days, if no spend is expected, and for months that
         *     have ended or not begun.
         */
        get: operations["getPacing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/track-record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Measure how often recommendations were right
         * @description Past recommendations whose outcome is known, by the day their run was created: how much of their spend hindsight agrees with, and how far off the
         *     predicted ROAS was. Each identity counts once per run.
         *
         *     The outcome is the ROAS at the recommendation's target DSI that the install dates of its bet lookback range reached, in the target types and by the latest succeeded
         *     run. It is known once that run's latest install date is at least the target DSI after `lookbackEndDate`, if the run has revenue at that DSI for
         *     every cohort with spend or installs. A row of `campaign` covers all countries of the campaign.
         *
         *     Targets, threshold and traditional networks are the app's current ones, as with `since`. Shares, `bias`, `wape` and percentiles are weighted by `dailySpend`. A
         *     group of fewer than 20 decisions has only `decisions` and `wrong`; a group without any is omitted. Groups are ordered by platform, network, action,
         *     status and size, in byte order.
         */
        get: operations["getTrackRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forecast-accuracy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Measure forecast accuracy
         * @description Error of earlier forecasts of a cohort's revenue at one DSI, by the age of the cohort at forecast time, youngest first; with `groupBy` by
         *     group (names in byte order), then age.
         *
         *     A cohort is a period (and campaign, and country) that ends within the range. Its age is the number of days from the period's start to a run's
         *     latest install date;
         *     L is the period's own length in days minus one: 0, 6, or 27 to 30. Its forecasts are the values of runs at ages from L to `dsi` - 1; its
         *     actual value is that of the first run at an age of `dsi` + L or more. It counts at each age with both, so the list is empty if `dsi` is L or less.
         *
         *     A run whose snapshots at the DSI begin after the start of a cohort's period captured only part of it and gives no value for that cohort. Among runs with the same latest
         *     install date the newest counts. All campaigns count, recommended or not. Sums are exact, and each figure divides once.
         */
        get: operations["getForecastAccuracy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a cohort report
         * @description One row per install cohort (grouped by `installGrouping`) and campaign, plus country at `campaign_geo`, from the app's latest
         *     succeeded run: actual if the cohort is old enough, otherwise forecast. `groupBy` groups by fewer columns, or none.
         *
         *     Columns, in this order: `install_cohort`, `platform`, `network`, `campaign`, `country` (campaign_geo only), `spend`, `installs_<type>`,
         *     `cpi_<type>`, `revenue_<type>_<revenue>_d<n>`, `ltv_<type>_<revenue>_d<n>`, `roas_<type>_<revenue>_d<n>`, `profit_<type>_<revenue>_d<n>`,
         *     `organic_installs`, `payback_<type>_<revenue>`, `payback_known_dsi_<type>_<revenue>`; only the requested metrics, and
         *     with `groupBy` only the names it lists; types in the order paid,
         *     incremental_blended, full_blended; gross before net; DSIs ascending. `install_cohort` is the start of the period: weeks start
         *     on Monday (ISO 8601), months on the first; with `installGrouping=total` it is the first date of the range. Only install dates within the range count, so the first and last
         *     period may be partial.
         *
         *     Ratios are ratios of sums, at the level of the row: LTV = revenue / installs of the type, CPI = spend / installs of the type, ROAS = revenue / spend (the same spend
         *     for every type), revenue being cumulative by DSI. LTV and CPI are null when installs are 0, ROAS when spend is 0; revenue, LTV and ROAS
         *     also when revenue at that DSI is not known for every cohort with spend or installs in the group. With `partial=true` they then cover the
         *     cohorts with known revenue.
         *
         *     `profit` is revenue minus spend, null where revenue is; `organic_installs` is full blended minus paid installs. `payback` is the first day
         *     since install, to one decimal, on which the row's cumulative revenue reaches its spend, interpolated linearly between the app's available
         *     DSIs: the smallest one if revenue already suffices there, null without spend or if no DSI with known revenue suffices.
         *     `payback_known_dsi_<type>_<revenue>` beside it says why it is null: not reached by that DSI, the largest with known revenue, or, if it is null too, no spend or no known revenue. Like ROAS, `profit` and
         *     `payback` cover, with `partial=true`, the cohorts with known revenue, in revenue and spend alike.
         *
         *     **Comparison.** With `compare` each metric column is followed by `<column>_before`, its value in the compared range, and `<column>_change`,
         *     now / before - 1 (null if before is null or 0). Rows are the groups present in either range. In a range without any of its cohorts a group's
         *     spend, installs, revenue and profit are 0 and its ratios and payback null. The compared range is in `Compare-Start-Date` and `Compare-End-Date`.
         *
         *     With `explain=true` each ratio column (CPI, LTV, ROAS) also has `<column>_mix` and `<column>_rate`: the group's contributions to the change of
         *     the total's ratio M, the ratio over all matching groups, returned or not. With s the group's share of the denominator (spend for ROAS, installs
         *     for LTV and CPI), m its ratio, and 0 and 1 for before and now:
         *     mix = (s1 - s0) ((m0 + m1) / 2 - (M0 + M1) / 2), the effect of its larger or smaller share;
         *     rate = (s0 + s1) / 2 (m1 - m0), the effect of its own ratio. A group without a denominator in one range takes the other range's m; a numerator
         *     without a denominator, such as revenue without spend, counts in `rate`, divided by the total's denominator. If none is null, the contributions
         *     of all groups add up to M1 - M0. `mix` is null if M is in either range, `rate` if the group's revenue is, both if there is no denominator in one of the ranges.
         *
         *     Parquet: DATE, INT64, DOUBLE and UTF-8 strings, Snappy compressed; the response's context (run, dates, currency, filters) is also in the
         *     file's key-value metadata. CSV: RFC 4180 with header, nulls empty.
         */
        get: operations["getReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/roas-history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download each cohort's ROAS at each age
         * @description One row per install cohort (and campaign, and country), one column `roas_age_N` per cohort age: the ROAS at the requested DSI, as estimated
         *     by the run whose latest install date was N whole days after the start of the cohort's period, to 4 decimals; empty if no run captured it.
         *     Forecasts converge to the actual value along a row.
         *
         *     Columns: `created_at` (when the newest value of the row was captured), `recommendation_id`, `platform`, `network`, `campaign`, `country`,
         *     `daily_spend`, `install_cohort`, `dsi`, `roas_type`, `revenue_type`, `roas_age_N`... At `app` granularity `recommendation_id`, `platform`, `network`,
         *     `campaign`, `country` and `daily_spend` are absent; at `campaign` `country` is. Ages run from the app's smallest bet lookback start to
         *     the age of the file's oldest cohort at the latest run.
         *
         *     Rows: by `daily_spend` descending, `recommendation_id` descending, `install_cohort`; at `app` by `install_cohort`.
         *     `startDate` is moved back to the start of its period, which is then included whole.
         *
         *     Two ages matter: from `Full-From-Age` on (the period's length minus one; 30 for months) the whole cohort has installed; earlier values cover
         *     only those who had. From `Actual-From-Age` on (that plus the DSI) a value is actual; earlier ones are at least partly forecast. A run whose
         *     snapshots at the DSI begin after the start of a cohort's period captured only part of it and gives that cohort no value.
         */
        get: operations["getRoasHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get alerts
         * @description Alerts of the latest succeeded alert run or, when `startDate` is given, every alert of succeeded runs created in the range. Newest run first,
         *     highest `dailySpend` first within a run, then `id`, unless `sort` is given. With `distinct=true`, an alert raised by several runs is one row.
         *
         *     What to do with a campaign is its `step`, the same as in `GET /v1/recommendations`. `recommendedAction` is the text of the pipeline that delivered the alert, not the step.
         */
        get: operations["getAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description What happened to the app besides its campaigns: outages, broken attribution, flights, launches, holidays, price changes. Numbers of these days may
         *     have other causes than the campaigns. Ordered by `startDate`, then `endDate`, then `id`.
         *
         *     Each name of an event is null if it concerns all platforms, networks, campaigns or countries; such an event matches every filter.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/{link}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an exported report
         * @description The file of a link from `svc_export_report`. The link itself is the credential, for 15 minutes and no longer than the key or login that
         *     created it. It contains the company, the run and the parameters, and counts against that company's rate limit.
         */
        get: operations["downloadExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @enum {string} */
        InstallGrouping: "daily" | "weekly" | "monthly" | "total";
        /** @enum {string} */
        Metric: "spend" | "installs" | "cpi" | "revenue" | "ltv" | "roas" | "profit" | "organic_installs" | "payback";
        /**
         * @description `paid`; `incremental_blended`: paid plus incremental organic; `full_blended`: paid plus all allocated organic.
         * @enum {string}
         */
        RoasType: "paid" | "incremental_blended" | "full_blended";
        /**
         * @description `gross`: before fees; `net`: net of fees, taxes and refunds.
         * @enum {string}
         */
        RevenueType: "gross" | "net";
        /** @description Days since install. */
        Dsi: number;
        /** @description Two capital letters (ISO 3166-1), or `Unknown`. */
        CountryFilter: string;
        /** @description A month written `YYYY-MM`. */
        Month: string;
        /** @description Two capital letters (ISO 3166-1), `Unknown` or `GLOBAL`. */
        AlertCountryFilter: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with milliseconds.
         * @example 2026-04-01T06:00:00.000Z
         */
        Timestamp: string;
        /**
         * @description The platform of the installs; `Unknown` if missing.
         * @enum {string}
         */
        Platform: "IOS" | "ANDROID" | "WEB" | "Unknown";
        App: {
            /**
             * Format: int64
             * @description App id, used as `appId` everywhere.
             */
            id: number;
            /** @description App name. */
            name: string;
            createdAt: components["schemas"]["Timestamp"];
        };
        Overview: {
            /**
             * Format: int64
             * @description The app's id.
             */
            appId: number;
            /** @description App name. */
            name: string;
            /** @description Currency of every amount, ISO 4217. */
            currency: string;
            /**
             * Format: date
             * @description Latest install date with data; null without a succeeded run.
             */
            dataThrough: string | null;
            /**
             * Format: int64
             * @description The latest succeeded run; null without one.
             */
            runId: number | null;
            /** @description DSI of every ROAS here. */
            targetDsi: number;
            targetRoasType: components["schemas"]["RoasType"];
            targetRevenueType: components["schemas"]["RevenueType"];
            /** @description Half-width of the HOLD band as a share of the target. */
            actionThreshold: number;
            spend: components["schemas"]["OverviewSpend"];
            roas: components["schemas"]["OverviewRoas"];
            /** @description Target ROAS of the target types, weighted by `dailySpend` over the `campaign` recommendations that have one above 0. Null if none has, or without spend. */
            target: number | null;
            /** @description Whether forecasts at the target DSI are tested; true without a run. */
            tested: boolean;
            /** @description Of all campaigns. */
            checkpoint: components["schemas"]["Checkpoint"];
            /** @description The last eight ISO weeks, oldest first; the last contains `dataThrough` and ends there. Empty without a succeeded run. */
            weeks: components["schemas"]["OverviewWeek"][];
            /** @description Different alerts of the latest succeeded alert run. */
            openAlerts: number;
            /** @description Campaigns (platform, network and name, in all countries) that these alerts are about. */
            openAlertCampaigns: number;
            /** @description Money a day that open ROAS alerts are about: `dailySpend` times the absolute `change`, the largest per campaign and country, added up. Null without such an alert. */
            openAlertGap: number | null;
            yesterday: components["schemas"]["OverviewYesterday"];
            /**
             * @description What is wrong with the data, worst first: by kind in the order of the enum, then by the daily spend that it affects. Empty if no check failed. Steps of the reasons
             *     `attribution`, `outage`, `no_cost` and `no_installs` follow from these and from those that `otherProblems` counts.
             */
            data: components["schemas"]["DataProblem"][];
            /** @description Problems besides those in `data`. */
            otherProblems: number;
            /** @description The first three steps with a direction, of `campaign` recommendations, in the order of `sort=-stepGain`. */
            actions: components["schemas"]["OverviewAction"][];
            /** @description Steps with a direction, besides `actions`. */
            otherSteps: number;
            /** @description What the steps of the app's campaigns are worth together: by direction, and `all` of both. */
            stepTotals: {
                more: components["schemas"]["StepTotals"];
                less: components["schemas"]["StepTotals"];
                all: components["schemas"]["StepTotals"];
            };
            shortfall: components["schemas"]["Shortfall"];
            notDone: components["schemas"]["NotDone"];
            /** @description Budgets of the month of `dataThrough` that are spent, or that are expected to be overspent by more than 5 %, by the amount above budget, spent or expected, descending, then `budgetId`. */
            overspent: components["schemas"]["Overspent"][];
            trackRecord: components["schemas"]["TrackRecord"];
            /** @description Events that overlap `weeks`, by `startDate`, `endDate` and `id`. */
            events: components["schemas"]["Event"][];
            /** @description Budgets of the month of `dataThrough`, as `GET /v1/pacing` returns them. Empty without a succeeded run. */
            pacing: components["schemas"]["Pacing"][];
        };
        /** @description Spend a day that does not return its target, and how much of it the steps address: over `campaign` recommendations below target that have not `stopped`, `currentDailySpend` x (1 - predicted / target ROAS), a prediction below 0 counted as 0. */
        Shortfall: {
            /** @description All of it, per day. */
            amount: number;
            /** @description Part of it in campaigns whose step is `less`. */
            withStep: number;
            /** @description What these steps are worth a day: the sum of their `gain`, those without one left out. */
            closed: number;
            /** @description `closed` / `amount`; null if that is 0. */
            closedShare: number | null;
            /** @description Weeks until all of it is closed if the steps of every week close as much: `amount` / `closed`, rounded up. Null unless both are above 0. */
            weeks: number | null;
            /** @description The rest of it by `reason` of the step, else by its kind, the largest first. */
            reasons: components["schemas"]["ShortfallReason"][];
        };
        ShortfallReason: {
            /** @description A `reason` of steps. */
            reason: string;
            /** @description Part of the shortfall. */
            amount: number;
        };
        /**
         * @description Steps that earlier runs advised too and that were not followed. Compared are today's steps with those of the runs served 7, 14, 21, 28, 35 and 42 days before: as long as each of them advised the same direction,
         *     and today's spend differs by less than 5 % in that direction from the spend of that time, the step has been advised since.
         */
        NotDone: {
            /** @description Steps that were advised a week ago or earlier. */
            steps: number;
            /** @description Change of the daily spend by those of them whose `spendChange` is known. */
            spendChange: number;
            /**
             * Format: date
             * @description Day, UTC, of the earliest run that advised one of them; null without such steps.
             */
            since: string | null;
        };
        Overspent: {
            /**
             * Format: int64
             * @description Budget id.
             */
            budgetId: number;
            month: components["schemas"]["Month"];
            /**
             * @description Platform; null is all.
             * @enum {string|null}
             */
            platform: "IOS" | "ANDROID" | "WEB" | null;
            /** @description Ad network; null is all. */
            network: string | null;
            /** @description Campaign name; null is all. */
            campaign: string | null;
            /** @description Budget of the month. */
            amount: number;
            /** @description Spend of the month up to `dataThrough`. */
            spent: number;
            /** @description Spend of the whole month, expected, as in `pacing`. */
            expected: number | null;
            /** @description Days of the month after `dataThrough`. */
            daysLeft: number;
            /** @description Daily spend that meets the budget over the days left; null if it is already spent, or without days left. */
            neededDailySpend: number | null;
        };
        /** @description Amounts are null without a succeeded run. */
        OverviewSpend: {
            /** @description Spend on `dataThrough`. */
            day: number | null;
            /** @description Spend on the day before. */
            dayBefore: number | null;
            /** @description Spend of the 7 days up to `dataThrough`. */
            week: number | null;
            /** @description Spend of the 7 days before these. */
            weekBefore: number | null;
        };
        /** @description ROAS at the target DSI, in the target types, by install date. */
        OverviewRoas: {
            /** @description ROAS of the 7 days up to `dataThrough`; null without spend, or if a cohort's revenue is unknown. */
            week: number | null;
            /** @description Share of these days that are old enough to be actual; the rest is forecast. Null without a succeeded run. */
            weekActualShare: number | null;
            /** @description ROAS of the 7 days before these. */
            weekBefore: number | null;
            /** @description Share of those days that are old enough to be actual. */
            weekBeforeActualShare: number | null;
        };
        OverviewWeek: {
            /**
             * Format: date
             * @description Its Monday.
             */
            startDate: string;
            /** @description Spend of its days up to `dataThrough`. */
            spend: number;
            /** @description ROAS of these days at the target DSI, in the target types; null without spend, or if a cohort's revenue is unknown. */
            roas: number | null;
            /** @description Share of these days that are old enough to be actual; the rest is forecast. */
            actualShare: number;
        };
        /** @description The latest day with data: `dataThrough`. Null without a succeeded run. */
        OverviewYesterday: {
            /**
             * Format: date
             * @description The day.
             */
            date: string;
            /** @description Its spend. */
            spend: number;
            /** @description ROAS of its installs at the target DSI, in the target types; null without spend, or with a `reason`. */
            roas: number | null;
            /**
             * @description `too_young`: revenue at the target DSI is not known for all of its cohorts.
             * @enum {string|null}
             */
            reason: "too_young" | null;
            /** @description Share of `roas` that is actual; the rest is forecast. */
            actualShare: number;
            /** @description Lower end of the 80 % interval of `roas`, from the 10th percentile of actual / forecast of past days that were as young; null with fewer than 20 of them. */
            roasLow: number | null;
            /** @description Upper end of that interval, from the 90th percentile. */
            roasHigh: number | null;
            /** @description Past days whose errors make the interval. */
            intervalDays: number;
            /**
             * @deprecated
             * @description Deprecated: use `intervalDays`.
             */
            cases: number;
        } | null;
        DataProblem: {
            /**
             * @description - `late`: the data end before yesterday (UTC). `failed_run`: a run newer than the served one failed.
             *     - `attribution`, `outage`: events that hold half of a recommended campaign's lookback dates or more.
             *     - `no_cost`, `no_installs`: a campaign or a network has paid installs without spend, or spend without paid installs. Over the 28 days before the last 3 (for apps with weekly aggregation: the last 7) it had spend or paid
             *       installs on at least 7 days, and both on at least half of them. In the last 3 (7) one of the two is at least half of its average per day and the other is 0, where 10 installs or more were to be expected. A network with more than half of its
             *       spending campaigns affected is one problem.
             *     - Alerts of the latest alert run: of the metric `attribution` (kind `attribution`), and of `installs` (`no_installs`) or `spend` (`no_cost`) whose `value` is 0 and `reference` above 0, if one of the last 3 days (7) up to `Data-Through` has none.
             * @enum {string}
             */
            kind: "late" | "failed_run" | "attribution" | "outage" | "no_cost" | "no_installs";
            /** @description What is wrong. */
            title: string;
            /**
             * Format: date
             * @description First day of the problem.
             */
            since: string;
            /**
             * @description Platform; null is all.
             * @enum {string|null}
             */
            platform: "IOS" | "ANDROID" | "WEB" | "Unknown" | null;
            /** @description Ad network; null is all. */
            network: string | null;
            /** @description Campaign name; null is all. */
            campaign: string | null;
            /** @description ISO country code; null is all. */
            country: string | null;
        };
        OverviewAction: {
            /**
             * Format: int64
             * @description Its recommendation's id; changes with every run.
             */
            id: number;
            platform: components["schemas"]["Platform"];
            /** @description Ad network; `Unknown` if missing. */
            network: string;
            /** @description Campaign name; `Unknown` if missing. */
            campaign: string;
            /** @description ISO country code; `GLOBAL` when the campaign spans several; `Unknown` if missing. */
            country: string;
            /**
             * @description Recommended action.
             * @enum {string}
             */
            action: "SCALE" | "REDUCE";
            /** @description Average daily spend over the bet lookback range. */
            dailySpend: number;
            /** @description Money a day away from target: dailySpend x |predictedRoas / targetRoas - 1|. */
            gap: number;
            /** @description Predicted ROAS of the target types. */
            predictedRoas: number;
            /** @description Target ROAS of the target types. */
            targetRoas: number;
            /** @description DSI of the bid target. */
            optimisationDsi: number;
            /** @description Bid target live in the ad network; paid gross. */
            optimisationLiveRoas: number | null;
            /** @description Recommended bid target, capped by the network's pacing rules; paid gross. */
            optimisationPacedRoas: number | null;
            /** @description Suggested daily spend, in the app's currency; null if the run gives none. */
            suggestedDailySpend: number | null;
            /** @description Recommended bid target, unconstrained; paid gross. */
            optimisationRawRoas: number | null;
            /** @description Revenue of one more unit of daily spend, at the target DSI, in the target types; null if the run gives none. */
            marginalRoas: number | null;
            /** @description Today's spend: the average of the last 7 days up to `dataThrough`, days before the first spend left out. */
            currentDailySpend: number;
            /**
             * Format: date
             * @description First install date of the bet lookback range.
             */
            lookbackStartDate: string;
            /**
             * Format: date
             * @description Last install date of the bet lookback range.
             */
            lookbackEndDate: string;
            /**
             * Format: date
             * @description Day, UTC, of the earliest run that advised this and was not followed, as `notDone` compares them; null if the run a week before did not advise it.
             */
            advisedSince: string | null;
            step: components["schemas"]["Step"];
        };
        AppSettings: {
            /**
             * Format: int64
             * @description The app's id.
             */
            id: number;
            /** @description App name. */
            name: string;
            createdAt: components["schemas"]["Timestamp"];
            /** @description Currency of every amount, ISO 4217. */
            currency: string;
            /** @description Whether the app requires weekly prediction aggregation: then `daily` cohorts are refused. */
            weeklyAggregation: boolean;
            /** @description Available DSIs, ascending. */
            dsiValues: number[];
            /** @description Those of them that ROAS history and forecast accuracy have values of, ascending. */
            historyDsiValues: number[];
            /**
             * @description DSIs without forecasts in the served run, ascending: cohorts that are old enough have actual values there, younger ones null. The history
             *     is too short to forecast that far (`TOO_LITTLE_HISTORY`), or the forecasts failed their backtest (`BACKTEST_FAILED`).
             */
            withheldDsis: components["schemas"]["WithheldDsi"][];
            /** @description DSIs at which too few past forecasts can be compared with outcomes, ascending. At the target DSI, steps are small: see `tested`. */
            untestedDsis: number[];
            /** @description DSI of the target ROAS. */
            targetDsi: number;
            targetRoasType: components["schemas"]["RoasType"];
            targetRevenueType: components["schemas"]["RevenueType"];
            /** @description Target ROAS at the target DSI, in the target types, weighted by `dailySpend` over the served `campaign` recommendations that have one above 0; null without one, or if the header `Withheld-Fields` names it. */
            target: number | null;
            /** @description Half-width of the HOLD band as a share of the target. */
            actionThreshold: number;
            /** @description The bet lookback range of each platform. */
            betLookbacks: components["schemas"]["BetLookback"][];
            /**
             * Format: date
             * @description First install date with data; null without data.
             */
            dataFrom: string | null;
            /**
             * Format: date
             * @description Latest install date with data; null without data.
             */
            dataThrough: string | null;
            /**
             * Format: date
             * @description Earliest `startDate` that a report takes today (UTC).
             */
            earliestReportStartDate: string;
            /**
             * Format: date
             * @description Earliest `startDate` that ROAS history and forecast accuracy take.
             */
            earliestRoasHistoryStartDate: string;
            latestRecommendationRun: components["schemas"]["RunOfApp"];
            latestAlertRun: components["schemas"]["RunOfApp"];
        };
        WithheldDsi: {
            /** @description The DSI. */
            dsi: number;
            /**
             * @description Why.
             * @enum {string}
             */
            reason: "TOO_LITTLE_HISTORY" | "BACKTEST_FAILED";
        };
        BetLookback: {
            /** @enum {string} */
            platform: "IOS" | "ANDROID" | "WEB";
            /** @description Age in days of the youngest cohort. */
            startDay: number;
            /** @description Age in days of the oldest cohort. */
            endDay: number;
        };
        /** @description A succeeded run; null when there is none. */
        RunOfApp: {
            /**
             * Format: int64
             * @description Its id.
             */
            id: number;
            createdAt: components["schemas"]["Timestamp"];
        } | null;
        Campaign: {
            platform: components["schemas"]["Platform"];
            /** @description Ad network; `Unknown` if missing. */
            network: string;
            /** @description Campaign name; `Unknown` if missing. */
            campaign: string;
            /** @description Its countries, ISO codes or `Unknown`, in byte order. */
            countries: string[];
            /**
             * Format: date
             * @description First install date with data.
             */
            firstInstallDate: string;
            /**
             * Format: date
             * @description Latest install date with data.
             */
            lastInstallDate: string;
            /** @description Spend of the last 30 days with data of the app, in its currency. */
            spend: number;
            /** @description Paid installs of these days. */
            paidInstalls: number;
            /** @description Paid plus incremental organic installs of these days. */
            incrementalBlendedInstalls: number;
            /** @description Paid plus all allocated organic installs of these days. */
            fullBlendedInstalls: number;
        };
        ForecastAccuracy: {
            /** @description With `groupBy` only, as are the three names that follow. */
            platform?: string;
            /** @description Ad network. */
            network?: string;
            /** @description Campaign name. */
            campaign?: string;
            /** @description ISO country code. */
            country?: string;
            /** @description Days from the start of the cohort's period to the latest install date that the forecasting run saw. */
            age: number;
            /** @description Cohorts with a forecast at this age and an actual value. */
            cohorts: number;
            /** @description Their spend as the actual value's run knew it, in the app's currency. */
            spend: number;
            /** @description Sum of forecast minus actual revenue over the sum of actual: 0.02 is 2 % too high. Null when that sum is 0. */
            bias: number | null;
            /** @description Sum of absolute errors over the sum of actual revenue. Null when that sum is 0. */
            wape: number | null;
            /** @description Absolute error over actual revenue that half of the spend stays within: the smallest of the cohorts' errors for which that holds. Cohorts without spend or without actual revenue above 0 are left out. Null when none is left. */
            p50: number | null;
            /** @description The same for 90 % of the spend. */
            p90: number | null;
        };
        /** @description The row with the same identity in the run compared with; null when there was none. */
        PreviousRecommendation: {
            /** @enum {string} */
            action: "SCALE" | "HOLD" | "REDUCE";
            /** @enum {string} */
            status: "HIGH" | "MEDIUM" | "LOW";
            /** @description Average daily spend over the bet lookback range. */
            dailySpend: number;
            /** @description Target ROAS of the target types. */
            targetRoas: number | null;
            /** @description Predicted ROAS of the target types. */
            predictedRoas: number | null;
            createdAt: components["schemas"]["Timestamp"];
        } | null;
        Recommendation: {
            /**
             * Format: int64
             * @description Unique recommendation id; changes with every run.
             */
            id: number;
            /** @description ISO country code; `GLOBAL` when a campaign row spans several; `Unknown` if missing. */
            country: string;
            platform: components["schemas"]["Platform"];
            /** @description Ad network; `Unknown` if missing. */
            network: string;
            /** @description Campaign name; `Unknown` if missing. */
            campaign: string;
            /**
             * @description What to do with spend: predicted against target ROAS at the target DSI, in the target types.
             * @enum {string}
             */
            action: "SCALE" | "HOLD" | "REDUCE";
            /**
             * @description Confidence tier: `HIGH` from 0.60, `MEDIUM` from 0.30; `LOW` below, without a score, under 5 of daily spend, or on a non-traditional network.
             * @enum {string}
             */
            status: "HIGH" | "MEDIUM" | "LOW";
            /** @description Model confidence. */
            confidenceScore: number | null;
            /** @description Average daily spend over the bet lookback range, which the action judges; `currentDailySpend` is today's. */
            dailySpend: number;
            /** @description Paid installs over the bet lookback range. */
            paidInstalls: number;
            /** @description Paid plus incremental organic installs. */
            incrementalBlendedInstalls: number;
            /** @description Paid plus incremental organic plus a share of all true organic installs. */
            fullBlendedInstalls: number;
            /** @description Cost per paid install; 0 if there are none. */
            paidCpi: number;
            /** @description Cost per paid and incremental organic install; 0 if there are none. */
            incrementalBlendedCpi: number;
            /** @description Cost per paid and allocated organic install; 0 if there are none. */
            fullBlendedCpi: number;
            /** @description Conversion window (DSI) the ad network optimises against. */
            optimisationDsi: number;
            /** @description Payback window (DSI) by which a cohort should hit its target ROAS. */
            targetDsi: number;
            /** @description Bid target live in the ad network; paid gross. */
            optimisationLiveRoas: number | null;
            /** @description Recommended bid target, capped by the network's pacing rules; paid gross. */
            optimisationPacedRoas: number | null;
            /** @description Recommended bid target, unconstrained; paid gross. */
            optimisationRawRoas: number | null;
            /** @description Predicted ROAS at the optimisation DSI over the bet lookback range; paid gross. */
            optimisationPredictedRoas: number | null;
            /** @description Target ROAS: paid, gross. */
            targetPaidGrossRoas: number | null;
            /** @description Predicted ROAS at the target DSI: paid, gross. */
            predictedPaidGrossRoas: number | null;
            /** @description Target ROAS: paid, net. */
            targetPaidNetRoas: number | null;
            /** @description Predicted ROAS at the target DSI: paid, net. */
            predictedPaidNetRoas: number | null;
            /** @description Target ROAS: paid plus incremental organic, gross. */
            targetIncrementalBlendedGrossRoas: number | null;
            /** @description Predicted ROAS at the target DSI: paid plus incremental organic, gross. */
            predictedIncrementalBlendedGrossRoas: number | null;
            /** @description Target ROAS: paid plus incremental organic, net. */
            targetIncrementalBlendedNetRoas: number | null;
            /** @description Predicted ROAS at the target DSI: paid plus incremental organic, net. */
            predictedIncrementalBlendedNetRoas: number | null;
            /** @description Target ROAS: paid plus all allocated organic, gross. */
            targetFullBlendedGrossRoas: number | null;
            /** @description Predicted ROAS at the target DSI: paid plus all allocated organic, gross. */
            predictedFullBlendedGrossRoas: number | null;
            /** @description Target ROAS: paid plus all allocated organic, net. */
            targetFullBlendedNetRoas: number | null;
            /** @description Predicted ROAS at the target DSI: paid plus all allocated organic, net. */
            predictedFullBlendedNetRoas: number | null;
            createdAt: components["schemas"]["Timestamp"];
            /**
             * @description Reason for the action: the position of the predicted ROAS relative to the band, or which ROAS is missing or not positive.
             * @enum {string}
             */
            actionReason: "above_band" | "within_band" | "below_band" | "roas_missing" | "target_missing";
            /**
             * @description What decides `status`: the score, or for `LOW` a daily spend under 5, a network that is not a traditional one whatever its score, or a missing score; the first that applies.
             * @enum {string}
             */
            statusReason: "score" | "small_spend" | "network" | "no_score";
            /**
             * @description ROAS types other than the target one whose predicted and target ROAS, in the target revenue type, point the other way: SCALE for REDUCE, or REDUCE for
             *     SCALE. A TV campaign may miss a paid target and beat an incremental blended one.
             */
            opposedBy: components["schemas"]["RoasType"][];
            /**
             * Format: date
             * @description First install date of the bet lookback range, as it was when the run was imported.
             */
            lookbackStartDate: string;
            /**
             * Format: date
             * @description Last install date of the bet lookback range, as it was when the run was imported.
             */
            lookbackEndDate: string;
            /** @description Lower end of the 80 % interval of the predicted ROAS of the target types; null if the run gives none. */
            predictedLowRoas: number | null;
            /** @description Upper end of that interval; null if the run gives none. */
            predictedHighRoas: number | null;
            /**
             * @description Whether the 80 % interval of the predicted ROAS of the target types covers an edge of the HOLD band, so that another action is plausible. The run's interval
             *     or, if it gives none, `predicted / (1 + p80)` to `predicted / (1 - p80)` with `p80` of the platform's track record. Null if there is neither,
             *     or if the target or predicted ROAS of the target types is missing or not positive.
             */
            closeCall: boolean | null;
            /** @description Daily spend that the run suggests: a step toward where marginal ROAS meets the target. Null, as are the next five fields, if the run gives none. */
            suggestedDailySpend: number | null;
            /** @description Response of installs to spend: 0.8 means that 1 % more spend brings 0.8 % more installs. */
            responseElasticity: number | null;
            /** @description Lower end of its 80 % interval. */
            responseLow: number | null;
            /** @description Upper end of its 80 % interval. */
            responseHigh: number | null;
            /** @description Marginal ROAS: revenue of one more unit of daily spend, at the target DSI, in the target types. */
            marginalRoas: number | null;
            /**
             * @description What the response rests on: `learned` from moves of this campaign's spend, or `assumed` from other campaigns before it has such moves. Null if the run does not say.
             * @enum {string|null}
             */
            responseEvidence: "learned" | "assumed" | null;
            /** @description Whether past forecasts at the target DSI were compared with outcomes. If false (see `untestedDsis` of `GET /v1/app-settings`), the step is small. */
            tested: boolean;
            /** @description Today's spend: the average of the last 7 days up to `Data-Through`, days before the first spend left out. By the cohorts of the latest run, also with `asOf`. */
            currentDailySpend: number;
            step: components["schemas"]["Step"];
            /** @description The ROAS of the target types at the target DSI that the install dates of the bet lookback range reached, by the latest run; null until they are old enough, or if it is not known for all of their cohorts; with `outcome` only. */
            actualRoas?: number | null;
            /**
             * @description The action if `actualRoas` had been predicted; null as it is; with `outcome` only.
             * @enum {string|null}
             */
            actionInHindsight?: "SCALE" | "HOLD" | "REDUCE" | null;
            /** @description Predicted ROAS of the target types / `actualRoas` - 1: 0.1 is 10 % too high; null if either is missing or `actualRoas` is 0; with `outcome` only. */
            roasError?: number | null;
            previous?: components["schemas"]["PreviousRecommendation"];
            /**
             * @description With `since` only. `new`: not recommended then; `action`: the action changed; `none`: the same action.
             * @enum {string}
             */
            change?: "new" | "action" | "none";
        };
        /**
         * @description What to do with the campaign: the one decision that follows from its action, response to spend, bids, budgets and data. `more` occurs only with SCALE, `less` only with REDUCE.
         *
         *     `kind`:
         *
         *     - `bid_target`: set the bid target to `to`.
         *     - `budget`: set the daily spend to `to`.
         *     - `test`: raise the daily spend by 10 % to `to` for 7 days, to learn the response; then set it back, unless the next step starts there.
         *     - `country` (`campaign_geo` rows of campaigns in several countries): spend `to` a day in the country. One bid and budget hold for all countries: exclude it, or give it a campaign of its own.
         *     - `keep`: change nothing. `check_data`: change nothing before the data are checked. `stopped`: the campaign spends nothing any more.
         *
         *     `reason` says why nothing changes; it is null if something does:
         *
         *     | kind | reason | meaning |
         *     |---|---|---|
         *     | `stopped` | null | no spend on the last 3 days up to `Data-Through` (7 for apps with weekly aggregation), and no `no_cost` |
         *     | `check_data` | `no_cost`, `no_installs`, `attribution`, `outage` | a problem of this kind in `data` of `GET /v1/overview` covers the campaign |
         *     | `check_data` | `no_target`, `withheld`, `no_prediction` | no target above 0; the run withholds forecasts of the target DSI; no predicted ROAS |
         *     | `keep` | `within_band` | HOLD |
         *     | `keep` | `unsure` | `confidenceScore` below 0.30 |
         *     | `keep` | `too_small` | `currentDailySpend` below 5, or a step that rounds to 0 |
         *     | `keep` | `moved` | spend of the last 3 days differs from `dailySpend` by 5 % or more in the action's direction |
         *     | `keep` | `newest_days_differ` | the ROAS of the newest install days (`newest`) is beyond the HOLD band on the other side of the target |
         *     | `keep` | `next_unit_below_target` | SCALE, but one more unit of spend returns less than the target (`nextRoas`) |
         *     | `keep` | `budget_spent` | SCALE, but `budget` has no room for it |
         *     | `keep` | `app_brake` | SCALE, but raises that gain more already take the app's daily spend to its `brake` |
         *     | `keep` | `paced` | the live bid target is at the recommended one, it changed within 14 days, and pacing holds the rest back |
         *     | `keep` | `held` | the response is known, and the run suggests no step in the action's direction |
         *     | `keep` | `unknown_response` | SCALE of a run that delivers no responses |
         *
         *     The price (`spendChange` to `gainHigh`) is per day, in the app's currency, unrounded: the revenue is that of a day's installs by the target DSI, in the target types.
         *     `gain` is `revenueChange / targetRoas - spendChange`. It is null without a step, and for a bid target whose effect on spend is not known.
         *
         *     Before the target DSI is tested (`tested` is false), a step moves 10 % of the spend, by `test`, `budget` or `country`, and no bid target; its price has `bounds`.
         *
         *     A response is known if the run gives one whose 80 % interval is not wider than 0.4 and has a width. Its elasticity is normally distributed around `marginalRoas` / predicted ROAS, cut at 0 and 1.
         */
        Step: {
            /**
             * @description What to change.
             * @enum {string}
             */
            kind: "bid_target" | "budget" | "test" | "country" | "keep" | "check_data" | "stopped";
            /**
             * @description Where money moves.
             * @enum {string}
             */
            direction: "more" | "less" | "none";
            /** @description Bid target, or daily spend, today; null if nothing changes. */
            from: number | null;
            /** @description The same after the step. */
            to: number | null;
            /**
             * @description Why nothing changes.
             * @enum {string|null}
             */
            reason: "no_cost" | "no_installs" | "attribution" | "outage" | "no_target" | "withheld" | "no_prediction" | "within_band" | "unsure" | "too_small" | "moved" | "newest_days_differ" | "next_unit_below_target" | "budget_spent" | "app_brake" | "paced" | "held" | "unknown_response" | null;
            /** @description Change of the daily spend. */
            spendChange: number | null;
            /** @description Change of the revenue of a day's installs; null if the response to spend is not known. */
            revenueChange: number | null;
            /** @description Lower end of its 80 % interval, over the errors of response and predicted ROAS; with `bounds`, the lowest possible value. */
            revenueChangeLow: number | null;
            /** @description Upper end; with `bounds`, the highest possible value. */
            revenueChangeHigh: number | null;
            /** @description What the step is worth a day. Null as `revenueChange` is. */
            gain: number | null;
            /** @description The same with `revenueChangeLow`. */
            gainLow: number | null;
            /** @description The same with `revenueChangeHigh`. */
            gainHigh: number | null;
            /** @description Whether low and high are bounds, at an elasticity of 0 and 1, not an 80 % interval. */
            bounds: boolean;
            budget: components["schemas"]["StepBudget"];
            /** @description Whether the recommended bid target differs from the live one, against the action or before the target DSI is tested. It stays as it is; the step moves the spend. */
            bidStays: boolean;
            /** @description DSI of the bid target. */
            optimisationDsi: number;
            /** @description DSI by which the revenue of its price counts. */
            targetDsi: number;
            /** @description Target ROAS of the target types, at which gains are valued; null if there is none. */
            targetRoas: number | null;
            /** @description As `tested` of the recommendation. */
            tested: boolean;
            checkpoint: components["schemas"]["Checkpoint"];
            /** @description With `next_unit_below_target`: what one more unit of spend returns, at most. Otherwise null. */
            nextRoas: number | null;
            newest: components["schemas"]["NewestDays"];
            brake: components["schemas"]["Brake"];
            /** @description Share of spend of past recommendations of this action, status and granularity where hindsight agrees. Null if fewer than 50 are `judged`. */
            rightShare: number | null;
            /** @description Such recommendations with an outcome, in the default range of `GET /v1/track-record`. */
            judged: number;
        };
        /**
         * @description What to do with the alert's campaign: the `step` of its recommendation in the latest run. For an alert of one country of a campaign that runs in several, that of the country. Null if platform, network or campaign is
         *     `Unknown`, if the run has no such recommendation, if an earlier alert run made the alert, or if the header `Withheld-Fields` has `step`.
         */
        StepOfAlert: {
            /**
             * @description What to change.
             * @enum {string}
             */
            kind: "bid_target" | "budget" | "test" | "country" | "keep" | "check_data" | "stopped";
            /**
             * @description Where money moves.
             * @enum {string}
             */
            direction: "more" | "less" | "none";
            /** @description Bid target, or daily spend, today; null if nothing changes. */
            from: number | null;
            /** @description The same after the step. */
            to: number | null;
            /**
             * @description Why nothing changes.
             * @enum {string|null}
             */
            reason: "no_cost" | "no_installs" | "attribution" | "outage" | "no_target" | "withheld" | "no_prediction" | "within_band" | "unsure" | "too_small" | "moved" | "newest_days_differ" | "next_unit_below_target" | "budget_spent" | "app_brake" | "paced" | "held" | "unknown_response" | null;
            /** @description Change of the daily spend. */
            spendChange: number | null;
            /** @description Change of the revenue of a day's installs; null if the response to spend is not known. */
            revenueChange: number | null;
            /** @description Lower end of its 80 % interval, over the errors of response and predicted ROAS; with `bounds`, the lowest possible value. */
            revenueChangeLow: number | null;
            /** @description Upper end; with `bounds`, the highest possible value. */
            revenueChangeHigh: number | null;
            /** @description What the step is worth a day. Null as `revenueChange` is. */
            gain: number | null;
            /** @description The same with `revenueChangeLow`. */
            gainLow: number | null;
            /** @description The same with `revenueChangeHigh`. */
            gainHigh: number | null;
            /** @description Whether low and high are bounds, at an elasticity of 0 and 1, not an 80 % interval. */
            bounds: boolean;
            budget: components["schemas"]["StepBudget"];
            /** @description Whether the recommended bid target differs from the live one, against the action or before the target DSI is tested. It stays as it is; the step moves the spend. */
            bidStays: boolean;
            /** @description DSI of the bid target. */
            optimisationDsi: number;
            /** @description DSI by which the revenue of its price counts. */
            targetDsi: number;
            /** @description Target ROAS of the target types, at which gains are valued; null if there is none. */
            targetRoas: number | null;
            /** @description As `tested` of the recommendation. */
            tested: boolean;
            checkpoint: components["schemas"]["Checkpoint"];
            /** @description With `next_unit_below_target`: what one more unit of spend returns, at most. Otherwise null. */
            nextRoas: number | null;
            newest: components["schemas"]["NewestDays"];
            brake: components["schemas"]["Brake"];
            /** @description Share of spend of past recommendations of this action, status and granularity where hindsight agrees. Null if fewer than 50 are `judged`. */
            rightShare: number | null;
            /** @description Such recommendations with an outcome, in the default range of `GET /v1/track-record`. */
            judged: number;
        } | null;
        /** @description What cohorts need at the longest tested DSI to reach the target, by the growth that the run predicts. Null if the target DSI is tested or withheld, or if a value is missing or not above 0. */
        Checkpoint: {
            /** @description That DSI. */
            dsi: number;
            /** @description The target DSI. */
            targetDsi: number;
            /** @description The target ROAS. */
            targetRoas: number;
            /** @description ROAS needed there, lower end of its 80 % interval. */
            neededLow: number;
            /** @description Upper end. */
            neededHigh: number;
            /** @description Their ROAS there. */
            roas: number;
        } | null;
        /**
         * @description The campaign's last 7 install days up to `Data-Through` (apps with weekly aggregation: its last complete ISO week), by the cohorts of the latest run, also with `asOf`. Null if the run withholds or has not tested the
         *     target DSI, or knows revenue there for less than 80 % of their spend, 5 cohorts or 50 paid installs.
         */
        NewestDays: {
            /**
             * Format: date
             * @description First install date.
             */
            startDate: string;
            /**
             * Format: date
             * @description Last install date.
             */
            endDate: string;
            /** @description Their ROAS at the target DSI, in the target types. */
            roas: number;
        } | null;
        /** @description With `app_brake`: how far raises may take the app's daily spend. Otherwise null. */
        Brake: {
            /** @description The limit: today's spend, or 10 % above `earlierDailySpend` if that is more. Cuts of the run make room for raises. */
            dailySpend: number;
            /** @description Today's spend of all campaigns of the app. */
            currentDailySpend: number;
            /** @description Average daily spend of the 7 days that end 28 days before `Data-Through`. */
            earlierDailySpend: number;
        } | null;
        /** @description The budget with the least room, if the reason is `budget_spent`; otherwise null. */
        StepBudget: {
            /**
             * Format: int64
             * @description Budget id.
             */
            budgetId: number;
            month: components["schemas"]["Month"];
            /**
             * @description Platform; null is all.
             * @enum {string|null}
             */
            platform: "IOS" | "ANDROID" | "WEB" | null;
            /** @description Ad network; null is all. */
            network: string | null;
            /** @description Campaign name; null is all. */
            campaign: string | null;
            /** @description Budget of the month. */
            amount: number;
            /** @description Spend of the whole month as it goes. */
            expected: number;
        } | null;
        /** @description Totals of steps. Amounts are per day, in the app's currency. The interval covers errors that count as the same within a network and as correlated by 0.5 between networks; it is not the sum of the steps' intervals. */
        StepTotals: {
            /** @description Number of steps. */
            steps: number;
            /** @description Steps without a `gain`, since their response to spend, or what their bid does to spend, is not known. `revenueChange` and gains leave them out. */
            unpriced: number;
            /** @description Change of the daily spend by all steps whose `spendChange` is known. */
            spendChange: number;
            /** @description Change of the revenue of a day's installs by the priced steps; null if there are none. */
            revenueChange: number | null;
            /** @description What the priced steps are worth a day; null if there are none. */
            gain: number | null;
            /** @description Lower end of its 80 % interval. */
            gainLow: number | null;
            /** @description Upper end of that interval. */
            gainHigh: number | null;
        };
        Alert: {
            /**
             * Format: int64
             * @description Unique alert id.
             */
            id: number;
            /**
             * Format: int64
             * @description App the alert belongs to.
             */
            appId: number;
            createdAt: components["schemas"]["Timestamp"];
            /**
             * @description `BIDS`: the live bid is more than 5 % off the paced recommendation. `ANALYTICS`: performance, confidence and custom rules.
             * @enum {string}
             */
            alertGroup: "BIDS" | "ANALYTICS";
            /** @description Short name of the alert. */
            title: string;
            /** @description Campaign name; `Unknown` if missing. */
            campaign: string;
            /** @description ISO country code; `GLOBAL` when the campaign spans several; `Unknown` if missing. */
            country: string;
            platform: components["schemas"]["Platform"];
            /** @description Ad network; `Unknown` if missing. */
            network: string;
            /** @description Average daily spend of the affected campaign over the bet lookback range. */
            dailySpend: number;
            /** @description One line: what happened. */
            summary: string;
            /** @description Why the alert fired. */
            detail: string;
            /** @description How much spend is affected and why it matters; null on bid alerts. */
            spendDetail: string | null;
            /** @description The pipeline's text, as delivered, not the step; null when there is none. */
            recommendedAction: string | null;
            /**
             * @description The measure that the alert is about; null, as are the next three fields, if the run does not say.
             * @enum {string|null}
             */
            metric: "live_bid" | "roas" | "ltv" | "cpi" | "installs" | "spend" | "revenue" | "confidence" | "attribution" | null;
            /** @description Its value: a ratio, an amount in the app's currency, or a number of installs. */
            value: number | null;
            /** @description The value it is compared with: a target, a recommended bid, an earlier period. */
            reference: number | null;
            /** @description value / reference - 1: 0.1 is 10 % above. */
            change: number | null;
            step: components["schemas"]["StepOfAlert"];
            /**
             * Format: date-time
             * @description `createdAt` of the first of them in the range; with `distinct` only.
             */
            firstSeen?: string;
            /**
             * Format: date-time
             * @description `createdAt` of the latest of them in the range; with `distinct` only.
             */
            lastSeen?: string;
            /** @description Number of occurrences in the range; with `distinct` only. */
            timesSeen?: number;
            /** @description Whether the latest alert run raised it, whatever the range; with `distinct` only. */
            inLatestRun?: boolean;
            /**
             * @deprecated
             * @description Deprecated: use `inLatestRun`.
             */
            open?: boolean;
        };
        Event: {
            /**
             * Format: int64
             * @description Event id.
             */
            id: number;
            /**
             * @description Kind of event. `attribution`: installs were attributed wrongly.
             * @enum {string}
             */
            kind: "outage" | "attribution" | "flight" | "launch" | "holiday" | "price" | "other";
            /** @description Short name. */
            title: string;
            /**
             * Format: date
             * @description First day.
             */
            startDate: string;
            /**
             * Format: date
             * @description Last day, `startDate` if it was one day.
             */
            endDate: string;
            /**
             * @description Platform; null is all.
             * @enum {string|null}
             */
            platform: "IOS" | "ANDROID" | "WEB" | null;
            /** @description Ad network; null is all. */
            network: string | null;
            /** @description Campaign name; null is all. */
            campaign: string | null;
            /** @description ISO country code; null is all. */
            country: string | null;
            /** @description What to know when reading numbers of these days. */
            note: string | null;
        };
        BudgetPlan: {
            /**
             * @description The goal given.
             * @enum {string}
             */
            goal: "dailyBudget" | "budgetChange" | "targetRoas";
            /** @description Whether the plan follows the steps. */
            followSteps: boolean;
            /** @description Total daily spend of the goal; null with `targetRoas`. */
            dailyBudget: number | null;
            /** @description Blended ROAS of the goal; null with the other goals. */
            targetRoas: number | null;
            /** @description Whether the plan meets the goal. If false, no plan within the bounds does: with a budget, this is the nearest one; with `targetRoas`, the one with the largest `revenue - targetRoas * dailySpend`. */
            reached: boolean;
            /** @description Whether no campaign may rise and some may fall: the steps only cut. `suggested` has the total of the steps. */
            onlyCuts: boolean;
            /** @description Whether no other split within the bounds brings more revenue. False if budgets overlap without one containing the other: then it is a good split, not the best. */
            optimal: boolean;
            /** @description If `reached` is false, the smallest `maxStep` with which a plan meets the goal, for a second request. Null if none does, as too little spend may move; null if `reached`. */
            neededMaxStep: number | null;
            /** @description Marginal ROAS of the last unit of spend in the plan, the same in every campaign that is not at a bound. If all are at a bound, the smallest of those above their lowest spend, or the largest if none is. Null if no campaign with spend can move. */
            marginalRoas: number | null;
            /** @description Lowest total daily spend within the bounds. */
            lowestDailySpend: number;
            /** @description Highest total daily spend within the bounds. */
            highestDailySpend: number;
            /** @description Share of today's spend with a predicted ROAS. Revenue and ROAS cover only these campaigns. Null without spend. */
            coveredShare: number | null;
            /** @description Share of today's spend of campaigns that may move: with enough evidence, and a call that allows it. Null without spend. */
            movableShare: number | null;
            /** @description Days that `horizonSpend` and `horizonRevenue` add up. */
            horizonDays: number;
            before: components["schemas"]["BudgetTotals"];
            after: components["schemas"]["BudgetTotals"];
            suggested: components["schemas"]["SuggestedTotals"];
            /** @description The campaigns, by `currentDailySpend` descending, then `id`. */
            campaigns: components["schemas"]["PlannedCampaign"][];
        };
        /** @description Totals per day, today (`before`) or as planned (`after`). */
        BudgetTotals: {
            /** @description Daily spend of all campaigns. */
            dailySpend: number;
            /** @description Predicted revenue per day, of campaigns with a predicted ROAS; a negative one counts. */
            revenue: number;
            /** @description Lower end of the 80 % interval of `revenue`, over the errors of predicted ROAS and of responses to the moves. */
            revenueLow: number;
            /** @description Upper end of that interval. */
            revenueHigh: number;
            /** @description Change of `revenue` against today (`before`). */
            revenueChange: number;
            /** @description Lower end of the 80 % interval of `revenueChange`, over the same errors. */
            revenueChangeLow: number;
            /** @description Upper end of that interval. */
            revenueChangeHigh: number;
            /** @description Blended predicted ROAS: `revenue` / daily spend of campaigns with a predicted ROAS. Null without such spend. */
            roas: number | null;
            /** @description `dailySpend` x `horizonDays`. */
            horizonSpend: number;
            /** @description `revenue` x `horizonDays`. */
            horizonRevenue: number;
        };
        /** @description Totals if every campaign with evidence takes its `step` and the others do not change, whatever the goal and `maxStep`. Null if no step of theirs has a price. */
        SuggestedTotals: {
            /** @description Daily spend of all campaigns. */
            dailySpend: number;
            /** @description Predicted revenue per day, of campaigns with a predicted ROAS; a negative one counts. */
            revenue: number;
            /** @description Lower end of the 80 % interval of `revenue`, over the errors of predicted ROAS and of responses to the moves. */
            revenueLow: number;
            /** @description Upper end of that interval. */
            revenueHigh: number;
            /** @description Change of `revenue` against today (`before`). */
            revenueChange: number;
            /** @description Lower end of the 80 % interval of `revenueChange`, over the same errors. */
            revenueChangeLow: number;
            /** @description Upper end of that interval. */
            revenueChangeHigh: number;
            /** @description Blended predicted ROAS: `revenue` / daily spend of campaigns with a predicted ROAS. Null without such spend. */
            roas: number | null;
            /** @description `dailySpend` x `horizonDays`. */
            horizonSpend: number;
            /** @description `revenue` x `horizonDays`. */
            horizonRevenue: number;
        } | null;
        PlannedCampaign: {
            /**
             * Format: int64
             * @description Its recommendation's id; changes with every run.
             */
            id: number;
            platform: components["schemas"]["Platform"];
            /** @description Ad network; `Unknown` if missing. */
            network: string;
            /** @description Campaign name; `Unknown` if missing. */
            campaign: string;
            /** @description ISO country code; `GLOBAL` when the campaign spans several; `Unknown` if missing. */
            country: string;
            /** @description Today's spend, as in the recommendation. */
            currentDailySpend: number;
            /** @description Daily spend in the plan. */
            plannedDailySpend: number;
            /** @description plannedDailySpend / currentDailySpend - 1: 0.1 is 10 % more; null if `currentDailySpend` is 0. */
            change: number | null;
            /** @description Lowest daily spend that `maxStep` and the call allow; `currentDailySpend` without evidence. */
            lowestDailySpend: number;
            /** @description Highest daily spend that `maxStep`, the call and budgets allow, with what other campaigns of a budget may free; `currentDailySpend` without evidence. */
            highestDailySpend: number;
            /** @description Daily spend that the run suggests; null if it gives none. */
            suggestedDailySpend: number | null;
            /** @description Predicted ROAS today, at the target DSI, in the target types; null if the run gives none. */
            predictedRoas: number | null;
            /** @description Predicted ROAS at `plannedDailySpend`; null without `predictedRoas`, or without spend. */
            plannedRoas: number | null;
            /** @description predictedRoas * currentDailySpend; null without `predictedRoas`. */
            revenue: number | null;
            /** @description Predicted revenue of a day at `plannedDailySpend`; null without `predictedRoas`. */
            plannedRevenue: number | null;
            /** @description Marginal ROAS today: revenue of one more unit of daily spend; null if the run gives none. */
            marginalRoas: number | null;
            /** @description Marginal ROAS at `plannedDailySpend`; null without evidence or spend. */
            plannedMarginalRoas: number | null;
            /** @description Response of installs to spend: 0.8 means that 1 % more spend brings 0.8 % more installs; null if the run gives none. */
            responseElasticity: number | null;
            /** @description Lower end of its 80 % interval. */
            responseLow: number | null;
            /** @description Upper end of its 80 % interval. */
            responseHigh: number | null;
            /**
             * @description Limit of the move. `call`: the action, or the step with `stepReason`, does not allow it. `evidence`: the response is not known well enough, or the target DSI is not tested, so the spend does not change. `step`: `maxStep`; a larger move would help. `budget`: a budget of the month has no room for more. `target`: the target ROAS. Null: none.
             * @enum {string|null}
             */
            limitedBy: "call" | "evidence" | "step" | "budget" | "target" | null;
            /** @description The `reason` of the campaign's step: why it changes nothing; null if it does. */
            stepReason: string | null;
        };
        Pacing: {
            /**
             * Format: int64
             * @description Budget id.
             */
            budgetId: number;
            month: components["schemas"]["Month"];
            /**
             * @description Platform; null is all.
             * @enum {string|null}
             */
            platform: "IOS" | "ANDROID" | "WEB" | null;
            /** @description Ad network; null is all. */
            network: string | null;
            /** @description Campaign name; null is all. */
            campaign: string | null;
            /** @description Budget of the month, in the app's currency. */
            amount: number;
            /** @description Spend of the month up to the latest install date with data. */
            spent: number;
            /** @description Spend of the whole month, expected; `spent` if it has ended. Null if days are left and nothing was spent in the last 208 days. */
            expected: number | null;
            /** @description Lower end of its 80 % interval; null if there is none. */
            expectedLow: number | null;
            /** @description Upper end of that interval. */
            expectedHigh: number | null;
            /** @description Past days whose errors make the interval. */
            intervalDays: number;
            /**
             * @deprecated
             * @description Deprecated: use `intervalDays`.
             */
            cases: number;
            /** @description spent / amount. */
            share: number;
            /** @description Days of the month after the latest install date with data. */
            daysLeft: number;
            /** @description Average daily spend of the last 7 days with data; null if nothing was spent in the last 208 days. */
            currentDailySpend: number | null;
            /** @description Daily spend that meets the budget over the days left; 0 if it is used up, null without days left. */
            neededDailySpend: number | null;
            /**
             * @description `OVERSPENT`: `spent` exceeds `amount`. Otherwise by `expected`: `OVER` more than 5 % above `amount`, `UNDER` more than 5 % below, `ON_BUDGET` between. Null if `expected` is null.
             * @enum {string|null}
             */
            status: "OVERSPENT" | "OVER" | "ON_BUDGET" | "UNDER" | null;
        };
        TrackRecord: {
            /** @description With `groupBy` only, like the next four fields. */
            platform?: string;
            /** @description Ad network. */
            network?: string;
            /**
             * @description Recommended action.
             * @enum {string}
             */
            action?: "SCALE" | "HOLD" | "REDUCE";
            /**
             * @description Confidence tier.
             * @enum {string}
             */
            status?: "HIGH" | "MEDIUM" | "LOW";
            /**
             * @description `dailySpend` as a share of that of all recommendations of the run and granularity whose outcome is known: LARGE from 5 % on, MEDIUM from 1 % on.
             * @enum {string}
             */
            size?: "LARGE" | "MEDIUM" | "SMALL";
            /** @description Recommendations with a known outcome. Below 20, the other figures are omitted. */
            decisions: number;
            /** @description Runs that made them. */
            runs?: number;
            /**
             * Format: date
             * @description Day, UTC, on which the first of these runs was created.
             */
            since?: string;
            /** @description Sum of their `dailySpend`, the weight of all that follows. */
            dailySpend?: number;
            /** @description Share of spend, 0 to 1, where `actionInHindsight` is `action`. Null without spend. */
            rightShare?: number | null;
            /** @description Share of spend where hindsight says SCALE for REDUCE, or REDUCE for SCALE. Null without spend. */
            oppositeShare?: number | null;
            /** @description Sum of predicted minus actual ROAS over the sum of actual, each times dailySpend: 0.02 is 2 % too high. Without decisions that had no predicted ROAS. Null when the sum of actual is 0. */
            bias?: number | null;
            /** @description Sum of absolute differences of predicted and actual ROAS over the sum of actual, each times dailySpend. Null when that sum is 0. */
            wape?: number | null;
            /** @description Absolute `roasError` that half of the spend stays within: the smallest of the errors for which that holds. Null when none is known. */
            p50?: number | null;
            /** @description The same for 80 % of the spend. */
            p80?: number | null;
            /** @description The same for 90 % of the spend. */
            p90?: number | null;
            /** @description With `examples`: the decisions with a target above 0 where hindsight says another action, by `cost` descending, then oldest run, then id. */
            wrong?: components["schemas"]["WrongDecision"][];
        };
        /** @description ROAS are at the target DSI, in the target types. */
        WrongDecision: {
            /**
             * Format: date
             * @description Day, UTC, on which its run was created.
             */
            date: string;
            /** @description Platform. */
            platform: string;
            /** @description Ad network. */
            network: string;
            /** @description Campaign name. */
            campaign: string;
            /** @description Country. */
            country: string;
            /**
             * @description Recommended action.
             * @enum {string}
             */
            action: "SCALE" | "HOLD" | "REDUCE";
            /**
             * @description What the outcome says.
             * @enum {string}
             */
            actionInHindsight: "SCALE" | "HOLD" | "REDUCE";
            /** @description Spend a day that it judged. */
            dailySpend: number;
            /** @description Predicted ROAS. */
            predictedRoas: number | null;
            /** @description Today's target. */
            targetRoas: number;
            /** @description ROAS reached. */
            actualRoas: number;
            /** @description Money a day by which it missed the target, either way: `dailySpend` times the distance of `actualRoas` over `targetRoas` from 1. */
            cost: number;
        };
        /** @description An error (RFC 9457). */
        Problem: {
            /** @description Documentation of the error: a reference relative to the requested address. */
            type: string;
            /** @description The status in words. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description Explanation for people. */
            detail: string;
            /** @description Stable code for programs. `x-extensible-enum` and `/docs` list the current ones; more may be added. */
            code: string;
            /** @description Same as `X-Request-Id`. */
            requestId: string;
            /** @description On 400: every invalid parameter. */
            errors?: {
                /** @description The invalid parameter. */
                parameter: string;
                /** @description What is wrong with it. */
                message: string;
                /** @description The allowed values, as written in a request, if they can be listed. */
                allowed?: string[];
            }[];
        };
    };
    responses: {
        /** @description The copy named in `If-None-Match` is current. */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The part of the file that `Range` asked for; the headers are the whole file's. */
        PartialContent: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                ETag: components["headers"]["ETag"];
                "Accept-Ranges": components["headers"]["Accept-Ranges"];
                "Content-Range": components["headers"]["Content-Range"];
                "Content-Disposition": components["headers"]["Content-Disposition"];
                "Total-Rows": components["headers"]["Total-Rows"];
                "Run-Id": components["headers"]["Run-Id"];
                "Run-Created-At": components["headers"]["Run-Created-At"];
                "Data-Through": components["headers"]["Data-Through"];
                "Start-Date": components["headers"]["Start-Date"];
                "End-Date": components["headers"]["End-Date"];
                "Compare-Start-Date": components["headers"]["Compare-Start-Date"];
                "Compare-End-Date": components["headers"]["Compare-End-Date"];
                "Unmatched-Filters": components["headers"]["Unmatched-Filters"];
                "Withheld-Dsis": components["headers"]["Withheld-Dsis"];
                "Untested-Dsis": components["headers"]["Untested-Dsis"];
                Events: components["headers"]["Events"];
                "Full-From-Age": components["headers"]["Full-From-Age"];
                "Actual-From-Age": components["headers"]["Actual-From-Age"];
                Currency: components["headers"]["Currency"];
                [name: string]: unknown;
            };
            content: {
                "application/octet-stream": Blob;
                "text/csv": string;
            };
        };
        /** @description `Range` requests bytes that the file does not have (`range_not_satisfiable`). */
        RangeNotSatisfiable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Content-Range": components["headers"]["Content-Range"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description One or more parameters are wrong (`invalid_parameter`), and `errors` names each; or the request is not valid HTTP (`bad_request`); or the
         *     file would exceed the size limit (`file_too_large`).
         */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs#invalid_parameter",
                 *       "title": "Bad Request",
                 *       "status": 400,
                 *       "detail": "limit: must be a whole number from 1 to 500, in plain digits without leading zeros; got \"0\"; countries: can be used only with granularity campaign_geo; granularity is campaign.",
                 *       "code": "invalid_parameter",
                 *       "requestId": "0f8c7d1e-6a3b-4c5d-9e2f-1a2b3c4d5e6f",
                 *       "errors": [
                 *         {
                 *           "parameter": "limit",
                 *           "message": "must be a whole number from 1 to 500, in plain digits without leading zeros; got \"0\""
                 *         },
                 *         {
                 *           "parameter": "countries",
                 *           "message": "can be used only with granularity campaign_geo; granularity is campaign"
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key or access token is missing, malformed, unknown, revoked or expired (`unauthorized`). For a key that was revoked or has expired, `detail` says so. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key cannot read this app, the app is not live, or there is no such app (`app_forbidden`); which one is not said. Or a login as in `LoginForbidden`. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The person has no invitation to a company (`company_required`), or the access token lacks a required scope (`insufficient_scope`). */
        LoginForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such link; it was altered or cut short (`not_found`). */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The method is neither `GET` nor `HEAD` (`method_not_allowed`). */
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The link has expired, the key or login that made it is no longer valid, or its data are no longer kept or were withdrawn (`link_expired`). */
        Gone: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The path or the query string is longer than 16 KiB (`uri_too_long`), for example of many campaigns. Filter by fewer names. */
        UriTooLong: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The company's requests of this minute are used up, or the address has sent too many requests without a valid key (`rate_limited`). Or the company has as many downloads open as it may (`too_many_downloads`). */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The headers are longer than 16 KiB together, or with the request line longer than 128 KiB (`headers_too_large`). */
        HeadersTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A fault of the service (`internal_error`). */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The store did not respond in time, or is still building the file (`unavailable`), or too many of the company's requests are queued (`busy`); try again. Or a file of the store failed its checksum (`data_damaged`): its data are not served until the operator repairs them. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service lacks disk space for the file or for temporary data (`insufficient_storage`); try again later. Or it lacks the memory for the request (`insufficient_memory`, without `Retry-After`): request less, such as a shorter date range or a `limit`. */
        InsufficientStorage: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description An `id` from the app list.
         * @example 101
         */
        appId: number;
        /**
         * @description Two-letter country codes or `Unknown`; only with `granularity=campaign_geo`. Default: all.
         * @example [
         *       "US",
         *       "DE"
         *     ]
         */
        countriesOfCampaignGeo: components["schemas"]["CountryFilter"][];
        /**
         * @description Platforms, in lower case. Default: all, those shown as `Unknown` included.
         * @example [
         *       "ios"
         *     ]
         */
        platforms: ("ios" | "android" | "web")[];
        /**
         * @description Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
         *     quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
         *     made by other generators join the names as they are given.
         * @example [
         *       "\"Partners, other\"",
         *       "Meta Ads"
         *     ]
         */
        networks: string[];
        /**
         * @description Exact names of campaigns, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
         *     quoted field (`"US, Tier 1",Other`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
         *     made by other generators join the names as they are given.
         * @example [
         *       "\"US, Tier 1\"",
         *       "Other"
         *     ]
         */
        campaigns: string[];
        /** @description File format, which sets the media type: `application/octet-stream` or `text/csv`. `Accept` is ignored. */
        format: "parquet" | "csv";
        /**
         * @description `true` prefixes text cells that start with `=`, `+`, `-`, `@`, one of these in full width (`＝`, `＋`, `－`, `＠`), tab, CR or LF with `'`, for
         *     people who open the file in a spreadsheet. Such names no longer match filters. Only with `format=csv`.
         */
        csvSafe: boolean;
        /** @description `true` starts the file with a UTF-8 byte order mark, so that Excel reads it as UTF-8 when opened by double click. Only with `format=csv`. */
        csvBom: boolean;
        /** @description Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
        limit: number;
        /** @description Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
        offset: number;
        /**
         * @description A column of the answer, ascending, or `-` and a column, descending. Nulls come last, ties in the order of `install_cohort`. Not together with `order`.
         * @example -spend
         */
        sort: string;
        /**
         * @description A column of the answer, ascending, or `-` and a column, descending. Nulls come last, ties in the usual order. Any age is accepted up to that
         *     of the first period of the range at the latest run; an age that the file lacks has no effect.
         * @example -roas_age_7
         */
        sortOfHistory: string;
    };
    requestBodies: never;
    headers: {
        /** @description Id of this request; quote it in support requests. */
        "X-Request-Id": string;
        /**
         * @description Remaining requests of the company's window, for example `"company";r=12;t=34` (12 requests in the next 34 seconds). Absent if the request was
         *     not counted.
         */
        RateLimit: string;
        /** @description The company's limit, for example `"company";q=60;w=60` (60 requests in 60 seconds). Absent where `RateLimit` is. */
        "RateLimit-Policy": string;
        /** @description Seconds to wait before the next request. */
        "Retry-After": number;
        /** @description Version of this response, for `If-None-Match`. */
        ETag: string;
        /** @description `private, no-cache`: the caller may cache the response but must revalidate it with `If-None-Match`. `no-store`: errors and exported files. */
        "Cache-Control": string;
        /** @description Request headers that the response depends on. */
        Vary: string;
        /** @description `bytes`: `Range` requests a part; `If-Range` with the `ETag` ensures that it is of the same file. */
        "Accept-Ranges": string;
        /** @description The methods that the path supports. */
        Allow: string;
        /** @description `attachment` with the file's name (RFC 6266 `filename` and `filename*`). */
        "Content-Disposition": string;
        /** @description The part in this response. */
        "Content-Range": string;
        /** @description Number of matching rows, before `limit`. */
        "Total-Rows": number;
        /** @description Run of the data; absent if the app has none. */
        "Run-Id": number;
        /** @description When that run produced its data, ISO 8601. */
        "Run-Created-At": string;
        /** @description Latest install date with data. */
        "Data-Through": string;
        /** @description First date of the range, as resolved. */
        "Start-Date": string;
        /** @description Last date of the range, as resolved. */
        "End-Date": string;
        /** @description First date of the compared range; only with `compare`. */
        "Compare-Start-Date": string;
        /** @description Last date of the compared range; only with `compare`. */
        "Compare-End-Date": string;
        /** @description Currency of every amount, ISO 4217. */
        Currency: string;
        /** @description Name of the caller's company, in UTF-8, percent-encoded as `encodeURIComponent` does. */
        "Company-Name": string;
        /**
         * @description Comma-separated filters (`networks`, `campaigns`, `countries`) with a name that matches nothing in the app, for example a misspelled one.
         *     Absent if all names match.
         */
        "Unmatched-Filters": string;
        /**
         * @description DSIs without forecasts in the run, with the reason, ascending: `180;reason=TOO_LITTLE_HISTORY, 365;reason=BACKTEST_FAILED`. At these, cohorts that
         *     are old enough have actual values, younger ones null. Absent if there are none.
         */
        "Withheld-Dsis": string;
        /**
         * @description DSIs at which too few past forecasts can be compared with outcomes, ascending: `90, 180`. Cohorts that are old enough have actual
         *     values there, younger ones forecasts that nobody has compared with outcomes. Absent if there are none.
         */
        "Untested-Dsis": string;
        /** @description A field that is null because what it is made from is damaged (`step;reason=data_damaged`) or cannot be reached (`step;reason=unavailable`). The rest is complete. Absent otherwise. */
        "Withheld-Fields": string;
        /**
         * @description Number of the app's events (`/v1/events`) that overlap the range and match the filters. Recommendations: that overlap the days from the start of
         *     the longest bet lookback range to the latest install date with data.
         */
        Events: number;
        /** @description Age in days from which values cover the whole cohort. */
        "Full-From-Age": number;
        /** @description Age in days from which values are actual. */
        "Actual-From-Age": number;
        /** @description DSI of the target and predicted ROAS that decide. */
        "Target-Dsi": number;
        /** @description Target ROAS type, as in `roasTypes`. */
        "Target-Roas-Type": string;
        /** @description Target revenue type, as in `revenueTypes`. */
        "Target-Revenue-Type": string;
        /** @description The run that `since` compares with; only with `since`, absent if no run is that old. */
        "Previous-Run-Id": number;
        /** @description When that run produced its data. */
        "Previous-Run-Created-At": components["schemas"]["Timestamp"];
        /** @description Half-width of the HOLD band as a share of the target, for example 0.05. */
        "Action-Threshold": string;
        /** @description `Bearer`; for an access token that is refused, with `error` and `error_description` (RFC 6750). */
        "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listApps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The apps. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Total-Rows": components["headers"]["Total-Rows"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 101,
                     *         "name": "Merge Manor",
                     *         "createdAt": "2023-01-07T09:30:00.000Z"
                     *       },
                     *       {
                     *         "id": 102,
                     *         "name": "星屑サーガ – Stardust Saga",
                     *         "createdAt": "2025-05-06T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["App"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["LoginForbidden"];
            405: components["responses"]["MethodNotAllowed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The apps. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Total-Rows": components["headers"]["Total-Rows"];
                    "Company-Name": components["headers"]["Company-Name"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "appId": 101,
                     *         "name": "Merge Manor",
                     *         "currency": "USD",
                     *         "dataThrough": "2026-03-31",
                     *         "runId": 101045620,
                     *         "targetDsi": 30,
                     *         "targetRoasType": "paid",
                     *         "targetRevenueType": "gross",
                     *         "actionThreshold": 0.05,
                     *         "spend": {
                     *           "day": 54688.51,
                     *           "dayBefore": 56313.68,
                     *           "week": 424088.56,
                     *           "weekBefore": 464977.18
                     *         },
                     *         "roas": {
                     *           "week": 0.5772474987299823,
                     *           "weekActualShare": 0,
                     *           "weekBefore": 0.5583191710612552,
                     *           "weekBeforeActualShare": 0
                     *         },
                     *         "target": 0.6186485681218904,
                     *         "tested": true,
                     *         "checkpoint": null,
                     *         "weeks": [
                     *           {
                     *             "startDate": "2026-02-09",
                     *             "spend": 509752.68,
                     *             "roas": 0.5960534822494704,
                     *             "actualShare": 1
                     *           },
                     *           {
                     *             "startDate": "2026-02-16",
                     *             "spend": 474820.88,
                     *             "roas": 0.5504436114940859,
                     *             "actualShare": 1
                     *           },
                     *           {
                     *             "startDate": "2026-02-23",
                     *             "spend": 487885.89,
                     *             "roas": 0.5560390975848881,
                     *             "actualShare": 1
                     *           },
                     *           {
                     *             "startDate": "2026-03-02",
                     *             "spend": 526627.28,
                     *             "roas": 0.5318469571116786,
                     *             "actualShare": 0
                     *           },
                     *           {
                     *             "startDate": "2026-03-09",
                     *             "spend": 529362.93,
                     *             "roas": 0.5433213689519211,
                     *             "actualShare": 0
                     *           },
                     *           {
                     *             "startDate": "2026-03-16",
                     *             "spend": 478821.22,
                     *             "roas": 0.5772141048803143,
                     *             "actualShare": 0
                     *           },
                     *           {
                     *             "startDate": "2026-03-23",
                     *             "spend": 433880.34,
                     *             "roas": 0.5766426485237842,
                     *             "actualShare": 0
                     *           },
                     *           {
                     *             "startDate": "2026-03-30",
                     *             "spend": 111002.19,
                     *             "roas": 0.5302085039943806,
                     *             "actualShare": 0
                     *           }
                     *         ],
                     *         "openAlerts": 27,
                     *         "openAlertCampaigns": 20,
                     *         "openAlertGap": 5889.932544674613,
                     *         "yesterday": {
                     *           "date": "2026-03-31",
                     *           "spend": 54688.51,
                     *           "roas": 0.5483426408947693,
                     *           "reason": null,
                     *           "roasLow": 0.5227714611512974,
                     *           "roasHigh": 0.6016160361595791,
                     *           "intervalDays": 23,
                     *           "cases": 23,
                     *           "actualShare": 0
                     *         },
                     *         "data": [],
                     *         "otherProblems": 0,
                     *         "actions": [
                     *           {
                     *             "id": 10104562000001,
                     *             "platform": "ANDROID",
                     *             "network": "AppLovin",
                     *             "campaign": "AXON US | AND | D0 20%",
                     *             "country": "US",
                     *             "action": "REDUCE",
                     *             "dailySpend": 3417.8014285714285,
                     *             "gap": 518.8906128857141,
                     *             "predictedRoas": 0.508908,
                     *             "targetRoas": 0.6,
                     *             "optimisationDsi": 0,
                     *             "optimisationLiveRoas": 0.2,
                     *             "optimisationPacedRoas": 0.2358,
                     *             "optimisationRawRoas": 0.2358,
                     *             "suggestedDailySpend": 2734.2411,
                     *             "marginalRoas": 0.492215,
                     *             "currentDailySpend": 3457.8857142857146,
                     *             "lookbackStartDate": "2026-03-24",
                     *             "lookbackEndDate": "2026-03-30",
                     *             "advisedSince": null,
                     *             "step": {
                     *               "kind": "bid_target",
                     *               "direction": "less",
                     *               "from": 0.2,
                     *               "to": 0.2358,
                     *               "reason": null,
                     *               "spendChange": -691.5771862169181,
                     *               "revenueChange": -341.60703841850676,
                     *               "revenueChangeLow": -380.8593024171159,
                     *               "revenueChangeHigh": -303.7034231731019,
                     *               "gain": 122.23212218607352,
                     *               "gainLow": 56.811682188391615,
                     *               "gainHigh": 185.40481426174824,
                     *               "bounds": false,
                     *               "budget": null,
                     *               "brake": null,
                     *               "bidStays": false,
                     *               "optimisationDsi": 0,
                     *               "targetDsi": 30,
                     *               "targetRoas": 0.6,
                     *               "tested": true,
                     *               "checkpoint": null,
                     *               "nextRoas": null,
                     *               "newest": {
                     *                 "startDate": "2026-03-25",
                     *                 "endDate": "2026-03-31",
                     *                 "roas": 0.5163342133095368
                     *               },
                     *               "rightShare": 0.8244418961704267,
                     *               "judged": 183
                     *             }
                     *           },
                     *           {
                     *             "id": 10104562000012,
                     *             "platform": "IOS",
                     *             "network": "Apple Search Ads",
                     *             "campaign": "ASA | US | Search Tab v1",
                     *             "country": "US",
                     *             "action": "REDUCE",
                     *             "dailySpend": 1656.3799999999999,
                     *             "gap": 559.9721236825397,
                     *             "predictedRoas": 0.417016,
                     *             "targetRoas": 0.63,
                     *             "optimisationDsi": 7,
                     *             "optimisationLiveRoas": null,
                     *             "optimisationPacedRoas": null,
                     *             "optimisationRawRoas": null,
                     *             "suggestedDailySpend": 1325.104,
                     *             "marginalRoas": 0.398778,
                     *             "currentDailySpend": 1625.8014285714287,
                     *             "lookbackStartDate": "2026-03-23",
                     *             "lookbackEndDate": "2026-03-29",
                     *             "advisedSince": "2026-03-18",
                     *             "step": {
                     *               "kind": "budget",
                     *               "direction": "less",
                     *               "from": 1625.8014285714287,
                     *               "to": 1300.641142857143,
                     *               "reason": null,
                     *               "spendChange": -325.1602857142857,
                     *               "revenueChange": -130.27792008970414,
                     *               "revenueChangeLow": -157.3335845874525,
                     *               "revenueChangeHigh": -104.98619177545746,
                     *               "gain": 118.36993636554897,
                     *               "gainLow": 75.42443716277381,
                     *               "gainHigh": 158.51553686435324,
                     *               "bounds": false,
                     *               "budget": null,
                     *               "brake": null,
                     *               "bidStays": false,
                     *               "optimisationDsi": 7,
                     *               "targetDsi": 30,
                     *               "targetRoas": 0.63,
                     *               "tested": true,
                     *               "checkpoint": null,
                     *               "nextRoas": null,
                     *               "newest": {
                     *                 "startDate": "2026-03-25",
                     *                 "endDate": "2026-03-31",
                     *                 "roas": 0.3518351213159927
                     *               },
                     *               "rightShare": 0.8244418961704267,
                     *               "judged": 183
                     *             }
                     *           },
                     *           {
                     *             "id": 10104562000024,
                     *             "platform": "IOS",
                     *             "network": "TikTok For Business",
                     *             "campaign": "TT_US_iOS_VBO_SparkAds_v4",
                     *             "country": "US",
                     *             "action": "REDUCE",
                     *             "dailySpend": 1487.91,
                     *             "gap": 528.0238325714286,
                     *             "predictedRoas": 0.406428,
                     *             "targetRoas": 0.63,
                     *             "optimisationDsi": 0,
                     *             "optimisationLiveRoas": 0.133,
                     *             "optimisationPacedRoas": 0.1596,
                     *             "optimisationRawRoas": 0.2062,
                     *             "suggestedDailySpend": 1190.328,
                     *             "marginalRoas": 0.393879,
                     *             "currentDailySpend": 1494.217142857143,
                     *             "lookbackStartDate": "2026-03-23",
                     *             "lookbackEndDate": "2026-03-29",
                     *             "advisedSince": "2026-02-16",
                     *             "step": {
                     *               "kind": "bid_target",
                     *               "direction": "less",
                     *               "from": 0.133,
                     *               "to": 0.1596,
                     *               "reason": null,
                     *               "spendChange": -298.8434285714286,
                     *               "revenueChange": -118.09945973867445,
                     *               "revenueChangeLow": -140.57123566843595,
                     *               "revenueChangeHigh": -97.38860118990073,
                     *               "gain": 111.38396866877073,
                     *               "gainLow": 75.71448306597472,
                     *               "gainHigh": 144.25834731761793,
                     *               "bounds": false,
                     *               "budget": null,
                     *               "brake": null,
                     *               "bidStays": false,
                     *               "optimisationDsi": 0,
                     *               "targetDsi": 30,
                     *               "targetRoas": 0.63,
                     *               "tested": true,
                     *               "checkpoint": null,
                     *               "nextRoas": null,
                     *               "newest": {
                     *                 "startDate": "2026-03-25",
                     *                 "endDate": "2026-03-31",
                     *                 "roas": 0.4736165904362724
                     *               },
                     *               "rightShare": 0.8244418961704267,
                     *               "judged": 183
                     *             }
                     *           }
                     *         ],
                     *         "otherSteps": 16,
                     *         "stepTotals": {
                     *           "more": {
                     *             "steps": 5,
                     *             "unpriced": 0,
                     *             "spendChange": 1092.703876416624,
                     *             "revenueChange": 832.0641960976708,
                     *             "gain": 294.0697837461604,
                     *             "gainLow": 143.57143047996811,
                     *             "gainHigh": 443.0068548347849
                     *           },
                     *           "less": {
                     *             "steps": 14,
                     *             "unpriced": 2,
                     *             "spendChange": -3899.6238008240084,
                     *             "revenueChange": -1906.8030356108254,
                     *             "gain": 809.6459867709084,
                     *             "gainLow": 431.0028195775944,
                     *             "gainHigh": 1163.5177495511116
                     *           },
                     *           "all": {
                     *             "steps": 19,
                     *             "unpriced": 2,
                     *             "spendChange": -2806.9199244073843,
                     *             "revenueChange": -1074.7388395131552,
                     *             "gain": 1103.7157705170687,
                     *             "gainLow": 592.9308449345779,
                     *             "gainHigh": 1589.6594574106568
                     *           }
                     *         },
                     *         "shortfall": {
                     *           "amount": 6667.401953818027,
                     *           "withStep": 3829.7208185523805,
                     *           "closed": 809.6459867709084,
                     *           "closedShare": 0.12143350474126911,
                     *           "weeks": 9,
                     *           "reasons": [
                     *             {
                     *               "reason": "moved",
                     *               "amount": 2792.281404843878
                     *             },
                     *             {
                     *               "reason": "within_band",
                     *               "amount": 45.399730421769
                     *             }
                     *           ]
                     *         },
                     *         "notDone": {
                     *           "steps": 9,
                     *           "spendChange": -1732.8553105751225,
                     *           "since": "2026-02-16"
                     *         },
                     *         "overspent": [
                     *           {
                     *             "budgetId": 101017,
                     *             "month": "2026-03",
                     *             "platform": null,
                     *             "network": "Meta Ads",
                     *             "campaign": null,
                     *             "amount": 585000,
                     *             "spent": 661861.92,
                     *             "expected": 661861.92,
                     *             "daysLeft": 0,
                     *             "neededDailySpend": null
                     *           }
                     *         ],
                     *         "trackRecord": {
                     *           "decisions": 690,
                     *           "runs": 24,
                     *           "since": "2025-09-15",
                     *           "dailySpend": 1738490.2421428566,
                     *           "rightShare": 0.7450138101950209,
                     *           "oppositeShare": 0.03873862574812704,
                     *           "bias": 0.0157068293836687,
                     *           "wape": 0.0841143421190332,
                     *           "p50": 0.06172681467240693,
                     *           "p80": 0.12871861253622785,
                     *           "p90": 0.1827614157510069
                     *         },
                     *         "events": [
                     *           {
                     *             "id": 101010,
                     *             "kind": "other",
                     *             "title": "Forecasting failed",
                     *             "startDate": "2026-02-09",
                     *             "endDate": "2026-02-09",
                     *             "platform": null,
                     *             "network": null,
                     *             "campaign": null,
                     *             "country": null,
                     *             "note": "No run on this day."
                     *           },
                     *           {
                     *             "id": 101281904492,
                     *             "kind": "outage",
                     *             "title": "Installs of AppLovin on IOS missing",
                     *             "startDate": "2026-02-19",
                     *             "endDate": "2026-02-19",
                     *             "platform": "IOS",
                     *             "network": "AppLovin",
                     *             "campaign": null,
                     *             "country": null,
                     *             "note": "Forecasts and recommendations leave these installs out. Delivered numbers are unchanged."
                     *           },
                     *           {
                     *             "id": 101007,
                     *             "kind": "other",
                     *             "title": "Featured in the App Store",
                     *             "startDate": "2026-02-26",
                     *             "endDate": "2026-03-11",
                     *             "platform": "IOS",
                     *             "network": null,
                     *             "campaign": null,
                     *             "country": null,
                     *             "note": "Story of the day, then in a list for two weeks."
                     *           },
                     *           {
                     *             "id": 101008,
                     *             "kind": "flight",
                     *             "title": "Television flight: Prime",
                     *             "startDate": "2026-03-01",
                     *             "endDate": "2026-03-21",
                     *             "platform": "IOS",
                     *             "network": "Tatari (CTV)",
                     *             "campaign": "CTV US :30 Prime v1",
                     *             "country": null,
                     *             "note": null
                     *           },
                     *           {
                     *             "id": 101009,
                     *             "kind": "launch",
                     *             "title": "Launch in Mexico",
                     *             "startDate": "2026-03-08",
                     *             "endDate": "2026-03-08",
                     *             "platform": "ANDROID",
                     *             "network": "Google Ads",
                     *             "campaign": "UAC_MM_MX_AND_tROAS_launch_v1",
                     *             "country": null,
                     *             "note": null
                     *           },
                     *           {
                     *             "id": 101011,
                     *             "kind": "other",
                     *             "title": "Forecasting failed",
                     *             "startDate": "2026-03-22",
                     *             "endDate": "2026-03-22",
                     *             "platform": null,
                     *             "network": null,
                     *             "campaign": null,
                     *             "country": null,
                     *             "note": "No run on this day."
                     *           },
                     *           {
                     *             "id": 101012,
                     *             "kind": "other",
                     *             "title": "Forecasting failed",
                     *             "startDate": "2026-03-29",
                     *             "endDate": "2026-03-29",
                     *             "platform": null,
                     *             "network": null,
                     *             "campaign": null,
                     *             "country": null,
                     *             "note": "No run on this day."
                     *           }
                     *         ],
                     *         "pacing": [
                     *           {
                     *             "budgetId": 101015,
                     *             "month": "2026-03",
                     *             "platform": null,
                     *             "network": null,
                     *             "campaign": null,
                     *             "amount": 2500000,
                     *             "spent": 2155589.14,
                     *             "expected": 2155589.14,
                     *             "expectedLow": null,
                     *             "expectedHigh": null,
                     *             "intervalDays": 0,
                     *             "cases": 0,
                     *             "share": 0.8622356560000001,
                     *             "daysLeft": 0,
                     *             "currentDailySpend": 60584.08,
                     *             "neededDailySpend": null,
                     *             "status": "UNDER"
                     *           },
                     *           {
                     *             "budgetId": 101017,
                     *             "month": "2026-03",
                     *             "platform": null,
                     *             "network": "Meta Ads",
                     *             "campaign": null,
                     *             "amount": 585000,
                     *             "spent": 661861.92,
                     *             "expected": 661861.92,
                     *             "expectedLow": null,
                     *             "expectedHigh": null,
                     *             "intervalDays": 0,
                     *             "cases": 0,
                     *             "share": 1.1313878974358975,
                     *             "daysLeft": 0,
                     *             "currentDailySpend": 19798.238571428574,
                     *             "neededDailySpend": null,
                     *             "status": "OVERSPENT"
                     *           },
                     *           {
                     *             "budgetId": 101016,
                     *             "month": "2026-03",
                     *             "platform": "IOS",
                     *             "network": null,
                     *             "campaign": null,
                     *             "amount": 1550000,
                     *             "spent": 1409267.37,
                     *             "expected": 1409267.37,
                     *             "expectedLow": null,
                     *             "expectedHigh": null,
                     *             "intervalDays": 0,
                     *             "cases": 0,
                     *             "share": 0.9092047548387098,
                     *             "daysLeft": 0,
                     *             "currentDailySpend": 37448.30857142857,
                     *             "neededDailySpend": null,
                     *             "status": "UNDER"
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Overview"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["LoginForbidden"];
            405: components["responses"]["MethodNotAllowed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getAppSettings: {
        parameters: {
            query: {
                /**
                 * @description An `id` from the app list.
                 * @example 101
                 */
                appId: components["parameters"]["appId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Withheld-Fields": components["headers"]["Withheld-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 101,
                     *       "name": "Merge Manor",
                     *       "createdAt": "2023-01-07T09:30:00.000Z",
                     *       "currency": "USD",
                     *       "weeklyAggregation": false,
                     *       "dsiValues": [
                     *         0,
                     *         1,
                     *         3,
                     *         7,
                     *         14,
                     *         30,
                     *         60,
                     *         90,
                     *         180,
                     *         365
                     *       ],
                     *       "historyDsiValues": [
                     *         7,
                     *         14,
                     *         30,
                     *         60
                     *       ],
                     *       "withheldDsis": [],
                     *       "untestedDsis": [
                     *         365
                     *       ],
                     *       "targetDsi": 30,
                     *       "targetRoasType": "paid",
                     *       "targetRevenueType": "gross",
                     *       "target": 0.6186485681218904,
                     *       "actionThreshold": 0.05,
                     *       "betLookbacks": [
                     *         {
                     *           "platform": "IOS",
                     *           "startDay": 2,
                     *           "endDay": 8
                     *         },
                     *         {
                     *           "platform": "ANDROID",
                     *           "startDay": 1,
                     *           "endDay": 7
                     *         },
                     *         {
                     *           "platform": "WEB",
                     *           "startDay": 1,
                     *           "endDay": 14
                     *         }
                     *       ],
                     *       "dataFrom": "2025-02-25",
                     *       "dataThrough": "2026-03-31",
                     *       "earliestReportStartDate": "2025-01-01",
                     *       "earliestRoasHistoryStartDate": "2025-02-25",
                     *       "latestRecommendationRun": {
                     *         "id": 101045620,
                     *         "createdAt": "2026-04-01T00:04:41.565Z"
                     *       },
                     *       "latestAlertRun": {
                     *         "id": 101045621,
                     *         "createdAt": "2026-04-01T00:04:41.565Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AppSettings"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listCampaigns: {
        parameters: {
            query: {
                /**
                 * @description An `id` from the app list.
                 * @example 101
                 */
                appId: components["parameters"]["appId"];
                /**
                 * @description Platforms, in lower case. Default: all, those shown as `Unknown` included.
                 * @example [
                 *       "ios"
                 *     ]
                 */
                platforms?: components["parameters"]["platforms"];
                /**
                 * @description Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
                 *     quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
                 *     made by other generators join the names as they are given.
                 * @example [
                 *       "\"Partners, other\"",
                 *       "Meta Ads"
                 *     ]
                 */
                networks?: components["parameters"]["networks"];
                /**
                 * @description Two-letter country codes or `Unknown`: for a campaign in several countries, numbers and dates cover only these. Default: all.
                 * @example [
                 *       "US",
                 *       "DE"
                 *     ]
                 */
                countries?: components["schemas"]["CountryFilter"][];
                /**
                 * @description A field of a row, ascending, or `-` and a field, descending. Nulls come last, ties in the usual order. Default: `spend` descending.
                 * @example -paidInstalls
                 */
                sort?: string;
                /** @description Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaigns. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Total-Rows": components["headers"]["Total-Rows"];
                    "Run-Id": components["headers"]["Run-Id"];
                    "Run-Created-At": components["headers"]["Run-Created-At"];
                    "Data-Through": components["headers"]["Data-Through"];
                    "Unmatched-Filters": components["headers"]["Unmatched-Filters"];
                    Currency: components["headers"]["Currency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "platform": "IOS",
                     *         "network": "AppLovin",
                     *         "campaign": "AXON US | iOS | D0 15%",
                     *         "countries": [
                     *           "US"
                     *         ],
                     *         "firstInstallDate": "2025-08-04",
                     *         "lastInstallDate": "2026-03-31",
                     *         "spend": 270442.47,
                     *         "paidInstalls": 28484,
                     *         "incrementalBlendedInstalls": 31898,
                     *         "fullBlendedInstalls": 47100
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Campaign"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getRecommendations: {
        parameters: {
            query: {
                /**
                 * @description An `id` from the app list.
                 * @example 101
                 */
                appId: components["parameters"]["appId"];
                /** @description `campaign`: one row per campaign, `GLOBAL` when it spans several countries. `campaign_geo`: one row per country. */
                granularity?: "campaign" | "campaign_geo";
                /**
                 * @description Two-letter country codes or `Unknown`; only with `granularity=campaign_geo`. Default: all.
                 * @example [
                 *       "US",
                 *       "DE"
                 *     ]
                 */
                countries?: components["parameters"]["countriesOfCampaignGeo"];
                /**
                 * @description Platforms, in lower case. Default: all, those shown as `Unknown` included.
                 * @example [
                 *       "ios"
                 *     ]
                 */
                platforms?: components["parameters"]["platforms"];
                /**
                 * @description Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
                 *     quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
                 *     made by other generators join the names as they are given.
                 * @example [
                 *       "\"Partners, other\"",
                 *       "Meta Ads"
                 *     ]
                 */
                networks?: components["parameters"]["networks"];
                /**
                 * @description Exact names of campaigns, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
                 *     quoted field (`"US, Tier 1",Other`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
                 *     made by other generators join the names as they are given.
                 * @example [
                 *       "\"US, Tier 1\"",
                 *       "Other"
                 *     ]
                 */
                campaigns?: components["parameters"]["campaigns"];
                /** @description Actions. Default: all. `reduce` includes rows without a prediction, whose step is `check_data`. */
                actions?: ("scale" | "hold" | "reduce")[];
                /** @description Confidence tiers. Default: all. */
                statuses?: ("high" | "medium" | "low")[];
                /**
                 * @description Minimum `dailySpend` of a row, a whole amount in the app's currency.
                 * @example 100
                 */
                minDailySpend?: number;
                /**
                 * @description The latest succeeded run created by the end of this UTC day, none if that is before the first. Default: the latest.
                 * @example 2026-03-31
                 */
                asOf?: string;
                /**
                 * @description Adds `previous` and `change` to each row, compared with the run that `asOf` with this date returns. Must not be after the day of the returned run.
                 * @example 2026-03-24
                 */
                since?: string;
                /** @description `true` leaves out rows whose `change` is `none`. Only with `since`. */
                changed?: boolean;
                /**
                 * @description A field of a row, ascending, or `-` and a field, descending; not `step`, `previous` or `opposedBy`. Nulls come last, ties in the usual order; a field that the rows
                 *     lack has no effect. `-stepGain`: the steps that gain most first (by the `gain` of the step, else its `gainLow`, else by how far ROAS and bids are from their targets), rows without a direction
                 *     last. Default: `dailySpend` descending, then `id`.
                 * @example -stepGain
                 */
                sort?: string;
                /** @description Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
                offset?: components["parameters"]["offset"];
                /**
                 * @description `true` adds what became of each recommendation: `actualRoas`, `actionInHindsight` and `roasError`. They are null until the cohorts of its bet
                 *     lookback range have reached the target DSI. Mostly of use with `asOf`.
                 */
                outcome?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recommendations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Total-Rows": components["headers"]["Total-Rows"];
                    "Run-Id": components["headers"]["Run-Id"];
                    "Run-Created-At": components["headers"]["Run-Created-At"];
                    "Data-Through": components["headers"]["Data-Through"];
                    Currency: components["headers"]["Currency"];
                    "Unmatched-Filters": components["headers"]["Unmatched-Filters"];
                    "Target-Dsi": components["headers"]["Target-Dsi"];
                    "Target-Roas-Type": components["headers"]["Target-Roas-Type"];
                    "Target-Revenue-Type": components["headers"]["Target-Revenue-Type"];
                    "Action-Threshold": components["headers"]["Action-Threshold"];
                    Events: components["headers"]["Events"];
                    "Previous-Run-Id": components["headers"]["Previous-Run-Id"];
                    "Previous-Run-Created-At": components["headers"]["Previous-Run-Created-At"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 10104562000001,
                     *         "country": "US",
                     *         "platform": "ANDROID",
                     *         "network": "AppLovin",
                     *         "campaign": "AXON US | AND | D0 20%",
                     *         "action": "REDUCE",
                     *         "status": "HIGH",
                     *         "confidenceScore": 0.874003,
                     *         "dailySpend": 3417.8014285714285,
                     *         "paidInstalls": 4721,
                     *         "incrementalBlendedInstalls": 5287,
                     *         "fullBlendedInstalls": 8684,
                     *         "paidCpi": 5.0676996399068,
                     *         "incrementalBlendedCpi": 4.525176848874598,
                     *         "fullBlendedCpi": 2.755021879318287,
                     *         "optimisationDsi": 0,
                     *         "targetDsi": 30,
                     *         "optimisationLiveRoas": 0.2,
                     *         "optimisationPacedRoas": 0.2358,
                     *         "optimisationRawRoas": 0.2358,
                     *         "optimisationPredictedRoas": 0.138977,
                     *         "targetPaidGrossRoas": 0.6,
                     *         "predictedPaidGrossRoas": 0.508908,
                     *         "targetPaidNetRoas": null,
                     *         "predictedPaidNetRoas": 0.356236,
                     *         "targetIncrementalBlendedGrossRoas": null,
                     *         "predictedIncrementalBlendedGrossRoas": 0.577615,
                     *         "targetIncrementalBlendedNetRoas": null,
                     *         "predictedIncrementalBlendedNetRoas": 0.404331,
                     *         "targetFullBlendedGrossRoas": null,
                     *         "predictedFullBlendedGrossRoas": 0.827464,
                     *         "targetFullBlendedNetRoas": null,
                     *         "predictedFullBlendedNetRoas": 0.579225,
                     *         "createdAt": "2026-04-01T00:04:41.565Z",
                     *         "actionReason": "below_band",
                     *         "statusReason": "score",
                     *         "opposedBy": [],
                     *         "lookbackStartDate": "2026-03-24",
                     *         "lookbackEndDate": "2026-03-30",
                     *         "predictedLowRoas": 0.454745,
                     *         "predictedHighRoas": 0.566426,
                     *         "closeCall": false,
                     *         "suggestedDailySpend": 2734.2411,
                     *         "responseElasticity": 1,
                     *         "responseLow": 0.935403,
                     *         "responseHigh": 1,
                     *         "marginalRoas": 0.492215,
                     *         "responseEvidence": "learned",
                     *         "tested": true,
                     *         "currentDailySpend": 3457.8857142857146,
                     *         "step": {
                     *           "kind": "bid_target",
                     *           "direction": "less",
                     *           "from": 0.2,
                     *           "to": 0.2358,
                     *           "reason": null,
                     *           "spendChange": -691.5771862169181,
                     *           "revenueChange": -341.60703841850676,
                     *           "revenueChangeLow": -380.8593024171159,
                     *           "revenueChangeHigh": -303.7034231731019,
                     *           "gain": 122.23212218607352,
                     *           "gainLow": 56.811682188391615,
                     *           "gainHigh": 185.40481426174824,
                     *           "bounds": false,
                     *           "budget": null,
                     *           "brake": null,
                     *           "bidStays": false,
                     *           "optimisationDsi": 0,
                     *           "targetDsi": 30,
                     *           "targetRoas": 0.6,
                     *           "tested": true,
                     *           "checkpoint": null,
                     *           "nextRoas": null,
                     *           "newest": {
                     *             "startDate": "2026-03-25",
                     *             "endDate": "2026-03-31",
                     *             "roas": 0.5163342133095368
                     *           },
                     *           "rightShare": 0.8244418961704267,
                     *           "judged": 183
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Recommendation"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getBudgetPlan: {
        parameters: {
            query: {
                /**
                 * @description An `id` from the app list.
                 * @example 101
                 */
                appId: components["parameters"]["appId"];
                /** @description What is planned: campaigns (`campaign`), or campaigns per country (`campaign_geo`). */
                granularity?: "campaign" | "campaign_geo";
                /**
                 * @description Goal: this total daily spend of the matching campaigns, in the app's currency.
                 * @example 30000
                 */
                dailyBudget?: number;
                /** @description Goal: this change of the total daily spend. 0.2 is 20 % more, -0.1 is 10 % less, 0 splits the same total better. */
                budgetChange?: number;
                /** @description Goal: the most revenue at a blended predicted ROAS of at least this, over campaigns with a predicted ROAS. */
                targetRoas?: number;
                /** @description Largest change of a campaign's daily spend, as a share of it. 0.2 allows 20 % more or less. */
                maxStep?: number;
                /** @description `false`: plans without regard to the steps, so that any campaign with evidence may rise or fall. */
                followSteps?: boolean;
                /** @description Days over which totals add up spend and revenue. Nothing else depends on it. */
                horizonDays?: number;
                /**
                 * @description Two-letter country codes or `Unknown`; only with `granularity=campaign_geo`. Default: all.
                 * @example [
                 *       "US",
                 *       "DE"
                 *     ]
                 */
                countries?: components["parameters"]["countriesOfCampaignGeo"];
                /**
                 * @description Platforms, in lower case. Default: all, those shown as `Unknown` included.
                 * @example [
                 *       "ios"
                 *     ]
                 */
                platforms?: components["parameters"]["platforms"];
                /**
                 * @description Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
                 *     quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
                 *     made by other generators join the names as they are given.
                 * @example [
                 *       "\"Partners, other\"",
                 *       "Meta Ads"
                 *     ]
                 */
                networks?: components["parameters"]["networks"];
                /**
                 * @description Exact names of campaigns, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
                 *     quoted field (`"US, Tier 1",Other`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
                 *     made by other generators join the names as they are given.
                 * @example [
                 *       "\"US, Tier 1\"",
                 *       "Other"
                 *     ]
                 */
                campaigns?: components["parameters"]["campaigns"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Run-Id": components["headers"]["Run-Id"];
                    "Run-Created-At": components["headers"]["Run-Created-At"];
                    "Data-Through": components["headers"]["Data-Through"];
                    Currency: components["headers"]["Currency"];
                    "Unmatched-Filters": components["headers"]["Unmatched-Filters"];
                    "Target-Dsi": components["headers"]["Target-Dsi"];
                    "Target-Roas-Type": components["headers"]["Target-Roas-Type"];
                    "Target-Revenue-Type": components["headers"]["Target-Revenue-Type"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "goal": "budgetChange",
                     *       "followSteps": true,
                     *       "dailyBudget": 64176.695,
                     *       "targetRoas": null,
                     *       "reached": false,
                     *       "onlyCuts": false,
                     *       "optimal": true,
                     *       "neededMaxStep": 0.8495553636577853,
                     *       "marginalRoas": 0.319867,
                     *       "lowestDailySpend": 54312.41000000001,
                     *       "highestDailySpend": 59715.932000000015,
                     *       "coveredShare": 1,
                     *       "movableShare": 0.46308665474281596,
                     *       "before": {
                     *         "dailySpend": 58342.45,
                     *         "revenue": 33932.36170715571,
                     *         "revenueLow": 30609.329958514452,
                     *         "revenueHigh": 37255.39345579696,
                     *         "revenueChange": 0,
                     *         "revenueChangeLow": 0,
                     *         "revenueChangeHigh": 0,
                     *         "roas": 0.5816067324419134,
                     *         "horizonSpend": 408397.14999999997,
                     *         "horizonRevenue": 237526.53195008996
                     *       },
                     *       "after": {
                     *         "dailySpend": 59715.932000000015,
                     *         "revenue": 34969.31403054497,
                     *         "revenueLow": 31544.552645303334,
                     *         "revenueHigh": 38394.0754157866,
                     *         "revenueChange": 1036.9523233892614,
                     *         "revenueChangeLow": 921.6942977568277,
                     *         "revenueChangeHigh": 1152.210349021695,
                     *         "roas": 0.5855943775698746,
                     *         "horizonSpend": 418011.5240000001,
                     *         "horizonRevenue": 244785.1982138148
                     *       },
                     *       "suggested": {
                     *         "dailySpend": 55535.53007559263,
                     *         "revenue": 32857.62286764256,
                     *         "revenueLow": 29667.206274747226,
                     *         "revenueHigh": 36048.03946053789,
                     *         "revenueChange": -1074.7388395131493,
                     *         "revenueChangeLow": -1235.991438599715,
                     *         "revenueChangeHigh": -913.4862404265838,
                     *         "roas": 0.5916504771435177,
                     *         "horizonSpend": 388748.7105291484,
                     *         "horizonRevenue": 230003.36007349793
                     *       },
                     *       "horizonDays": 7,
                     *       "campaigns": [
                     *         {
                     *           "id": 10104562000010,
                     *           "platform": "IOS",
                     *           "network": "AppLovin",
                     *           "campaign": "AXON US | iOS | D0 15%",
                     *           "country": "US",
                     *           "currentDailySpend": 8523.994285714285,
                     *           "plannedDailySpend": 8523.994285714285,
                     *           "change": 0,
                     *           "lowestDailySpend": 8523.994285714285,
                     *           "highestDailySpend": 8523.994285714285,
                     *           "plannedRoas": 0.517191,
                     *           "revenue": 4408.533128622857,
                     *           "plannedRevenue": 4408.533128622857,
                     *           "plannedMarginalRoas": null,
                     *           "limitedBy": "call",
                     *           "suggestedDailySpend": 7004.04,
                     *           "predictedRoas": 0.517191,
                     *           "marginalRoas": 0.4998,
                     *           "responseElasticity": 1,
                     *           "responseLow": 0.917707,
                     *           "responseHigh": 1,
                     *           "stepReason": "moved"
                     *         },
                     *         {
                     *           "id": 10104562000018,
                     *           "platform": "IOS",
                     *           "network": "Meta Ads",
                     *           "campaign": "FB_MM_US_ROAS_D7_LAL1%_v6",
                     *           "country": "US",
                     *           "currentDailySpend": 3986.9157142857143,
                     *           "plannedDailySpend": 3986.9157142857143,
                     *           "change": 0,
                     *           "lowestDailySpend": 3986.9157142857143,
                     *           "highestDailySpend": 3986.9157142857143,
                     *           "plannedRoas": 0.669534,
                     *           "revenue": 2669.3756258485714,
                     *           "plannedRevenue": 2669.3756258485714,
                     *           "plannedMarginalRoas": null,
                     *           "limitedBy": "call",
                     *           "suggestedDailySpend": 4971.1856,
                     *           "predictedRoas": 0.669534,
                     *           "marginalRoas": 0.660277,
                     *           "responseElasticity": 1,
                     *           "responseLow": 0.915766,
                     *           "responseHigh": 1,
                     *           "stepReason": "paced"
                     *         },
                     *         {
                     *           "id": 10104562000006,
                     *           "platform": "ANDROID",
                     *           "network": "Meta Ads",
                     *           "campaign": "FB_MM_T1_VO_Broad_25+_AND_v4",
                     *           "country": "GLOBAL",
                     *           "currentDailySpend": 3796.664285714286,
                     *           "plannedDailySpend": 3796.664285714286,
                     *           "change": 0,
                     *           "lowestDailySpend": 3796.664285714286,
                     *           "highestDailySpend": 3796.664285714286,
                     *           "plannedRoas": 0.480081,
                     *           "revenue": 1822.70638695,
                     *           "plannedRevenue": 1822.70638695,
                     *           "plannedMarginalRoas": null,
                     *           "limitedBy": "call",
                     *           "suggestedDailySpend": 3073.3063,
                     *           "predictedRoas": 0.480081,
                     *           "marginalRoas": 0.468047,
                     *           "responseElasticity": 1,
                     *           "responseLow": 0.924093,
                     *           "responseHigh": 1,
                     *           "stepReason": "moved"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BudgetPlan"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getPacing: {
        parameters: {
            query: {
                /**
                 * @description An `id` from the app list.
                 * @example 101
                 */
                appId: components["parameters"]["appId"];
                /**
                 * @description Month of the budgets. Default: that of the latest install date with data; without one, the current month (UTC).
                 * @example 2026-03
                 */
                month?: components["schemas"]["Month"];
                /**
                 * @description A field of a row, ascending, or `-` and a field, descending. Nulls come last, ties in the usual order. Default: names, budgets for all first.
                 * @example -share
                 */
                sort?: string;
                /** @description Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The budgets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Total-Rows": components["headers"]["Total-Rows"];
                    "Run-Id": components["headers"]["Run-Id"];
                    "Run-Created-At": components["headers"]["Run-Created-At"];
                    "Data-Through": components["headers"]["Data-Through"];
                    Currency: components["headers"]["Currency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "budgetId": 101015,
                     *         "month": "2026-03",
                     *         "platform": null,
                     *         "network": null,
                     *         "campaign": null,
                     *         "amount": 2500000,
                     *         "spent": 2155589.14,
                     *         "expected": 2155589.14,
                     *         "expectedLow": null,
                     *         "expectedHigh": null,
                     *         "intervalDays": 0,
                     *         "cases": 0,
                     *         "share": 0.8622356560000001,
                     *         "daysLeft": 0,
                     *         "currentDailySpend": 60584.08,
                     *         "neededDailySpend": null,
                     *         "status": "UNDER"
                     *       },
                     *       {
                     *         "budgetId": 101017,
                     *         "month": "2026-03",
                     *         "platform": null,
                     *         "network": "Meta Ads",
                     *         "campaign": null,
                     *         "amount": 585000,
                     *         "spent": 661861.92,
                     *         "expected": 661861.92,
                     *         "expectedLow": null,
                     *         "expectedHigh": null,
                     *         "intervalDays": 0,
                     *         "cases": 0,
                     *         "share": 1.1313878974358975,
                     *         "daysLeft": 0,
                     *         "currentDailySpend": 19798.238571428574,
                     *         "neededDailySpend": null,
                     *         "status": "OVERSPENT"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Pacing"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getTrackRecord: {
        parameters: {
            query: {
                /**
                 * @description An `id` from the app list.
                 * @example 101
                 */
                appId: components["parameters"]["appId"];
                /** @description The recommendations: per campaign (`campaign`), or per campaign and country (`campaign_geo`). */
                granularity?: "campaign" | "campaign_geo";
                /**
                 * @description Two-letter country codes or `Unknown`; only with `granularity=campaign_geo`. Default: all.
                 * @example [
                 *       "US",
                 *       "DE"
                 *     ]
                 */
                countries?: components["parameters"]["countriesOfCampaignGeo"];
                /**
                 * @description Platforms, in lower case. Default: all, those shown as `Unknown` included.
                 * @example [
                 *       "ios"
                 *     ]
                 */
                platforms?: components["parameters"]["platforms"];
                /**
                 * @description Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
                 *     quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
                 *     made by other generators join the names as they are given.
                 * @example [
                 *       "\"Partners, other\"",
                 *       "Meta Ads"
                 *     ]
                 */
                networks?: components["parameters"]["networks"];
                /**
                 * @description Exact names of campaigns, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
                 *     quoted field (`"US, Tier 1",Other`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
                 *     made by other generators join the names as they are given.
                 * @example [
                 *       "\"US, Tier 1\"",
                 *       "Other"
                 *     ]
                 */
                campaigns?: components["parameters"]["campaigns"];
                /**
                 * @description First day of creation, UTC. Default: 180 days before the newest run whose latest install date is at least the app's target DSI before that of the
                 *     latest run; without such a run, 180 days before `endDate`.
                 * @example 2025-10-01
                 */
                startDate?: string;
                /**
                 * @description Last day of creation, UTC. Default: that of the latest run.
                 * @example 2026-03-31
                 */
                endDate?: string;
                /**
                 * @description What to group by: any of `platform`, `network`, `action`, `status` and `size`, or `none` alone.
                 * @example [
                 *       "platform"
                 *     ]
                 */
                groupBy?: ("platform" | "network" | "action" | "status" | "size" | "none")[];
                /**
                 * @description Wrong decisions to list in `wrong` of each group.
                 * @example 3
                 */
                examples?: number;
                /**
                 * @description A field of a row, ascending, or `-` and a field, descending. Nulls come last, ties in the usual order. Default: names.
                 * @example -dailySpend
                 */
                sort?: string;
                /** @description Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Total-Rows": components["headers"]["Total-Rows"];
                    "Run-Id": components["headers"]["Run-Id"];
                    "Run-Created-At": components["headers"]["Run-Created-At"];
                    "Data-Through": components["headers"]["Data-Through"];
                    "Start-Date": components["headers"]["Start-Date"];
                    "End-Date": components["headers"]["End-Date"];
                    "Unmatched-Filters": components["headers"]["Unmatched-Filters"];
                    Currency: components["headers"]["Currency"];
                    "Target-Dsi": components["headers"]["Target-Dsi"];
                    "Target-Roas-Type": components["headers"]["Target-Roas-Type"];
                    "Target-Revenue-Type": components["headers"]["Target-Revenue-Type"];
                    "Action-Threshold": components["headers"]["Action-Threshold"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "platform": "ANDROID",
                     *         "decisions": 186,
                     *         "runs": 24,
                     *         "since": "2025-09-15",
                     *         "dailySpend": 502247.5614285716,
                     *         "rightShare": 0.726030890520458,
                     *         "oppositeShare": 0.024083146156383378,
                     *         "bias": -0.0035500311652489616,
                     *         "wape": 0.06828522742357257,
                     *         "p50": 0.05716542839860295,
                     *         "p80": 0.11378443611886013,
                     *         "p90": 0.145236948750595
                     *       },
                     *       {
                     *         "platform": "IOS",
                     *         "decisions": 360,
                     *         "runs": 24,
                     *         "since": "2025-09-15",
                     *         "dailySpend": 1089197.7928571445,
                     *         "rightShare": 0.7485405415444308,
                     *         "oppositeShare": 0.04855634019666538,
                     *         "bias": 0.028318721999809695,
                     *         "wape": 0.09270125959821167,
                     *         "p50": 0.06319703043708635,
                     *         "p80": 0.14567985971488984,
                     *         "p90": 0.20581787261886175
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TrackRecord"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getForecastAccuracy: {
        parameters: {
            query: {
                /**
                 * @description An `id` from the app list.
                 * @example 101
                 */
                appId: components["parameters"]["appId"];
                /** @description The DSI of the forecasts, one of the app's available DSIs. Default: the app's target DSI. */
                dsi?: components["schemas"]["Dsi"];
                /** @description Cohorts are per period (`app`), per campaign (`campaign`), or per campaign and country (`campaign_geo`). */
                granularity?: "app" | "campaign" | "campaign_geo";
                /**
                 * @description Names to group by: any of `platform`, `network`, `campaign` and `country` (at `campaign_geo` only), or `none` alone. Each row is then one
                 *     age of one group. Names need `granularity` `campaign` or `campaign_geo`, since at `app` a cohort covers all campaigns. Default: `none`.
                 * @example [
                 *       "network"
                 *     ]
                 */
                groupBy?: ("platform" | "network" | "campaign" | "country" | "none")[];
                /** @description Length of a cohort's period. `daily` is refused by apps that require weekly prediction aggregation. */
                installGrouping?: "daily" | "weekly" | "monthly";
                /** @description Default: the app's target ROAS type. */
                roasType?: components["schemas"]["RoasType"];
                /** @description Default: the app's target revenue type. */
                revenueType?: components["schemas"]["RevenueType"];
                /**
                 * @description First install date, moved back to the start of its period. Default: `dsi` + 90 days before `endDate`, not earlier than supported. The earliest supported one is
                 *     that of ROAS history.
                 * @example 2026-01-01
                 */
                startDate?: string;
                /**
                 * @description Last install date. Default, and cap, the latest install date with data.
                 * @example 2026-03-31
                 */
                endDate?: string;
                /**
                 * @description Two-letter country codes or `Unknown`; not at `campaign`. At `app` each cohort covers only these countries.
                 * @example [
                 *       "US",
                 *       "DE"
                 *     ]
                 */
                countries?: components["schemas"]["CountryFilter"][];
                /**
                 * @description Platforms, in lower case. Default: all, those shown as `Unknown` included.
                 * @example [
                 *       "ios"
                 *     ]
                 */
                platforms?: components["parameters"]["platforms"];
                /**
                 * @description Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
                 *     quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
                 *     made by other generators join the names as they are given.
                 * @example [
                 *       "\"Partners, other\"",
                 *       "Meta Ads"
                 *     ]
                 */
                networks?: components["parameters"]["networks"];
                /**
                 * @description Exact names of campaigns, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
                 *     quoted field (`"US, Tier 1",Other`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
                 *     made by other generators join the names as they are given.
                 * @example [
                 *       "\"US, Tier 1\"",
                 *       "Other"
                 *     ]
                 */
                campaigns?: components["parameters"]["campaigns"];
                /**
                 * @description A field of a row, ascending, or `-` and a field, descending. Nulls come last, ties in the usual order. Default: names, then age.
                 * @example -wape
                 */
                sort?: string;
                /** @description Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accuracy by age. Ages without a cohort that has both a forecast and an actual value are omitted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Total-Rows": components["headers"]["Total-Rows"];
                    "Run-Id": components["headers"]["Run-Id"];
                    "Run-Created-At": components["headers"]["Run-Created-At"];
                    "Data-Through": components["headers"]["Data-Through"];
                    "Start-Date": components["headers"]["Start-Date"];
                    "End-Date": components["headers"]["End-Date"];
                    "Unmatched-Filters": components["headers"]["Unmatched-Filters"];
                    Currency: components["headers"]["Currency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "age": 6,
                     *         "cohorts": 11,
                     *         "spend": 5906920.04,
                     *         "bias": 0.009762800089592159,
                     *         "wape": 0.021638923376420524,
                     *         "p50": 0.01690709928941607,
                     *         "p90": 0.0504808895824325
                     *       },
                     *       {
                     *         "age": 13,
                     *         "cohorts": 11,
                     *         "spend": 5905919.02,
                     *         "bias": 0.0044634953068108845,
                     *         "wape": 0.013082214796307466,
                     *         "p50": 0.012511539422754023,
                     *         "p90": 0.02933501328314933
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ForecastAccuracy"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getReport: {
        parameters: {
            query: {
                /**
                 * @description An `id` from the app list.
                 * @example 101
                 */
                appId: components["parameters"]["appId"];
                /** @description `campaign`: one row per cohort and campaign. `campaign_geo`: also split by country. */
                granularity: "campaign" | "campaign_geo";
                /**
                 * @description Columns to group by: any of `platform`, `network`, `campaign` and `country` (at `campaign_geo` only), or `none` alone for one row per
                 *     cohort. Columns not listed are absent. Default: those of `granularity`.
                 * @example [
                 *       "network"
                 *     ]
                 */
                groupBy?: ("platform" | "network" | "campaign" | "country" | "none")[];
                /**
                 * @description Length of an install cohort; `total`: one cohort for the whole range. Default: `weekly` for apps that require weekly prediction
                 *     aggregation (which refuse `daily`),
                 *     otherwise `daily`.
                 */
                installGrouping?: components["schemas"]["InstallGrouping"];
                /** @description Metrics, one or more columns each. */
                metrics?: components["schemas"]["Metric"][];
                /** @description ROAS types of all columns but spend and organic installs. */
                roasTypes?: components["schemas"]["RoasType"][];
                /** @description Revenue types of the revenue, LTV, ROAS, profit and payback columns. */
                revenueTypes?: components["schemas"]["RevenueType"][];
                /**
                 * @description DSIs of the revenue, LTV, ROAS and profit columns, from the app's available DSIs; checked only when the metrics include `revenue`, `ltv`,
                 *     `roas` or `profit`. Default: those of 7 and 365 that the app has, otherwise its target DSI.
                 * @example [
                 *       7,
                 *       30
                 *     ]
                 */
                dsiValues?: components["schemas"]["Dsi"][];
                /**
                 * @description First install date. Default: 30 days before `endDate`, not earlier than supported. The earliest supported one is 455 days
                 *     before today (UTC).
                 * @example 2026-03-01
                 */
                startDate?: string;
                /**
                 * @description Last install date. Default, and cap, the latest install date with data.
                 * @example 2026-03-31
                 */
                endDate?: string;
                /**
                 * @description Two-letter country codes or `Unknown`; only with `granularity=campaign_geo`. Default: all.
                 * @example [
                 *       "US",
                 *       "DE"
                 *     ]
                 */
                countries?: components["parameters"]["countriesOfCampaignGeo"];
                /**
                 * @description Platforms, in lower case. Default: all, those shown as `Unknown` included.
                 * @example [
                 *       "ios"
                 *     ]
                 */
                platforms?: components["parameters"]["platforms"];
                /**
                 * @description Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
                 *     quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
                 *     made by other generators join the names as they are given.
                 * @example [
                 *       "\"Partners, other\"",
                 *       "Meta Ads"
                 *     ]
                 */
                networks?: components["parameters"]["networks"];
                /**
                 * @description Exact names of campaigns, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
                 *     quoted field (`"US, Tier 1",Other`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
                 *     made by other generators join the names as they are given.
                 * @example [
                 *       "\"US, Tier 1\"",
                 *       "Other"
                 *     ]
                 */
                campaigns?: components["parameters"]["campaigns"];
                /** @description File format, which sets the media type: `application/octet-stream` or `text/csv`. `Accept` is ignored. */
                format?: components["parameters"]["format"];
                /**
                 * @description `true` prefixes text cells that start with `=`, `+`, `-`, `@`, one of these in full width (`＝`, `＋`, `－`, `＠`), tab, CR or LF with `'`, for
                 *     people who open the file in a spreadsheet. Such names no longer match filters. Only with `format=csv`.
                 */
                csvSafe?: components["parameters"]["csvSafe"];
                /** @description `true` starts the file with a UTF-8 byte order mark, so that Excel reads it as UTF-8 when opened by double click. Only with `format=csv`. */
                csvBom?: components["parameters"]["csvBom"];
                /**
                 * @description `true` appends, as the last columns, `period_days` (install dates of the row's period that lie in the range) and, if a metric with DSIs
                 *     is requested, `actual_share_d<n>` per DSI: the share of those days, 0 to 1, whose install date + n is not after the latest install date
                 *     with data. It says how much of the cell is actual rather than forecast. With `compare` each is followed by `<column>_before`.
                 */
                maturity?: boolean;
                /**
                 * @description `true`: if revenue at a DSI is known for only some cohorts of a row, its revenue, LTV and ROAS cover those, in numerator and denominator
                 *     alike, instead of being null. The last columns, `covered_share_d<n>` per DSI, give their share of the row's spend (of its full blended
                 *     installs if nothing was spent), 0 to 1; with `compare` each is followed by `<column>_before`.
                 */
                partial?: boolean;
                /**
                 * @description Compares with an earlier or other range of install dates: `previous` (as many days, immediately before), `previous_month` (the same days
                 *     one month earlier, clamped to that month), `previous_year` (364 days earlier, so that weekdays match), or `YYYY-MM-DD..YYYY-MM-DD`, whose
                 *     end is capped as `endDate`. The range must not begin before the earliest `startDate` supported. Only with `installGrouping=total`.
                 * @example previous
                 */
                compare?: string;
                /**
                 * @description `true` adds to each ratio column (CPI, LTV, ROAS) `<column>_mix` and `<column>_rate`, the group's contributions to the change of the
                 *     total's ratio. Only with `compare`, and not with `groupBy=none`.
                 */
                explain?: boolean;
                /**
                 * @description `true` appends the target ROAS as the last column, `target_roas_<type>_<revenue>_d<n>`, named by the app's target types and target DSI: that of
                 *     the run's recommendation of the row's campaign (at `campaign_geo`: of its campaign and country), weighted by the row's spend if it sums up
                 *     several. Null if none of the row's spend has a target above 0.
                 */
                targets?: boolean;
                /** @description Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
                offset?: components["parameters"]["offset"];
                /**
                 * @description A column of the answer, ascending, or `-` and a column, descending. Nulls come last, ties in the order of `install_cohort`. Not together with `order`.
                 * @example -spend
                 */
                sort?: components["parameters"]["sort"];
                /**
                 * @description `install_cohort`: ascending by install_cohort, platform, network, campaign, country, in byte order. `newest`: install_cohort descending, spend descending,
                 *     then platform, network, campaign, country ascending.
                 */
                order?: "install_cohort" | "newest";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. Its name is `{appName}-report-{granularity}-{installGrouping}-{startDate}-{endDate}-{lastRunDate}-{hash}` with `.parquet` or `.csv`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Total-Rows": components["headers"]["Total-Rows"];
                    "Run-Id": components["headers"]["Run-Id"];
                    "Run-Created-At": components["headers"]["Run-Created-At"];
                    "Data-Through": components["headers"]["Data-Through"];
                    "Start-Date": components["headers"]["Start-Date"];
                    "End-Date": components["headers"]["End-Date"];
                    "Compare-Start-Date": components["headers"]["Compare-Start-Date"];
                    "Compare-End-Date": components["headers"]["Compare-End-Date"];
                    Currency: components["headers"]["Currency"];
                    "Unmatched-Filters": components["headers"]["Unmatched-Filters"];
                    "Withheld-Dsis": components["headers"]["Withheld-Dsis"];
                    "Untested-Dsis": components["headers"]["Untested-Dsis"];
                    Events: components["headers"]["Events"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": Blob;
                    /**
                     * @example install_cohort,platform,network,campaign,spend,installs_paid,cpi_paid,ltv_paid_gross_d7,roas_paid_gross_d7
                     *     2026-02-23,ANDROID,AppLovin,AXON US | AND | D0 20%,3993.81,842,4.743242280285036,2.3930878859857483,0.5045257536037018
                     *     2026-02-23,ANDROID,Google Ads,ACe 2.5 – Broad – UK 🇬🇧,1246.75,451,2.7644124168514415,0.4497560975609756,0.16269500701824743
                     *     2026-02-23,ANDROID,Google Ads,"UAC | US, Tier 2 | tROAS",5275.82,1142,4.619807355516637,1.5296584938704028,0.3311087186446846
                     */
                    "text/csv": string;
                };
            };
            206: components["responses"]["PartialContent"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            414: components["responses"]["UriTooLong"];
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getRoasHistory: {
        parameters: {
            query: {
                /**
                 * @description An `id` from the app list.
                 * @example 101
                 */
                appId: components["parameters"]["appId"];
                /**
                 * @description `app`: one row per cohort over all campaigns. `campaign`, `campaign_geo`: only campaigns and campaign-geos of the latest succeeded
                 *     recommendation run.
                 */
                granularity: "app" | "campaign" | "campaign_geo";
                /** @description The DSI that every `roas_age_N` column reports, one of the app's available DSIs. Default: the app's target DSI. */
                dsi?: components["schemas"]["Dsi"];
                /** @description Length of an install cohort. `daily` is refused by apps that require weekly prediction aggregation. */
                installGrouping?: "daily" | "weekly" | "monthly";
                /** @description Default: the app's target ROAS type. */
                roasType?: components["schemas"]["RoasType"];
                /** @description Default: the app's target revenue type. */
                revenueType?: components["schemas"]["RevenueType"];
                /**
                 * @description First install date. Default: 90 days before `endDate`, not earlier than supported. The earliest supported one is the app's first install date with
                 *     data, at most 455 days before the latest.
                 * @example 2026-03-01
                 */
                startDate?: string;
                /**
                 * @description Last install date. Default, and cap, the latest install date with data.
                 * @example 2026-03-31
                 */
                endDate?: string;
                /**
                 * @description Two-letter country codes or `Unknown`. At `app` each row covers only these countries; at `campaign_geo` only their rows are returned.
                 * @example [
                 *       "US",
                 *       "DE"
                 *     ]
                 */
                countries?: components["schemas"]["CountryFilter"][];
                /**
                 * @description Platforms, in lower case. Default: all, those shown as `Unknown` included.
                 * @example [
                 *       "ios"
                 *     ]
                 */
                platforms?: components["parameters"]["platforms"];
                /**
                 * @description Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
                 *     quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
                 *     made by other generators join the names as they are given.
                 * @example [
                 *       "\"Partners, other\"",
                 *       "Meta Ads"
                 *     ]
                 */
                networks?: components["parameters"]["networks"];
                /**
                 * @description Exact names of campaigns, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
                 *     quoted field (`"US, Tier 1",Other`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
                 *     made by other generators join the names as they are given.
                 * @example [
                 *       "\"US, Tier 1\"",
                 *       "Other"
                 *     ]
                 */
                campaigns?: components["parameters"]["campaigns"];
                /** @description File format, which sets the media type: `application/octet-stream` or `text/csv`. `Accept` is ignored. */
                format?: components["parameters"]["format"];
                /**
                 * @description `true` prefixes text cells that start with `=`, `+`, `-`, `@`, one of these in full width (`＝`, `＋`, `－`, `＠`), tab, CR or LF with `'`, for
                 *     people who open the file in a spreadsheet. Such names no longer match filters. Only with `format=csv`.
                 */
                csvSafe?: components["parameters"]["csvSafe"];
                /** @description `true` starts the file with a UTF-8 byte order mark, so that Excel reads it as UTF-8 when opened by double click. Only with `format=csv`. */
                csvBom?: components["parameters"]["csvBom"];
                /** @description Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
                offset?: components["parameters"]["offset"];
                /**
                 * @description A column of the answer, ascending, or `-` and a column, descending. Nulls come last, ties in the usual order. Any age is accepted up to that
                 *     of the first period of the range at the latest run; an age that the file lacks has no effect.
                 * @example -roas_age_7
                 */
                sort?: components["parameters"]["sortOfHistory"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description The file. Its name is
             *     `{appName}-roas-history-{granularity}-{installGrouping}-d{dsi}-{roasType}-{revenueType}-{startDate}-{endDate}-{lastRunDate}` with `.parquet` or `.csv`.
             */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Total-Rows": components["headers"]["Total-Rows"];
                    "Run-Id": components["headers"]["Run-Id"];
                    "Run-Created-At": components["headers"]["Run-Created-At"];
                    "Data-Through": components["headers"]["Data-Through"];
                    "Start-Date": components["headers"]["Start-Date"];
                    "End-Date": components["headers"]["End-Date"];
                    Currency: components["headers"]["Currency"];
                    "Unmatched-Filters": components["headers"]["Unmatched-Filters"];
                    "Withheld-Dsis": components["headers"]["Withheld-Dsis"];
                    "Untested-Dsis": components["headers"]["Untested-Dsis"];
                    Events: components["headers"]["Events"];
                    "Full-From-Age": components["headers"]["Full-From-Age"];
                    "Actual-From-Age": components["headers"]["Actual-From-Age"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": Blob;
                    /**
                     * @example created_at,install_cohort,dsi,roas_type,revenue_type,roas_age_1,roas_age_2,roas_age_3,roas_age_4,roas_age_5,roas_age_6,roas_age_7,roas_age_8
                     *     2026-04-01T00:04:41.565Z,2026-03-23,30,paid,gross,0.5168,0.5078,0.4851,0.5026,,0.5596,0.5708,0.5766
                     *     2026-04-01T00:04:41.565Z,2026-03-30,30,paid,gross,0.5302,,,,,,,
                     */
                    "text/csv": string;
                };
            };
            206: components["responses"]["PartialContent"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            414: components["responses"]["UriTooLong"];
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getAlerts: {
        parameters: {
            query: {
                /**
                 * @description An `id` from the app list.
                 * @example 101
                 */
                appId: components["parameters"]["appId"];
                /** @description Groups of alerts. Default: both. */
                alertGroups?: ("bids" | "analytics")[];
                /**
                 * @description Two-letter country codes, `Unknown`, or `GLOBAL`. A code matches the alert's displayed `country`; `GLOBAL` matches alerts shown as
                 *     `GLOBAL` and all analytics alerts. For everything that affects the US, pass `US,GLOBAL`.
                 * @example [
                 *       "US",
                 *       "GLOBAL"
                 *     ]
                 */
                countries?: components["schemas"]["AlertCountryFilter"][];
                /**
                 * @description Platforms, in lower case. Default: all, those shown as `Unknown` included.
                 * @example [
                 *       "ios"
                 *     ]
                 */
                platforms?: components["parameters"]["platforms"];
                /**
                 * @description Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
                 *     quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
                 *     made by other generators join the names as they are given.
                 * @example [
                 *       "\"Partners, other\"",
                 *       "Meta Ads"
                 *     ]
                 */
                networks?: components["parameters"]["networks"];
                /**
                 * @description Exact names of campaigns, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
                 *     quoted field (`"US, Tier 1",Other`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
                 *     made by other generators join the names as they are given.
                 * @example [
                 *       "\"US, Tier 1\"",
                 *       "Other"
                 *     ]
                 */
                campaigns?: components["parameters"]["campaigns"];
                /**
                 * @description First day of creation, UTC. Default: only the latest alert run is returned.
                 * @example 2026-03-01
                 */
                startDate?: string;
                /**
                 * @description Last day of creation, UTC; needs `startDate`. Default: today in UTC.
                 * @example 2026-03-31
                 */
                endDate?: string;
                /**
                 * @description `true`: returns only the latest of the alerts with the same alertGroup, title, platform, network, campaign and country, with `firstSeen`,
                 *     `lastSeen`, `timesSeen` and `inLatestRun`.
                 *     Only with `startDate`.
                 */
                distinct?: boolean;
                /**
                 * @description A field of an alert, ascending, or `-` and a field, descending; not `step`. Nulls come last, ties in the usual order; a field that the rows lack has no
                 *     effect. `-stepGain`: alerts whose campaign's step gains most first, as in `GET /v1/recommendations`; those without a step that has a direction come last. Default: newest run first,
                 *     `dailySpend` descending, then `id`.
                 * @example -dailySpend
                 */
                sort?: string;
                /** @description Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alerts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Total-Rows": components["headers"]["Total-Rows"];
                    /** @description The latest succeeded alert run, whatever the range; absent if the app has none. */
                    "Run-Id": components["headers"]["Run-Id"];
                    /** @description When the latest succeeded alert run raised its alerts, whatever the range. */
                    "Run-Created-At": components["headers"]["Run-Created-At"];
                    /** @description First day of the range; absent if only the latest run was requested. */
                    "Start-Date": components["headers"]["Start-Date"];
                    /** @description Last day of the range, as resolved; absent if only the latest run was requested. */
                    "End-Date": components["headers"]["End-Date"];
                    Currency: components["headers"]["Currency"];
                    "Unmatched-Filters": components["headers"]["Unmatched-Filters"];
                    "Withheld-Fields": components["headers"]["Withheld-Fields"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 10104562100001,
                     *         "appId": 101,
                     *         "createdAt": "2026-04-01T00:04:41.565Z",
                     *         "alertGroup": "BIDS",
                     *         "title": "Live bid above recommendation",
                     *         "campaign": "FB_MM_DACH_ROAS_D7_LAL1%_v3",
                     *         "country": "GLOBAL",
                     *         "platform": "ANDROID",
                     *         "network": "Meta Ads",
                     *         "dailySpend": 3745.8971,
                     *         "summary": "Live D7 ROAS bid of 29.5 % is 21.1 % above the paced recommendation of 24.4 %.",
                     *         "detail": "One step within the pacing rules reaches the unconstrained recommendation. The network buys less than the target allows.",
                     *         "spendDetail": null,
                     *         "recommendedAction": null,
                     *         "metric": "live_bid",
                     *         "value": 0.295,
                     *         "reference": 0.2436,
                     *         "change": 0.2110016420361247,
                     *         "step": {
                     *           "kind": "bid_target",
                     *           "direction": "more",
                     *           "from": 0.295,
                     *           "to": 0.2436,
                     *           "reason": null,
                     *           "spendChange": 612.8629585932827,
                     *           "revenueChange": 428.6730352217499,
                     *           "revenueChangeLow": 381.0719887429151,
                     *           "revenueChangeHigh": 473.6319037512122,
                     *           "gain": 101.59210010963386,
                     *           "gainLow": 22.25702264490917,
                     *           "gainHigh": 176.5235476587377,
                     *           "bounds": false,
                     *           "budget": null,
                     *           "brake": null,
                     *           "bidStays": false,
                     *           "optimisationDsi": 7,
                     *           "targetDsi": 30,
                     *           "targetRoas": 0.6,
                     *           "tested": true,
                     *           "checkpoint": null,
                     *           "nextRoas": null,
                     *           "newest": {
                     *             "startDate": "2026-03-25",
                     *             "endDate": "2026-03-31",
                     *             "roas": 0.6918391604786464
                     *           },
                     *           "rightShare": 0.8982179531944332,
                     *           "judged": 257
                     *         }
                     *       },
                     *       {
                     *         "id": 10104562100014,
                     *         "appId": 101,
                     *         "createdAt": "2026-04-01T00:04:41.565Z",
                     *         "alertGroup": "BIDS",
                     *         "title": "Live bid below recommendation",
                     *         "campaign": "moloco_MM_AU_iOS_ROAS_v1",
                     *         "country": "AU",
                     *         "platform": "IOS",
                     *         "network": "Moloco",
                     *         "dailySpend": 609.1714,
                     *         "summary": "Live D7 ROAS bid of 39.8 % is 12.1 % below the paced recommendation of 45.3 %.",
                     *         "detail": "One step within the pacing rules reaches the unconstrained recommendation. The network is free to buy installs that will not pay back in time.",
                     *         "spendDetail": null,
                     *         "recommendedAction": null,
                     *         "metric": "live_bid",
                     *         "value": 0.398,
                     *         "reference": 0.4528,
                     *         "change": -0.12102473498233213,
                     *         "step": {
                     *           "kind": "bid_target",
                     *           "direction": "less",
                     *           "from": 0.398,
                     *           "to": 0.4528,
                     *           "reason": null,
                     *           "spendChange": -126.39461588986711,
                     *           "revenueChange": -67.04714270168147,
                     *           "revenueChangeLow": -86.18832176534427,
                     *           "revenueChangeHigh": -50.54702230847853,
                     *           "gain": 19.970579855452087,
                     *           "gainLow": -10.412244055123779,
                     *           "gainHigh": 46.16124714625039,
                     *           "bounds": false,
                     *           "budget": null,
                     *           "brake": null,
                     *           "bidStays": false,
                     *           "optimisationDsi": 7,
                     *           "targetDsi": 30,
                     *           "targetRoas": 0.63,
                     *           "tested": true,
                     *           "checkpoint": null,
                     *           "nextRoas": null,
                     *           "newest": {
                     *             "startDate": "2026-03-25",
                     *             "endDate": "2026-03-31",
                     *             "roas": 0.5221396036448219
                     *           },
                     *           "rightShare": null,
                     *           "judged": 32
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Alert"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    listEvents: {
        parameters: {
            query: {
                /**
                 * @description An `id` from the app list.
                 * @example 101
                 */
                appId: components["parameters"]["appId"];
                /**
                 * @description Only events that end on this day or later. Default: all.
                 * @example 2026-03-01
                 */
                startDate?: string;
                /**
                 * @description Only events that start on this day or earlier. Default: all.
                 * @example 2026-03-31
                 */
                endDate?: string;
                /**
                 * @description Two-letter country codes or `Unknown`. Default: all.
                 * @example [
                 *       "US",
                 *       "DE"
                 *     ]
                 */
                countries?: components["schemas"]["CountryFilter"][];
                /**
                 * @description Platforms, in lower case. Default: all, those shown as `Unknown` included.
                 * @example [
                 *       "ios"
                 *     ]
                 */
                platforms?: components["parameters"]["platforms"];
                /**
                 * @description Exact names of ad networks, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
                 *     quoted field (`"Partners, other",Meta Ads`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
                 *     made by other generators join the names as they are given.
                 * @example [
                 *       "\"Partners, other\"",
                 *       "Meta Ads"
                 *     ]
                 */
                networks?: components["parameters"]["networks"];
                /**
                 * @description Exact names of campaigns, or `Unknown`. Default: all. In a URL a name that holds a comma or starts with a double quote is an RFC 4180
                 *     quoted field (`"US, Tier 1",Other`), and a plus is `%2B`, since `+` means a space. `@uascope/client` writes both itself; clients
                 *     made by other generators join the names as they are given.
                 * @example [
                 *       "\"US, Tier 1\"",
                 *       "Other"
                 *     ]
                 */
                campaigns?: components["parameters"]["campaigns"];
                /**
                 * @description A field of a row, ascending, or `-` and a field, descending. Nulls come last, ties in the usual order. Default: `startDate`.
                 * @example -startDate
                 */
                sort?: string;
                /** @description Maximum rows to return; `Total-Rows` still counts all matches. Default: all rows. */
                limit?: components["parameters"]["limit"];
                /** @description Rows to skip; only with `limit`. A page beyond the last row is empty. Pages are consistent as long as `Run-Id` stays the same. Default: 0. */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Total-Rows": components["headers"]["Total-Rows"];
                    "Unmatched-Filters": components["headers"]["Unmatched-Filters"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 101006,
                     *         "kind": "attribution",
                     *         "title": "Attribution SDK broken on iOS",
                     *         "startDate": "2026-01-15",
                     *         "endDate": "2026-01-21",
                     *         "platform": "IOS",
                     *         "network": null,
                     *         "campaign": null,
                     *         "country": null,
                     *         "note": "An SDK update lost most attributions: paid installs are counted as organic. CPI and paid ROAS of these install dates are wrong."
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Event"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    downloadExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The signed part of the link, unchanged. */
                link: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, the same as the REST report with the same parameters. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    ETag: components["headers"]["ETag"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Total-Rows": components["headers"]["Total-Rows"];
                    "Run-Id": components["headers"]["Run-Id"];
                    "Run-Created-At": components["headers"]["Run-Created-At"];
                    "Data-Through": components["headers"]["Data-Through"];
                    "Start-Date": components["headers"]["Start-Date"];
                    "End-Date": components["headers"]["End-Date"];
                    "Compare-Start-Date": components["headers"]["Compare-Start-Date"];
                    "Compare-End-Date": components["headers"]["Compare-End-Date"];
                    Currency: components["headers"]["Currency"];
                    "Unmatched-Filters": components["headers"]["Unmatched-Filters"];
                    "Withheld-Dsis": components["headers"]["Withheld-Dsis"];
                    "Untested-Dsis": components["headers"]["Untested-Dsis"];
                    Events: components["headers"]["Events"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": Blob;
                    /**
                     * @example install_cohort,platform,network,campaign,spend,installs_paid,cpi_paid,ltv_paid_gross_d7,roas_paid_gross_d7
                     *     2026-02-23,ANDROID,AppLovin,AXON US | AND | D0 20%,3993.81,842,4.743242280285036,2.3930878859857483,0.5045257536037018
                     *     2026-02-23,ANDROID,Google Ads,ACe 2.5 – Broad – UK 🇬🇧,1246.75,451,2.7644124168514415,0.4497560975609756,0.16269500701824743
                     *     2026-02-23,ANDROID,Google Ads,"UAC | US, Tier 2 | tROAS",5275.82,1142,4.619807355516637,1.5296584938704028,0.3311087186446846
                     */
                    "text/csv": string;
                };
            };
            206: components["responses"]["PartialContent"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            410: components["responses"]["Gone"];
            414: components["responses"]["UriTooLong"];
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
}

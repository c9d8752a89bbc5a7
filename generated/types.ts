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
    "/v1/recommendations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the latest spend recommendations
         * @description Recommendations of the app's latest succeeded run, by `dailySpend` descending, then `id`. An app without such a run has none.
         *
         *     A recommendation's identity across runs is (granularity, platform, network, campaign, country): `id` changes with every run.
         *
         *     `action` compares predicted with target ROAS at the target DSI, in the app's target ROAS type and revenue type: `SCALE` above
         *     the band around the target, `HOLD` within it (edges included), `REDUCE` below it or when either ROAS is missing or not positive.
         *     The band is the app's action threshold, 5 % unless configured.
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
         *     succeeded run: actual where the cohort is old enough, forecast otherwise.
         *
         *     Columns, in this order: `install_cohort`, `platform`, `network`, `campaign`, `country` (campaign_geo only), `spend`, `installs_<type>`,
         *     `cpi_<type>`, `ltv_<type>_<revenue>_d<n>`, `roas_<type>_<revenue>_d<n>`; only the metrics asked for; types in the order paid,
         *     incremental_blended, full_blended; gross before net; DSIs ascending. `install_cohort` is the start of the period: weeks start
         *     on Monday (ISO 8601), months on the first. Only install dates within the range count, so the first and last period may be partial.
         *
         *     Ratios are ratios of sums: LTV = revenue / installs of the type, CPI = spend / installs of the type, ROAS = revenue / spend (the same spend
         *     for every type), revenue being cumulative by DSI. LTV and CPI are null when installs are 0, ROAS when spend is 0; LTV and ROAS
         *     also when revenue at that DSI is not known for every cohort with spend or installs in the group.
         *
         *     Parquet: DATE, INT64, DOUBLE and UTF-8 strings, Snappy compressed; the answer's context (run, dates, currency, filters) is also in the
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
         * Download how each cohort's ROAS looked at each age
         * @description One row per install cohort (and campaign, and country), one column `roas_age_N` per cohort age: the ROAS at the requested DSI as the
         *     run said when its latest install date was N whole days after the start of the cohort's period, to 4 decimals; empty where no run
         *     captured it. Forecasts converge to the actual value along a row.
         *
         *     Columns: `created_at` (when the newest value of the row was captured), `recommendation_id`, `platform`, `network`, `campaign`, `country`,
         *     `daily_spend`, `install_cohort`, `dsi`, `roas_type`, `revenue_type`, `roas_age_N`... At `app` granularity `recommendation_id`, `platform`, `network`,
         *     `campaign`, `country` and `daily_spend` are absent; at `campaign` `country` is. Ages run from the app's smallest bet lookback start to
         *     the age of the file's oldest cohort at the latest run.
         *
         *     Rows: by `daily_spend` descending, `recommendation_id` descending, `install_cohort`; at `app` by `install_cohort`.
         *     `startDate` is moved back to the start of its period, which then counts whole.
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
         *     highest `dailySpend` first within a run, then `id`.
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
    "/v1/exports/{link}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an exported report
         * @description The file behind a link that `svc_export_report` made. The link itself is the credential, for 15 minutes and not longer than the key or login
         *     that made it; it names the company, the run and the parameters, and counts against that company's rate limit.
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
        InstallGrouping: "daily" | "weekly" | "monthly";
        /** @enum {string} */
        Metric: "ltv" | "roas" | "spend" | "installs" | "cpi";
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
        /** @description Two capital letters (ISO 3166-1), `Unknown` or `GLOBAL`. */
        AlertCountryFilter: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, with milliseconds.
         * @example 2026-04-01T06:00:00.000Z
         */
        Timestamp: string;
        /** @enum {string} */
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
             * @description Predicted against target ROAS at the target DSI, in the app's target ROAS and revenue type.
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
            /** @description Average daily spend over the bet lookback range. */
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
            /** @description Suggested next step; null when there is none. */
            recommendedAction: string | null;
        };
        /** @description An error (RFC 9457). */
        Problem: {
            /** @description Where the error is explained: a reference relative to the address that was asked. */
            type: string;
            /** @description The status in words. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What was wrong, for people. */
            detail: string;
            /** @description Stable, for programs. `x-extensible-enum` and `/docs` list those known today; more may be added. */
            code: string;
            /** @description Same as `X-Request-Id`. */
            requestId: string;
            /** @description On 400: every parameter at fault. */
            errors?: {
                /** @description The parameter at fault. */
                parameter: string;
                /** @description What is wrong with it. */
                message: string;
                /** @description The allowed values, as they are written in a request, where they can be listed. */
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
                Currency: components["headers"]["Currency"];
                [name: string]: unknown;
            };
            content: {
                "application/octet-stream": Blob;
                "text/csv": string;
            };
        };
        /** @description `Range` asks for bytes that the file does not have (`range_not_satisfiable`). */
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
         * @description One or more parameters are wrong (`invalid_parameter`), and `errors` names each; or the request is not valid HTTP (`bad_request`); or
         *     the file would be larger than those that the service makes (`file_too_large`).
         */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Cache-Control": components["headers"]["Cache-Control"];
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
        /** @description The key is missing, malformed, unknown, revoked or expired (`unauthorized`). */
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
        /** @description The key cannot read this app, the app is not live, or there is no such app (`app_forbidden`); which one is not said. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Cache-Control": components["headers"]["Cache-Control"];
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
        /** @description The link has expired, the key or login that made it is no longer valid, or its data are no longer kept (`link_expired`). */
        Gone: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Cache-Control": components["headers"]["Cache-Control"];
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
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The company's requests of this minute are used up (`rate_limited`), or it has as many downloads open as it may (`too_many_downloads`). */
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
        /** @description Request line and headers are longer than 128 KiB together (`headers_too_large`). */
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
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The store does not answer in time (`unavailable`); try again. */
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
        /** @description The service has no room on its disk for the file, or for what it needs on the way (`insufficient_storage`); try again later. */
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
        /** @description File format, and so the media type: `application/octet-stream` or `text/csv`. `Accept` is not looked at. */
        format: "parquet" | "csv";
        /**
         * @description `true` prefixes text cells that start with `=`, `+`, `-`, `@`, tab or CR with `'`, for people who open the file in a spreadsheet. Such names no
         *     longer match filters. Only with `format=csv`.
         */
        csvSafe: boolean;
        /** @description Most rows to return; `Total-Rows` still counts all that matched. Default: all rows. */
        limit: number;
    };
    requestBodies: never;
    headers: {
        /** @description Id of this request, to quote when asking for help. */
        "X-Request-Id": string;
        /**
         * @description What is left of the company's window, for example `"company";r=12;t=34` (12 requests in the next 34 seconds). Absent where the request was
         *     not counted.
         */
        RateLimit: string;
        /** @description The company's limit, for example `"company";q=60;w=60` (60 requests in 60 seconds). Absent where `RateLimit` is. */
        "RateLimit-Policy": string;
        /** @description Seconds until another request can pass. */
        "Retry-After": number;
        /** @description Version of this answer, for `If-None-Match`. */
        ETag: string;
        /**
         * @description `private, no-cache`: the caller may keep the answer, and asks with `If-None-Match` before using it again. `no-store`: errors, and what a
         *     link leads to.
         */
        "Cache-Control": string;
        /** @description Request headers that the answer depends on. */
        Vary: string;
        /** @description `bytes`: `Range` may ask for a part, and `If-Range` with the `ETag` for a part of the very same file. */
        "Accept-Ranges": string;
        /** @description The methods that the path has. */
        Allow: string;
        /** @description `attachment` with the file's name (RFC 6266 `filename` and `filename*`). */
        "Content-Disposition": string;
        /** @description The part that is sent. */
        "Content-Range": string;
        /** @description Rows that matched, before `limit`. */
        "Total-Rows": number;
        /** @description Run the data come from; absent when the app has none. */
        "Run-Id": number;
        /** @description When that run produced its data, ISO 8601. */
        "Run-Created-At": string;
        /** @description Latest install date with data. */
        "Data-Through": string;
        /** @description First date of the range, as resolved. */
        "Start-Date": string;
        /** @description Last date of the range, as resolved. */
        "End-Date": string;
        /** @description Currency of every amount, ISO 4217. */
        Currency: string;
        /** @description `Bearer`. */
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
                     *         "createdAt": "2025-06-05T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["App"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 703085,
                     *         "country": "US",
                     *         "platform": "IOS",
                     *         "network": "AppLovin",
                     *         "campaign": "AXON US | iOS | D0 15%",
                     *         "action": "REDUCE",
                     *         "status": "HIGH",
                     *         "confidenceScore": 0.966,
                     *         "dailySpend": 3118.213,
                     *         "paidInstalls": 4061,
                     *         "incrementalBlendedInstalls": 4282,
                     *         "fullBlendedInstalls": 5006,
                     *         "paidCpi": 7.678436345727653,
                     *         "incrementalBlendedCpi": 7.282141522652966,
                     *         "fullBlendedCpi": 6.228951258489812,
                     *         "optimisationDsi": 7,
                     *         "targetDsi": 30,
                     *         "optimisationLiveRoas": 0.355,
                     *         "optimisationPacedRoas": 0.356,
                     *         "optimisationRawRoas": 0.356,
                     *         "optimisationPredictedRoas": 0.310276,
                     *         "targetPaidGrossRoas": 0.651,
                     *         "predictedPaidGrossRoas": 0.567377,
                     *         "targetPaidNetRoas": 0.4356,
                     *         "predictedPaidNetRoas": 0.379641,
                     *         "targetIncrementalBlendedGrossRoas": 0.6813,
                     *         "predictedIncrementalBlendedGrossRoas": 0.595463,
                     *         "targetIncrementalBlendedNetRoas": 0.4559,
                     *         "predictedIncrementalBlendedNetRoas": 0.398434,
                     *         "targetFullBlendedGrossRoas": 0.8175,
                     *         "predictedFullBlendedGrossRoas": 0.711863,
                     *         "targetFullBlendedNetRoas": 0.547,
                     *         "predictedFullBlendedNetRoas": 0.476319,
                     *         "createdAt": "2026-04-01T00:03:00.000Z"
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
                 * @description Length of an install cohort. Default: `weekly` for apps that require weekly prediction aggregation (which refuse `daily`),
                 *     otherwise `daily`.
                 */
                installGrouping?: components["schemas"]["InstallGrouping"];
                /** @description Metrics, one or more columns each. */
                metrics?: components["schemas"]["Metric"][];
                /** @description ROAS types of the LTV, ROAS, installs and CPI columns. */
                roasTypes?: components["schemas"]["RoasType"][];
                /** @description Revenue types of the LTV and ROAS columns. */
                revenueTypes?: components["schemas"]["RevenueType"][];
                /**
                 * @description DSIs of the LTV and ROAS columns, from the app's available DSIs; checked only when the metrics include `ltv` or `roas`.
                 *     Default: those of 7 and 365 that the app has, otherwise its target DSI.
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
                /** @description File format, and so the media type: `application/octet-stream` or `text/csv`. `Accept` is not looked at. */
                format?: components["parameters"]["format"];
                /**
                 * @description `true` prefixes text cells that start with `=`, `+`, `-`, `@`, tab or CR with `'`, for people who open the file in a spreadsheet. Such names no
                 *     longer match filters. Only with `format=csv`.
                 */
                csvSafe?: components["parameters"]["csvSafe"];
                /**
                 * @description `true` appends, as the last columns, `period_days` (install dates of the row's period that lie in the range) and, when ltv or roas is
                 *     asked for, `actual_share_d<n>` per DSI: the share of those days, 0 to 1, whose install date + n is not after the latest install
                 *     date with data: how much of the cell is actual and not forecast.
                 */
                maturity?: boolean;
                /** @description Most rows to return; `Total-Rows` still counts all that matched. Default: all rows. */
                limit?: components["parameters"]["limit"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": Blob;
                    /**
                     * @example install_cohort,platform,network,campaign,spend,installs_paid,cpi_paid,ltv_paid_gross_d7,roas_paid_gross_d7
                     *     2026-02-23,ANDROID,AppLovin,AXON BR | AND | D0 15%,417.63,438,0.9534931506849315,0.26353881278538815,0.2763929794315543
                     *     2026-02-23,ANDROID,Google Ads,ACe 2.5 – Broad – UK 🇬🇧,1402.27,495,2.8328686868686868,0.7399191919191919,0.2611907835153002
                     *     2026-02-23,ANDROID,Google Ads,MM | UK | tCPA→tROAS | AND,1423.18,493,2.886774847870183,1.1763488843813388,0.40749588948692367
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
                 * @description `app`: one row per cohort over every campaign. `campaign`, `campaign_geo`: only campaigns and campaign-geos of the latest succeeded
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
                /** @description File format, and so the media type: `application/octet-stream` or `text/csv`. `Accept` is not looked at. */
                format?: components["parameters"]["format"];
                /**
                 * @description `true` prefixes text cells that start with `=`, `+`, `-`, `@`, tab or CR with `'`, for people who open the file in a spreadsheet. Such names no
                 *     longer match filters. Only with `format=csv`.
                 */
                csvSafe?: components["parameters"]["csvSafe"];
                /** @description Most rows to return; `Total-Rows` still counts all that matched. Default: all rows. */
                limit?: components["parameters"]["limit"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": Blob;
                    /**
                     * @example created_at,install_cohort,dsi,roas_type,revenue_type,roas_age_1,roas_age_2,roas_age_3,roas_age_4,roas_age_5,roas_age_6,roas_age_7,roas_age_8
                     *     2026-04-01T00:03:00.000Z,2026-03-23,30,paid,gross,0.6116,0.6102,0.574,0.5862,,0.5913,0.596,0.6049
                     *     2026-04-01T00:03:00.000Z,2026-03-30,30,paid,gross,0.5571,,,,,,,
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
                 *     `GLOBAL` and all analytics alerts. For everything that touches the US pass `US,GLOBAL`.
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
                 * @description Last day of creation, UTC; needs `startDate`. Default: today.
                 * @example 2026-03-31
                 */
                endDate?: string;
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
                    /** @description The latest succeeded alert run, whatever range was asked for; absent when the app has none. */
                    "Run-Id": components["headers"]["Run-Id"];
                    /** @description When the latest succeeded alert run raised its alerts, whatever range was asked for. */
                    "Run-Created-At": components["headers"]["Run-Created-At"];
                    /** @description First day of the range; absent where only the latest run was asked for. */
                    "Start-Date": components["headers"]["Start-Date"];
                    /** @description Last day of the range, as resolved; absent where only the latest run was asked for. */
                    "End-Date": components["headers"]["End-Date"];
                    Currency: components["headers"]["Currency"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 90468,
                     *         "appId": 101,
                     *         "createdAt": "2026-04-01T00:14:31.019Z",
                     *         "alertGroup": "BIDS",
                     *         "title": "Live bid above recommendation",
                     *         "campaign": "ASC+ | T1 | Créas UGC été | v5",
                     *         "country": "GLOBAL",
                     *         "platform": "ANDROID",
                     *         "network": "Meta Ads",
                     *         "dailySpend": 763.0486,
                     *         "summary": "Live D7 ROAS bid of 38.2 % is 17.6 % above the paced recommendation of 32.5 %.",
                     *         "detail": "One step within the pacing rules reaches the unconstrained recommendation. The network buys less than the target allows. Average daily spend is USD 763.05.",
                     *         "spendDetail": null,
                     *         "recommendedAction": "Set the D7 ROAS bid target to 32.5 %."
                     *       },
                     *       {
                     *         "id": 90496,
                     *         "appId": 101,
                     *         "createdAt": "2026-04-01T00:14:31.019Z",
                     *         "alertGroup": "ANALYTICS",
                     *         "title": "Room to scale",
                     *         "campaign": "FB_MM_DACH_ROAS_D7_LAL1%_v3",
                     *         "country": "GLOBAL",
                     *         "platform": "ANDROID",
                     *         "network": "Meta Ads",
                     *         "dailySpend": 1402.4129,
                     *         "summary": "Predicted D30 paid gross ROAS of 80.3 % beats the target of 62.4 % by 28.7 %.",
                     *         "detail": "The campaign bought 4913 installs at USD 2.00 in 7 days with a confidence of 0.88. There is margin before the target is reached.",
                     *         "spendDetail": "USD 1,402.41 a day, 2.9 % of the app's spend, could grow.",
                     *         "recommendedAction": "Raise the daily budget by 20 %."
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
    downloadExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The signed part of the link, as it was given. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": Blob;
                    /**
                     * @example install_cohort,platform,network,campaign,spend,installs_paid,cpi_paid,ltv_paid_gross_d7,roas_paid_gross_d7
                     *     2026-02-23,ANDROID,AppLovin,AXON BR | AND | D0 15%,417.63,438,0.9534931506849315,0.26353881278538815,0.2763929794315543
                     *     2026-02-23,ANDROID,Google Ads,ACe 2.5 – Broad – UK 🇬🇧,1402.27,495,2.8328686868686868,0.7399191919191919,0.2611907835153002
                     *     2026-02-23,ANDROID,Google Ads,MM | UK | tCPA→tROAS | AND,1423.18,493,2.886774847870183,1.1763488843813388,0.40749588948692367
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

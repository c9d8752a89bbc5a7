import { adjust } from './adjust.ts'
import { appsflyerAggregate } from './appsflyer-aggregate.ts'
import { appsflyerCohort } from './appsflyer-cohort.ts'
import { appsflyerRaw } from './appsflyer-raw.ts'
import { branch } from './branch.ts'
import { costReports } from './cost-reports.ts'
import { dbtAdReporting } from './dbt-ad-reporting.ts'
import type { Format } from './format.ts'
import { ga4 } from './ga4.ts'
import { neutral } from './neutral.ts'
import { revenuecat } from './revenuecat.ts'
import { singular } from './singular.ts'
import { tenjin, tenjinAds } from './tenjin.ts'

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

import { adjust } from './adjust.ts'
import { appsflyerAggregate } from './appsflyer-aggregate.ts'
import { appsflyerCohort } from './appsflyer-cohort.ts'
import { appsflyerRaw } from './appsflyer-raw.ts'
import type { Format } from './format.ts'
import { neutral } from './neutral.ts'
import { singular } from './singular.ts'

/** By the name that a config gives as `format`. */
export const FORMATS: Readonly<Record<string, Format>> = {
  neutral,
  adjust,
  'appsflyer-raw': appsflyerRaw,
  'appsflyer-cohort': appsflyerCohort,
  'appsflyer-aggregate': appsflyerAggregate,
  singular,
}

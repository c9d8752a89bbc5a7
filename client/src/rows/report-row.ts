import type { Platform } from '../../../generated/client/models.ts'
import type { GetReportParameters } from '../../../generated/client/parameters.ts'
import type { Open } from '../open.ts'
import type { Certain, CertainValue, Flat, Given, Possible } from './certain.ts'

/** Metric columns by metric, ROAS type, revenue type and DSI, as the contract names them. */
type MetricColumn<Metric, RoasType extends string, RevenueType extends string, Dsi extends number> =
  | (Metric extends 'spend' ? Metric : never)
  | (Metric extends 'installs' | 'cpi' ? `${Metric}_${RoasType}` : never)
  | (Metric extends 'ltv' | 'roas' ? `${Metric}_${RoasType}_${RevenueType}_d${Dsi}` : never)

/** Columns of `maturity`. */
type MaturityColumn<Maturity, Metric, Dsi extends number> = Maturity extends true
  ? 'period_days' | (Metric extends 'ltv' | 'roas' ? `actual_share_d${Dsi}` : never)
  : never

/** Sums and counts are always there; a ratio is null where it is undefined or not known. */
type Cell<Column> = Column extends 'spend' | 'period_days' | `installs_${string}` | `actual_share_${string}` ? number : number | null

interface Keys {
  /** First day of the cohort's period, `YYYY-MM-DD`. */
  install_cohort: string
  platform: Open<Platform>
  network: string
  campaign: string
}

type Country<Granularity> = [Granularity] extends ['campaign_geo']
  ? { country: string }
  : 'campaign_geo' extends Granularity ? { country?: string | undefined } : unknown

type Columns<CertainColumn extends string, PossibleColumn extends string> =
  & { [Column in CertainColumn]: Cell<Column> }
  & { [Column in Exclude<PossibleColumn, CertainColumn>]?: Cell<Column> | undefined }

type MetricColumns<Metrics, RoasTypes, RevenueTypes, DsiValues, Maturity> = Columns<
  | MetricColumn<Certain<Metrics>, Certain<RoasTypes> & string, Certain<RevenueTypes> & string, Certain<DsiValues> & number>
  | MaturityColumn<CertainValue<Maturity>, Certain<Metrics>, Certain<DsiValues> & number>,
  | MetricColumn<Possible<Metrics>, Possible<RoasTypes> & string, Possible<RevenueTypes> & string, Possible<DsiValues> & number>
  | MaturityColumn<Maturity, Possible<Metrics>, Possible<DsiValues> & number>
>

/**
 * A row of the report that these parameters ask for: exactly its columns where the parameters are known when compiling; where they
 * are not, the columns that may be there, as optional ones. The default DSIs depend on the app, so that columns of unnamed DSIs are optional.
 */
export type ReportRow<Parameters extends GetReportParameters = GetReportParameters> = Parameters extends unknown
  ? Flat<Keys & Country<Parameters['granularity']> & MetricColumns<
    Given<Parameters, 'metrics', readonly ['ltv']>,
    Given<Parameters, 'roasTypes', readonly ['paid']>,
    Given<Parameters, 'revenueTypes', readonly ['gross']>,
    Given<Parameters, 'dsiValues', readonly number[]>,
    Given<Parameters, 'maturity', false>
  >>
  : never

import type { RoasHistoryCells } from '../../generated/client/cells.ts'
import type { Platform, RevenueType, RoasType } from '../../generated/client/models.ts'
import type { GetRoasHistoryParameters } from '../../generated/client/parameters.ts'
import type {
  AnyValue,
  Declared,
  Filled,
  Flat,
  ValueOrDefault,
  RoasHistoryColumns,
} from './columns.ts'
import type { Incomplete, Open } from './shapes.ts'

/** A column of a cohort age in days. */
export type RoasAgeColumn = Filled<'roas_age_{age}' & keyof RoasHistoryColumns, AnyValue>

interface Columns<Dsi, Roas, Revenue> {
  /** When the newest value of the row was captured, ISO 8601 in UTC. */
  created_at: string
  /** `id` of the recommendation in the latest succeeded run. */
  recommendation_id: number
  /** The platform of the installs; `Unknown` if missing. */
  platform: Platform
  /** Ad network; `Unknown` if missing. */
  network: string
  /** Campaign name; `Unknown` if missing. */
  campaign: string
  /** Two-letter country code; `Unknown` if missing. */
  country: string
  /** Average daily spend over the bet lookback range of the recommendation, in the app's currency. */
  daily_spend: number
  /** First day of the cohort's period, `YYYY-MM-DD`. */
  install_cohort: string
  /** DSI that every `roas_age_N` reports. */
  dsi: Dsi
  /** Whose installs and revenue every `roas_age_N` covers. */
  roas_type: Roas
  /** `gross`: before fees; `net`: net of fees, taxes and refunds. */
  revenue_type: Revenue
}

/** Every column except ages. */
type Named = keyof Declared<
  Omit<RoasHistoryColumns, 'roas_age_{age}'>,
  Columns<number, string, string>
>

/** Columns that a granularity does not have. */
type Absent<Granularity> = Granularity extends 'app'
  ? 'recommendation_id' | 'platform' | 'network' | 'campaign' | 'country' | 'daily_spend'
  : Granularity extends 'campaign'
    ? 'country'
    : never

type DescribedAges = Pick<RoasHistoryCells, Extract<keyof RoasHistoryCells, RoasAgeColumn>>

/** ROAS by age; null if no run captured it, absent if the file lacks that age. Young ages are declared one by one, so that editors describe them. */
export interface RoasAges extends Partial<DescribedAges> {
  [column: RoasAgeColumn]: number | null | undefined
}

type RowAt<Granularity, Dsi, Roas, Revenue> = Granularity extends unknown
  ? Flat<Pick<Columns<Dsi, Roas, Revenue>, Exclude<Named, Absent<Granularity>>>> & RoasAges
  : never

/** A row of the ROAS history that these parameters request; a union if they are not known at compile time. */
export type RoasHistoryRow<
  Parameters extends Incomplete<GetRoasHistoryParameters> = GetRoasHistoryParameters,
> = Parameters extends unknown
  ? RowAt<
      Parameters['granularity'],
      ValueOrDefault<Parameters, 'dsi', number>,
      ValueOrDefault<Parameters, 'roasType', Open<RoasType>>,
      ValueOrDefault<Parameters, 'revenueType', Open<RevenueType>>
    >
  : never

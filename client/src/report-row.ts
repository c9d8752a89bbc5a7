import type { ReportCells } from '../../generated/client/cells.ts'
import type { Metric, Platform, RevenueType, RoasType } from '../../generated/client/models.ts'
import type { GetReportParameters } from '../../generated/client/parameters.ts'
import type {
  CellOf,
  DefiniteValues,
  CertainValue,
  Declared,
  Filled,
  Flat,
  ValueOrDefault,
  KindOf,
  PossibleValues,
  ReportColumns,
} from './columns.ts'
import type { Incomplete } from './shapes.ts'

/** The contract's columns of a metric: those that start with its name. */
type ColumnsOf<Metric extends string> = Extract<keyof ReportColumns, Metric | `${Metric}_${string}`>

/** Columns of `maturity`, of `partial`, and of `targets`. */
type MaturityColumn = 'period_days' | 'actual_share_d{dsi}'
type PartialColumn = 'covered_share_d{dsi}'
type TargetColumn = `target_roas_${string}`
type ComparisonColumn = `{column}${string}`

/** Names by which rows can be split. */
type NameColumn = Exclude<Exclude<GetReportParameters['groupBy'], undefined>[number], 'none'>

/** Names of metric columns, by metric, ROAS type, revenue type and DSI. */
type MetricColumn<
  Metric extends string,
  RoasType extends string,
  RevenueType extends string,
  Dsi extends number,
> = Filled<ColumnsOf<Metric>, { roasType: RoasType; revenueType: RevenueType; dsi: Dsi }>

/** Names of columns per DSI, for metrics that vary by DSI. */
type PerDsi<Column extends string, Metric extends string, Dsi extends number> = ColumnsOf<Metric> &
  `${string}{dsi}${string}` extends never
  ? never
  : Filled<Column, { dsi: Dsi }>

/** Names of the columns of `maturity`. */
type MaturityColumns<Maturity, Metric extends string, Dsi extends number> = Maturity extends true
  ? 'period_days' | PerDsi<Exclude<MaturityColumn, 'period_days'>, Metric, Dsi>
  : never

/** Names of the columns of `partial`. */
type PartialColumns<Partial, Metric extends string, Dsi extends number> = Partial extends true
  ? PerDsi<PartialColumn, Metric, Dsi>
  : never

/** Sums and counts are never null; a ratio is null if undefined or unknown. */
type Cell<Column> = CellOf<KindOf<ReportColumns, Column>>

interface Names {
  /** First day of the cohort's period, `YYYY-MM-DD`. */
  install_cohort: string
  /** The platform of the installs; `Unknown` if missing. */
  platform: Platform
  /** Ad network; `Unknown` if missing. */
  network: string
  /** Campaign name; `Unknown` if missing. */
  campaign: string
  /** Two-letter country code; `Unknown` if missing. */
  country: string
}

type Keys = Declared<
  Omit<
    ReportColumns,
    ColumnsOf<Metric> | MaturityColumn | PartialColumn | TargetColumn | ComparisonColumn
  >,
  Names
>

/** Names by which rows are split by default. */
type UsualNames<Granularity> = Granularity extends 'campaign'
  ? Exclude<NameColumn, 'country'>
  : NameColumn

type Usual = 'usual'

type CertainNames<Granularity, GroupBy> = [GroupBy] extends [Usual]
  ? [Granularity] extends ['campaign_geo']
    ? NameColumn
    : UsualNames<'campaign'>
  : DefiniteValues<GroupBy>

type PossibleNames<Granularity, GroupBy> = GroupBy extends Usual
  ? UsualNames<Granularity>
  : PossibleValues<GroupBy>

type SplitBy<CertainName, PossibleName> = Pick<
  Keys,
  'install_cohort' | Extract<NameColumn, CertainName>
> & {
  [Name in Exclude<Extract<NameColumn, PossibleName>, CertainName>]?: Keys[Name] | undefined
}

type Columns<CertainColumn extends string, PossibleColumn extends string> = Cells<CertainColumn> &
  Optional<Cells<Exclude<PossibleColumn, CertainColumn>>>

/**
 * The documented columns of common requests. Inferred ones are unlimited: for unknown parameters the compiler would compare each possible name
 * with each documented one, a hundred thousand pairs.
 */
type Cells<Column extends string> = [Column] extends [infer Name extends string]
  ? Pick<ReportCells, Extract<Name, keyof ReportCells>> & {
      [Other in Exclude<Name, keyof ReportCells>]: Cell<Other>
    }
  : never

type Optional<T> = { [Name in keyof T]?: T[Name] | undefined }

/** Metric columns, followed by those of the comparison with `compare` and `explain`. */
type Compared<Cells, Compare, Explain> = [Compare] extends [false]
  ? Cells
  : [Compare] extends [string]
    ? Cells & Before<Cells> & Changes<Cells> & Explained<Cells, Explain>
    : Cells & Optional<Before<Cells> & Changes<Cells> & Explained<Cells, Explain>>

type Before<Cells> = { [Name in keyof Cells as `${Name & string}_before`]: Cells[Name] }

type Changes<Cells> = { [Name in keyof Cells as `${Name & string}_change`]: number | null }

type Explained<Cells, Explain> = [Explain] extends [false]
  ? unknown
  : [Explain] extends [true]
    ? Contributions<Cells>
    : Optional<Contributions<Cells>>

type Contributions<Cells> = {
  [
    Name in keyof Cells as `${Extract<Name, `${'cpi' | 'ltv' | 'roas'}_${string}`>}_${'mix' | 'rate'}`
  ]: number | null
}

/** With `compare`, the shares of the other range. */
type SharesCompared<Cells, Compare> = [Compare] extends [false]
  ? Cells
  : [Compare] extends [string]
    ? Cells & Before<Cells>
    : Cells & Optional<Before<Cells>>

type MetricColumns<Metrics, RoasTypes, RevenueTypes, DsiValues> = Columns<
  MetricColumn<
    DefiniteValues<Metrics> & string,
    DefiniteValues<RoasTypes> & string,
    DefiniteValues<RevenueTypes> & string,
    DefiniteValues<DsiValues> & number
  >,
  MetricColumn<
    PossibleValues<Metrics> & string,
    PossibleValues<RoasTypes> & string,
    PossibleValues<RevenueTypes> & string,
    PossibleValues<DsiValues> & number
  >
>

type ShareColumns<Metrics, DsiValues, Maturity, Partial> = Columns<
  | MaturityColumns<
      CertainValue<Maturity>,
      DefiniteValues<Metrics> & string,
      DefiniteValues<DsiValues> & number
    >
  | PartialColumns<
      CertainValue<Partial>,
      DefiniteValues<Metrics> & string,
      DefiniteValues<DsiValues> & number
    >,
  | MaturityColumns<Maturity, PossibleValues<Metrics> & string, PossibleValues<DsiValues> & number>
  | PartialColumns<Partial, PossibleValues<Metrics> & string, PossibleValues<DsiValues> & number>
>

/** The column of `targets`, named by the app's settings. */
type TargetColumns<Targets> = [Targets] extends [false]
  ? unknown
  : { [Column in `target_roas_${RoasType}_${RevenueType}_d${number}`]?: number | null | undefined }

/**
 * A row of the report that these parameters request: exactly its columns if the parameters are known at compile time, otherwise all
 * possible columns, as optional ones. Default DSIs depend on the app, so their columns are optional.
 */
export type ReportRow<Parameters extends Incomplete<GetReportParameters> = GetReportParameters> =
  Parameters extends unknown
    ? Flat<
        SplitBy<
          CertainNames<Parameters['granularity'], ValueOrDefault<Parameters, 'groupBy', Usual>>,
          PossibleNames<Parameters['granularity'], ValueOrDefault<Parameters, 'groupBy', Usual>>
        > &
          Compared<
            MetricColumns<
              ValueOrDefault<Parameters, 'metrics', readonly ['ltv']>,
              ValueOrDefault<Parameters, 'roasTypes', readonly ['paid']>,
              ValueOrDefault<Parameters, 'revenueTypes', readonly ['gross']>,
              ValueOrDefault<Parameters, 'dsiValues', readonly number[]>
            >,
            ValueOrDefault<Parameters, 'compare', false>,
            ValueOrDefault<Parameters, 'explain', false>
          > &
          SharesCompared<
            ShareColumns<
              ValueOrDefault<Parameters, 'metrics', readonly ['ltv']>,
              ValueOrDefault<Parameters, 'dsiValues', readonly number[]>,
              ValueOrDefault<Parameters, 'maturity', false>,
              ValueOrDefault<Parameters, 'partial', false>
            >,
            ValueOrDefault<Parameters, 'compare', false>
          > &
          TargetColumns<ValueOrDefault<Parameters, 'targets', false>>
      >
    : never

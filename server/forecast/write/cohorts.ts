import { MONEY_UNIT } from '../../core/formulas/sums.ts'
import type { DuckDBConnection } from '@duckdb/node-api'
import { REVENUE_TYPES, ROAS_TYPES } from '../../../generated/vocabulary/vocabulary.ts'
import { type Revenue, REVENUES } from '../../imports/tables.ts'
import { type Cells, type Facts, firstCellOf, UNKNOWN } from '../model/facts.ts'
import { forecast } from '../model/fit.ts'
import type { Fit } from '../model/forecast.ts'
import type { Blend } from './blend.ts'
import { cellColumns, cellIdentity, setCell, StagingTable } from './staging.ts'
import type { Day } from '../../core/model/dates.ts'

export const cohortsQuery = `
  SELECT ${cellIdentity}, spend::DECIMAL(18, 4) AS spend, paid::BIGINT AS paid_installs, incremental_blended::BIGINT AS incremental_blended_installs,
    full_blended::BIGINT AS full_blended_installs
  FROM staged_cohorts`

export function stageCohorts(connection: DuckDBConnection): Promise<StagingTable> {
  return StagingTable.create(connection, 'staged_cohorts', cellColumns, [
    'spend',
    'paid',
    'incremental_blended',
    'full_blended',
  ])
}

export function addCohorts(
  table: StagingTable,
  run: number,
  cells: Cells,
  count: number,
  blend: Blend,
): number {
  let rows = 0
  for (let i = 0; i < count; i++) {
    if (cells.organic[i] !== 0) continue
    const next = setCell(table, run, cells, i)
    table.set(next, toMoney(cells.spend[i]!))
    table.set(next + 1, cells.installs[i]!)
    table.set(next + 2, blend.incrementalInstalls[i]!)
    table.set(next + 3, blend.fullInstalls[i]!)
    table.endRow()
    rows++
  }
  return rows
}

export interface DsiRows {
  dsi: number
  actual: number
  forecast: number
  withheld: number
}

/** Without organic installs all ROAS types equal paid. */
export function stagedRevenues(hasOrganic: boolean): readonly Revenue[] {
  return hasOrganic ? REVENUES : REVENUE_TYPES.map(type => `paid_${type}` as const)
}

export function revenueColumns(hasOrganic: boolean): string {
  return ROAS_TYPES.flatMap(roasType =>
    REVENUE_TYPES.map(
      type => `${hasOrganic ? roasType : 'paid'}_${type}::DECIMAL(18, 4) AS ${roasType}_${type}`,
    ),
  ).join(', ')
}

export function cohortRevenueQuery(hasOrganic: boolean): string {
  return `SELECT ${cellIdentity}, dsi, ${revenueColumns(hasOrganic)} FROM staged_revenue`
}

export function stageCohortRevenue(
  connection: DuckDBConnection,
  hasOrganic: boolean,
): Promise<StagingTable> {
  return StagingTable.create(
    connection,
    'staged_revenue',
    [...cellColumns, 'dsi'],
    stagedRevenues(hasOrganic),
  )
}

/** One DSI of a run: values known by the as-of day and, if forecasts are delivered, the others. */
export interface DsiValues {
  asOf: Day
  isForecast: boolean
  hasOrganic: boolean
  amounts: Amounts
  /** Age at which the DSI's revenue is known. */
  knownAt: number
}

/** Adds the rows of cells `first` to `end` - 1: cell and DSI, the spend if `hasSpend`, then revenues. */
export function addRevenue(
  table: StagingTable,
  run: number,
  cells: Cells,
  { first, end, hasSpend }: { first: number; end: number; hasSpend: boolean },
  { asOf, isForecast, hasOrganic, amounts: { dsi, revenues }, knownAt }: DsiValues,
): DsiRows {
  const rows: DsiRows = { dsi, actual: 0, forecast: 0, withheld: 0 }
  const staged = stagedRevenues(hasOrganic).map(name => revenues[name])
  for (let i = first; i < end; i++) {
    if (cells.organic[i] !== 0) continue
    const isActual = cells.day[i]! + knownAt <= asOf
    if (isActual) rows.actual++
    else if (isForecast) rows.forecast++
    else {
      rows.withheld++
      continue
    }
    let column = setCell(table, run, cells, i)
    table.set(column++, dsi)
    if (hasSpend) table.set(column++, toMoney(cells.spend[i]!))
    for (const values of staged) table.set(column++, values[i]!)
    table.endRow()
  }
  return rows
}

export interface Amounts {
  dsi: number
  /** Without organic installs all ROAS types share the arrays of `paid`. */
  revenues: Readonly<Record<Revenue, Float64Array>>
}

/**
 * @param since amounts of earlier days are 0, for callers that need only the newest
 * @throws RangeError out of the model's reach
 */
export function amountsAt(dsi: number, facts: Facts, fit: Fit, blend: Blend, since?: Day): Amounts {
  const { gross, net } = forecast(facts, fit, dsi, since)
  const [byGross, byNet] = [blend.revenue(gross), blend.revenue(net)]
  const revenues = {
    paid_gross: gross,
    paid_net: net,
    incremental_blended_gross: byGross.incremental,
    incremental_blended_net: byNet.incremental,
    full_blended_gross: byGross.full,
    full_blended_net: byNet.full,
  }
  const from = firstCellOf(facts.cells.day, fit.cells, since ?? -Infinity)
  for (const values of new Set(Object.values(revenues))) roundAll(values, from)
  return { dsi, revenues }
}

function roundAll(values: Float64Array, from: number): void {
  for (let i = from; i < values.length; i++) values[i] = toMoney(values[i]!)
}

export function toMoney(amount: number): number {
  return Math.round(amount * MONEY_UNIT) / MONEY_UNIT
}

/** All cells of a campaign share one object. */
export interface Campaign {
  platform: string | null
  network: string | null
  name: string
}

/** Undefined for organic cells and unknown names. */
export function campaignsOf({ cells, names }: Facts): (cell: number) => Campaign | undefined {
  const campaigns = new Map<number, Campaign>()
  const name = (list: readonly string[], index: number): string | null =>
    index === UNKNOWN ? null : list[index]!
  return i => {
    const [platform, network, campaign] = [
      cells.platform[i]!,
      cells.network[i]!,
      cells.campaign[i]!,
    ]
    if (campaign === UNKNOWN || cells.organic[i] !== 0) return undefined
    const key =
      ((platform + 1) * (names.network.length + 1) + network + 1) * names.campaign.length + campaign
    let known = campaigns.get(key)
    if (known === undefined) {
      known = {
        platform: name(names.platform, platform),
        network: name(names.network, network),
        name: names.campaign[campaign]!,
      }
      campaigns.set(key, known)
    }
    return known
  }
}

/** Cells of each named campaign that were installed `start` to `end` days before a day, by its platform; ascending. */
export function cellsInLookback(
  facts: Facts,
  day: Day,
  lookbackOf: (platform: string | null) => { start: number; end: number },
): Map<Campaign, number[]> {
  const { cells, names } = facts
  // The last entry is for cells of an unknown platform.
  const lookbacks = [...names.platform, null].map(lookbackOf)
  const campaignOf = campaignsOf(facts)
  const byCampaign = new Map<Campaign, number[]>()
  const count = firstCellOf(cells.day, cells.count, day + 1)
  for (
    let i = firstCellOf(cells.day, count, day - Math.max(...lookbacks.map(({ end }) => end)));
    i < count;
    i++
  ) {
    const { start, end } = lookbacks.at(cells.platform[i]!)!
    const age = day - cells.day[i]!
    const campaign = age < start || age > end ? undefined : campaignOf(i)
    if (campaign === undefined) continue
    const members = byCampaign.get(campaign)
    if (members === undefined) byCampaign.set(campaign, [i])
    else members.push(i)
  }
  return byCampaign
}

export function campaignKey({ platform, network, name }: Campaign): string {
  return JSON.stringify([platform, network, name])
}

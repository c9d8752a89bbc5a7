/** How a campaign's revenue follows its spend: `R s (x / s) ^ e` a day at daily spend x, where R is the predicted ROAS at today's spend s. */

export interface PlanRow {
  id: number
  network: string
  dailySpend: number
  /** Deciding predicted ROAS at the target DSI, at today's spend. */
  predictedRoas: number | null
  marginalRoas: number | null
  suggestedDailySpend: number | null
  /** d ln installs / d ln spend, with its 80 % interval. */
  responseElasticity: number | null
  responseLow: number | null
  responseHigh: number | null
}

/** Widest 80 % interval of an elasticity by which spend is moved. Wider ones say little about the direction of the best move. */
export const MAX_RESPONSE_WIDTH = 0.4

/** Standard deviations from the middle to an end of an 80 % interval of a normal distribution. */
export const Z80 = 1.2815515655446004

/** A row whose spend may move. */
export interface Movable {
  spend: number
  roas: number
  /** Elasticity of revenue: below that of installs where value per install falls with spend. */
  elasticity: number
  /** Standard deviation of `elasticity`. */
  deviation: number
}

/** Larger ones are not a ROAS, and their sums might overflow. */
const MAX_ROAS = 1e9

export function hasRevenue<Row extends Pick<PlanRow, 'predictedRoas'>>(row: Row): row is Row & { predictedRoas: number } {
  return row.predictedRoas !== null && row.predictedRoas >= 0 && row.predictedRoas <= MAX_ROAS
}

/** Null without evidence. */
export function movableOf(row: Omit<PlanRow, 'id' | 'network'>): Movable | null {
  const { dailySpend: spend, marginalRoas: marginal, responseElasticity: response, responseLow: low, responseHigh: high } = row
  if (spend <= 0 || !hasRevenue(row) || marginal === null || response === null || low === null || high === null) return null
  const { predictedRoas: roas } = row
  if (roas === 0) return null
  if (high - low > MAX_RESPONSE_WIDTH) return null
  const elasticity = Math.min(Math.max(marginal / roas, 0), 1)
  const deviation = ((high - low) / (2 * Z80)) * (response > 0 ? elasticity / response : 1)
  return { spend, roas, elasticity, deviation }
}

export function revenueAt({ spend, roas, elasticity }: Movable, x: number): number {
  return roas * spend * (x / spend) ** elasticity
}

/** Infinite at no spend, unless revenue is constant or proportional. */
export function marginalAt({ spend, roas, elasticity }: Movable, x: number): number {
  return elasticity === 0 ? 0 : elasticity * roas * (x / spend) ** (elasticity - 1)
}

/** Where the marginal ROAS is `lambda`. Rows of constant marginal ROAS spend nothing above it and any amount below it. */
export function spendAt({ spend, roas, elasticity }: Movable, lambda: number): number {
  const ratio = (elasticity * roas) / lambda
  if (Number.isNaN(ratio)) return Infinity
  return ratio === 1 ? spend : spend * ratio ** (1 / (1 - elasticity))
}

import type { components } from '../../generated/types.ts'
import type { Action } from '../../generated/vocabulary/vocabulary.ts'
import { knownResponse } from './response-curve.ts'
import { type Limit, Room } from './headroom.ts'
import { type Priced, priceOf, UNPRICED } from './step-price.ts'

/** The action for each campaign, decided once: every surface shows these steps. */

export type Step = components['schemas']['Step']
type Reason = NonNullable<Step['reason']>

/** The inputs of the rules from a recommendation. ROAS are of the deciding types. */
export interface StepRow extends Omit<Priced, 'targetRoas'> {
  id: number
  platform: string
  network: string
  campaign: string
  country: string
  action: Action
  confidenceScore: number | null
  dailySpend: number
  targetRoas: number | null
  suggestedDailySpend: number | null
  optimisationLiveRoas: number | null
  optimisationPacedRoas: number | null
  optimisationRawRoas: number | null
  /** Average daily spend of the last 7 days, and of the last 3. */
  currentDailySpend: number
  latestDailySpend: number
  /** Activity on the last days; `no_cost` means installs without spend. */
  activity: 'spends' | 'no_cost' | 'stopped'
  /** An event or alert that invalidates its data. */
  spoiledBy: 'attribution' | 'outage' | null
  /** Whether the run withholds forecasts of its target DSI. */
  isWithheld: boolean
  /** Limits of the budgets that cover it. */
  limits: readonly Limit[]
  /** Whether it is one of several countries that share a campaign's bid and budget. */
  sharesCampaign: boolean
}

export interface StepOptions {
  /** Whether the run has any response to spend. */
  hasResponses: boolean
  /** The currency's smallest amount, such as 0.01. */
  minorUnit: number
}

/** Quotients of decimal numbers, such as 158.4 / 160, can be doubles on either side of the exact value: exactly 1 % must count as 1 %. */
const ROUNDING = 1e-12

/** Smallest difference that counts, of bids and of a suggestion. */
const LEAST_MOVE = 0.01 - ROUNDING

const LEAST_CONFIDENCE = 0.3
const LEAST_SPEND = 5

/** A spend that differs this much from the judged one has already moved. */
const MOVED = 0.05 - ROUNDING

/** Steps without a suggestion: a cut gains with any response, since the average is below the target; a test raise measures the response. */
const [STANDARD_CUT, TEST_RAISE] = [0.8, 1.1]

/** Returns steps in the order of the rows. Yields, so that thousands of rows do not block the event loop. */
export function* decideSteps(rows: readonly StepRow[], options: StepOptions): Generator<void, Step[]> {
  const room = new Room()
  const decided: Step[] = []
  const raises: number[] = []
  const others: number[] = []
  for (const [index, row] of rows.entries()) {
    const final = beforeBudgets(row)
    const step = final ?? move(row as Judged, options)
    decided.push(step)
    if (step.direction === 'less') room.free(row.limits, step.spendChange)
    else if (final === null) (step.direction === 'more' ? raises : others).push(index)
    yield
  }
  const first = (a: number, b: number): number =>
    priorityOf(rows[b]!, decided[b]!) - priorityOf(rows[a]!, decided[a]!) || rows[a]!.id - rows[b]!.id
  for (const index of [...others, ...raises.sort(first)]) {
    const row = rows[index]!
    const full = row.action === 'SCALE' ? room.take(row.limits, decided[index]!.spendChange) : null
    if (full !== null) decided[index] = { ...keep('budget_spent'), budget: full }
    yield
  }
  return decided
}

type Judged = StepRow & { targetRoas: number; predictedRoas: number }

/** Rules (a) to (g): null if the campaign may move. */
function beforeBudgets(row: StepRow): Step | null {
  const { action, targetRoas: target, predictedRoas: predicted } = row
  if (row.activity === 'stopped') return unchanged('stopped', null)
  if (row.activity === 'no_cost') return checkData('no_cost')
  if (row.spoiledBy !== null) return checkData(row.spoiledBy)
  if (target === null || target <= 0) return checkData('no_target')
  if (row.isWithheld) return checkData('withheld')
  if (predicted === null) return checkData('no_prediction')
  if (action === 'HOLD') return keep('within_band')
  if (row.confidenceScore !== null && row.confidenceScore < LEAST_CONFIDENCE) return keep('unsure')
  if (row.currentDailySpend < LEAST_SPEND) return keep('too_small')
  if (hasMoved(row)) return keep('moved')
  return action === 'SCALE' && returnsLess(row as Judged) ? keep('next_unit_below_target') : null
}

function hasMoved({ action, dailySpend, latestDailySpend: latest }: StepRow): boolean {
  return action === 'SCALE' ? latest >= dailySpend * (1 + MOVED) : latest <= dailySpend * (1 - MOVED)
}

/** Applies to uncertain responses too: a raise that is expected to lose is not a test either. */
function returnsLess({ marginalRoas: marginal, responseHigh: high, targetRoas: target, predictedRoas: predicted }: Judged): boolean {
  return (marginal !== null && marginal < target) || (high !== null && high * predicted < target)
}

/** Rules (i) to (l), without the limits of budgets. */
function move(row: Judged, options: StepOptions): Step {
  const { action, sharesCampaign, optimisationLiveRoas: live, optimisationPacedRoas: paced, optimisationRawRoas: raw } = row
  const direction = action === 'SCALE' ? 'more' : 'less'
  const suggested = suggestedRatio(row)
  if (!sharesCampaign && isBid(live) && isBid(paced)) {
    if (differ(live, paced)) {
      if (paced < live !== (action === 'SCALE')) return keep('bid_against_action')
      const from = row.currentDailySpend
      const price = suggested === null ? UNPRICED : priceOf(row, from, from * suggested)
      return { kind: 'bid_target', direction, from: live, to: paced, reason: null, ...price, budget: null }
    }
    if (raw !== null && differ(live, raw)) return keep('paced')
  }
  const isKnown = knownResponse(row) !== null
  if (isKnown && row.suggestedDailySpend !== null && !differ(row.dailySpend, row.suggestedDailySpend)) return keep('held')
  if (suggested === null && action === 'SCALE') {
    if (isKnown) return keep('held')
    if (!options.hasResponses) return keep('unknown_response')
  }
  const from = row.currentDailySpend
  const to = from * (suggested ?? (action === 'SCALE' ? TEST_RAISE : STANDARD_CUT))
  if (Math.round(Math.abs(to - from) / options.minorUnit) === 0) return keep('too_small')
  const kind = sharesCampaign ? 'country' : suggested === null && action === 'SCALE' ? 'test' : 'budget'
  return { kind, direction, from, to, reason: null, ...priceOf(row, from, to), budget: null }
}

/** The suggested spend as a share of the judged one; null unless it agrees with the action's direction. */
function suggestedRatio({ action, dailySpend, suggestedDailySpend: suggested }: StepRow): number | null {
  if (suggested === null || dailySpend <= 0 || !differ(dailySpend, suggested)) return null
  return suggested > dailySpend === (action === 'SCALE') ? suggested / dailySpend : null
}

function isBid(target: number | null): target is number {
  return target !== null && target > 0
}

function differ(from: number, to: number): boolean {
  return Math.abs(to - from) >= LEAST_MOVE * from
}

function keep(reason: Reason): Step {
  return unchanged('keep', reason)
}

function checkData(reason: Reason): Step {
  return unchanged('check_data', reason)
}

function unchanged(kind: Step['kind'], reason: Step['reason']): Step {
  return { kind, direction: 'none', from: null, to: null, reason, ...UNPRICED, budget: null }
}

/** A greater value comes first; of equal steps the smaller id. */
export function priorityOf(
  row: Pick<StepRow, 'dailySpend' | 'predictedRoas' | 'targetRoas' | 'optimisationLiveRoas' | 'optimisationPacedRoas'>,
  { gain, gainLow }: Pick<Step, 'gain' | 'gainLow'>,
): number {
  const { dailySpend, predictedRoas: predicted, targetRoas: target, optimisationLiveRoas: live, optimisationPacedRoas: paced } = row
  const worth = gain ?? gainLow
  if (worth !== null) return worth
  if (predicted === null || !target || !live || paced === null) return 0
  return dailySpend * Math.abs(predicted / target - 1) * Math.abs(paced / live - 1)
}

export type StepTotals = components['schemas']['StepTotals']

/** Sums in the order of the steps, since sums of doubles depend on it. */
export function totalSteps(steps: readonly Step[]): Record<'more' | 'less', StepTotals> {
  const totalOf = (direction: Step['direction']): StepTotals => {
    const some = steps.filter(step => step.direction === direction)
    const priced = some.filter(step => step.spendChange !== null)
    const sum = (value: (step: Step) => number | null): number => priced.reduce((all, step) => all + value(step)!, 0)
    return {
      steps: some.length,
      unpriced: some.length - priced.length,
      spendChange: sum(step => step.spendChange),
      gain: some.every(step => step.gain !== null) ? sum(step => step.gain) : null,
      gainLow: sum(step => step.gainLow),
      gainHigh: sum(step => step.gainHigh),
    }
  }
  return { more: totalOf('more'), less: totalOf('less') }
}

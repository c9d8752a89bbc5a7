import type { components } from '../../../generated/types.ts'
import type { Action } from '../../../generated/vocabulary/vocabulary.ts'
import {
  areOpposite,
  classifyAction,
  LEAST_CONFIDENCE,
  LOW_SPEND,
} from '../model/classification.ts'
import { knownResponse } from './response-curve.ts'
import { type Limit, Room } from './headroom.ts'
import { type Priced, priceOf, UNPRICED } from './step-price.ts'

/** The action for each campaign, decided once: every surface shows these steps. */

export type Step = components['schemas']['Step']
type Reason = NonNullable<Step['reason']>

/** The inputs of the rules from a recommendation. ROAS are of the target types. */
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
  optimisationDsi: number
  targetDsi: number
  /** Whether the live bid changed in the last 14 days, or is not known to have stayed. */
  hasFreshBid: boolean
  /** Average daily spend of the last 7 days, and of the last 3. */
  currentDailySpend: number
  latestDailySpend: number
  /** Whether it spent anything on the last days. */
  spends: boolean
  /** What is wrong with its data; without spend only `no_cost` counts. */
  problem: 'attribution' | 'outage' | 'no_cost' | 'no_installs' | null
  newest: Step['newest']
  /** Whether the run withholds forecasts of its target DSI. */
  isWithheld: boolean
  checkpoint: Step['checkpoint']
  /** Limits of the budgets that cover it. */
  limits: readonly Limit[]
  /** Whether it is one of several countries that share a campaign's bid and budget. */
  sharesCampaign: boolean
  /** Of past calls with its action and status. */
  rightShare: number | null
  judged: number
}

export interface StepOptions {
  /** Whether the run has any response to spend. */
  hasResponses: boolean
  /** The currency's smallest amount, such as 0.01. */
  minorUnit: number
  /** Half-width of the HOLD band. */
  actionThreshold: number
  /** Null if the app's history is too short for one. */
  brake: Step['brake']
}

/** Quotients of decimal numbers, such as 158.4 / 160, can be doubles on either side of the exact value: exactly 1 % must count as 1 %. */
const ROUNDING = 1e-12

/** Smallest difference that counts, of bids and of a suggestion. */
const LEAST_MOVE = 0.01 - ROUNDING

/** A spend that differs this much from the judged one has already moved. */
const MOVED = 0.05 - ROUNDING

/** Steps without a suggestion: a cut gains with any response, since the average is below the target; a test raise measures the response. */
const [STANDARD_CUT, TEST_RAISE] = [0.8, 1.1]
/** A cut by a forecast that is not tested. */
const CAREFUL_CUT = 0.9

/** What rules decide; the rest of a step says what it rests on. */
type Decided = Omit<Step, keyof Grounds> & { bidStays?: boolean }

type Grounds = Pick<
  Step,
  | 'bidStays'
  | 'optimisationDsi'
  | 'targetDsi'
  | 'targetRoas'
  | 'tested'
  | 'checkpoint'
  | 'nextRoas'
  | 'newest'
  | 'rightShare'
  | 'judged'
>

/** Returns steps in the order of the rows. Yields, so that thousands of rows do not block the event loop. */
export function* decideSteps(
  rows: readonly StepRow[],
  options: StepOptions,
): Generator<void, Step[]> {
  const room = new Room()
  const decided: { row: StepRow; step: Decided }[] = []
  const raises: typeof decided = []
  const others: typeof decided = []
  let freed = 0
  for (const row of rows) {
    const final = beforeBudgets(row, options)
    const step = final ?? move(row as Judged, options)
    const entry = { row, step }
    decided.push(entry)
    if (step.direction === 'less') {
      room.spend(row.limits, step.spendChange)
      freed -= step.spendChange ?? 0
    } else if (final === null) (step.direction === 'more' ? raises : others).push(entry)
    yield
  }
  const { brake } = options
  let brakeRoom = brake === null ? Infinity : brake.dailySpend - brake.currentDailySpend + freed
  raises.sort(
    (a, b) => priorityOf(b.row, b.step) - priorityOf(a.row, a.step) || a.row.id - b.row.id,
  )
  for (const entry of [...others, ...raises]) {
    const {
      row,
      step: { direction, spendChange },
    } = entry
    const full = row.action === 'SCALE' ? room.lacking(row.limits, spendChange) : null
    if (full !== null) entry.step = { ...keep('budget_spent'), budget: full }
    else if (direction === 'more' && (brakeRoom <= 0 || (spendChange ?? 0) > brakeRoom))
      entry.step = { ...keep('app_brake'), brake }
    else if (direction === 'more') {
      room.spend(row.limits, spendChange)
      brakeRoom -= spendChange ?? 0
    }
    yield
  }
  const steps: Step[] = []
  for (const { row, step } of decided) {
    steps.push({ ...step, ...groundsOf(row, step) })
    yield
  }
  return steps
}

function groundsOf(row: StepRow, { reason, bidStays = false }: Decided): Grounds {
  const { optimisationDsi, targetDsi, targetRoas, tested, checkpoint, newest, rightShare, judged } =
    row
  const nextRoas = reason === 'next_unit_below_target' ? nextReturn(row as Judged) : null
  return {
    bidStays,
    optimisationDsi,
    targetDsi,
    targetRoas,
    tested,
    checkpoint,
    nextRoas,
    newest,
    rightShare,
    judged,
  }
}

type Judged = StepRow & { targetRoas: number; predictedRoas: number }

/** Rules (a) to (g): null if the campaign may move. */
function beforeBudgets(row: StepRow, { actionThreshold }: StepOptions): Decided | null {
  const { action, spends, problem, targetRoas: target, predictedRoas: predicted, newest } = row
  if (!spends) return problem === 'no_cost' ? checkData('no_cost') : unchanged('stopped', null)
  if (problem !== null) return checkData(problem)
  if (target === null || target <= 0) return checkData('no_target')
  if (row.isWithheld) return checkData('withheld')
  if (predicted === null) return checkData('no_prediction')
  if (action === 'HOLD') return keep('within_band')
  if (row.confidenceScore !== null && row.confidenceScore < LEAST_CONFIDENCE) return keep('unsure')
  if (row.currentDailySpend < LOW_SPEND) return keep('too_small')
  if (hasMoved(row)) return keep('moved')
  if (newest !== null && areOpposite(action, classifyAction(newest.roas, target, actionThreshold)))
    return keep('newest_days_differ')
  return action === 'SCALE' && nextReturn(row as Judged) !== null
    ? keep('next_unit_below_target')
    : null
}

function hasMoved({ action, dailySpend, latestDailySpend: latest }: StepRow): boolean {
  return action === 'SCALE'
    ? latest >= dailySpend * (1 + MOVED)
    : latest <= dailySpend * (1 - MOVED)
}

/** What one more unit of spend returns at most, if below the target. With an uncertain response too: a raise that is expected to lose is not a test. */
function nextReturn({
  marginalRoas: marginal,
  responseHigh: high,
  targetRoas: target,
  predictedRoas: predicted,
}: Judged): number | null {
  if (marginal !== null && marginal < target) return marginal
  return high !== null && high * predicted < target ? high * predicted : null
}

/** Rules (h3) to (l), without the limits of budgets. Before the target DSI is tested, no bid moves, and spend only a little. */
function move(row: Judged, options: StepOptions): Decided {
  const {
    action,
    tested,
    sharesCampaign,
    optimisationLiveRoas: live,
    optimisationPacedRoas: paced,
  } = row
  const direction = action === 'SCALE' ? 'more' : 'less'
  const suggested = tested ? suggestedRatio(row) : null
  const from = row.currentDailySpend
  let bidStays = false
  if (!sharesCampaign && isBid(live) && isBid(paced)) {
    bidStays = differ(live, paced) && (!tested || paced < live !== (action === 'SCALE'))
    if (differ(live, paced) && !bidStays) {
      const price = suggested === null ? UNPRICED : priceOf(row, from, from * suggested)
      return {
        kind: 'bid_target',
        direction,
        from: live,
        to: paced,
        reason: null,
        ...price,
        budget: null,
        brake: null,
      }
    }
    if (tested && row.hasFreshBid && isPaced(live, paced, row.optimisationRawRoas))
      return keep('paced')
  }
  const isKnown = knownResponse(row) !== null
  const isHeld =
    row.suggestedDailySpend !== null && !differ(row.dailySpend, row.suggestedDailySpend)
  if (isKnown && isHeld && !bidStays) return keep('held')
  if (suggested === null && action === 'SCALE') {
    if (isKnown) return keep('held')
    if (tested && !options.hasResponses) return keep('unknown_response')
  }
  const to =
    from * (suggested ?? (action === 'SCALE' ? TEST_RAISE : tested ? STANDARD_CUT : CAREFUL_CUT))
  if (Math.round(Math.abs(to - from) / options.minorUnit) === 0) return keep('too_small')
  const kind = sharesCampaign
    ? 'country'
    : suggested === null && action === 'SCALE'
      ? 'test'
      : 'budget'
  const step: Decided = {
    kind,
    direction,
    from,
    to,
    reason: null,
    ...priceOf(row, from, to),
    budget: null,
    brake: null,
  }
  return bidStays ? { ...step, bidStays } : step
}

/** The suggested spend as a share of the judged one; null unless it agrees with the action's direction. */
function suggestedRatio({
  action,
  dailySpend,
  suggestedDailySpend: suggested,
}: StepRow): number | null {
  if (suggested === null || dailySpend <= 0 || !differ(dailySpend, suggested)) return null
  return suggested > dailySpend === (action === 'SCALE') ? suggested / dailySpend : null
}

/** Whether pacing holds a bid at its live target; a fresh one waits. */
export function isPaced(live: number | null, paced: number | null, raw: number | null): boolean {
  return isBid(live) && isBid(paced) && !differ(live, paced) && raw !== null && differ(live, raw)
}

function isBid(target: number | null): target is number {
  return target !== null && target > 0
}

function differ(from: number, to: number): boolean {
  return Math.abs(to - from) >= LEAST_MOVE * from
}

function keep(reason: Reason): Decided {
  return unchanged('keep', reason)
}

function checkData(reason: Reason): Decided {
  return unchanged('check_data', reason)
}

function unchanged(kind: Step['kind'], reason: Step['reason']): Decided {
  return {
    kind,
    direction: 'none',
    from: null,
    to: null,
    reason,
    ...UNPRICED,
    budget: null,
    brake: null,
  }
}

/** A greater value comes first; of equal steps the smaller id. */
export function priorityOf(
  row: Pick<
    StepRow,
    'dailySpend' | 'predictedRoas' | 'targetRoas' | 'optimisationLiveRoas' | 'optimisationPacedRoas'
  >,
  { gain, gainLow }: Pick<Step, 'gain' | 'gainLow'>,
): number {
  const {
    dailySpend,
    predictedRoas: predicted,
    targetRoas: target,
    optimisationLiveRoas: live,
    optimisationPacedRoas: paced,
  } = row
  const worth = gain ?? gainLow
  if (worth !== null) return worth
  if (predicted === null || !target || !live || paced === null) return 0
  return dailySpend * Math.abs(predicted / target - 1) * Math.abs(paced / live - 1)
}

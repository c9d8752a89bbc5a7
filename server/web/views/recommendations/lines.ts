import type { Cell } from '../../../core/words/spreadsheet.ts'
import { camelCase } from '../../../core/model/camel-case.ts'
import { intervalOf } from '../../../core/formulas/interval.ts'
import { LOW_SPEND } from '../../../core/model/classification.ts'
import type { Action } from '../../../../generated/vocabulary/vocabulary.ts'
import { typeWords } from '../../../core/words/names.ts'
import { startOf } from '../../../core/words/step-words.ts'
import type { Dimension } from '../../parts/filters.tsx'
import type { Format } from '../../parts/use-format.ts'
import { type Answer, rowsOf } from '../../parts/read-result.ts'
import { countryName, platformName } from '../../parts/words.ts'

export type Recommendations = Answer<'svc_get_recommendations'>

export interface Line {
  /** The identity across runs. */
  key: string
  platform: string
  network: string
  campaign: string
  country: string
  action: Action
  actionReason: string
  status: string
  /** Null unless the result has every field. */
  statusReason: string | null
  confidence: number | null
  dailySpend: number
  /** ROAS ratios at the target DSI and type. */
  target: number | null
  predicted: number | null
  /** predicted / target; null if either is missing. */
  ofTarget: number | null
  /** The 80 % interval of the prediction, as shares of target; null if neither the run nor the track record gives one. */
  interval: Interval | null
  /** True if the 80 % interval covers an edge of the HOLD band, so that the action could change. */
  close: boolean
  low: boolean
  targetDsi: number
  /** Whether forecasts at the target DSI are tested. */
  tested: boolean
  /** Importance: distance to target times daily spend. */
  weight: number
  /** The step, in the service's words. */
  step: string
  /** Its start, without the price. */
  head: string
  /** Where the step moves money: `more`, `less` or `none`. */
  direction: string
  /** The value of the step per day, and its interval; null without a price. */
  gain: number | null
  gainLow: number | null
  gainHigh: number | null
  /** Mean of the last 7 days, which steps and plan start from. */
  currentDailySpend: number
  /** With `outcome`: what the judged cohorts reached; null if not known yet, undefined without. */
  outcome: Outcome | null | undefined
  /** With `since`: new, action or none. */
  change: string | null
  previousAction: string | null
  previousSpend: number | null
  row: Readonly<Record<string, Cell>>
}

export interface Interval {
  low: number
  high: number
}

export interface Outcome {
  actual: number
  action: string
  /** predicted / actual - 1. */
  error: number | null
}

/** `targetPaidGrossRoas` for target, PAID, GROSS. */
function decidingColumn(
  kind: 'target' | 'predicted',
  { targetRoasType, targetRevenueType }: Recommendations['context'],
): string {
  return camelCase(`${kind}_${targetRoasType}_${targetRevenueType}_roas`.toLowerCase())
}

export function linesOf(answer: Recommendations): Line[] {
  const columns = {
    target: decidingColumn('target', answer.context),
    predicted: decidingColumn('predicted', answer.context),
  }
  return rowsOf<Cell>(answer).map(row => lineOf(row, columns, answer))
}

function lineOf(
  row: Record<string, Cell>,
  columns: { target: string; predicted: string },
  answer: Recommendations,
): Line {
  const text = (name: string) => String(row[name] ?? '')
  const number = (name: string) => (typeof row[name] === 'number' ? row[name] : null)
  const [target, predicted] = [number(columns.target), number(columns.predicted)]
  const ofTarget = target !== null && target > 0 && predicted !== null ? predicted / target : null
  const dailySpend = number('dailySpend') ?? 0
  const [platform, network, campaign, country] = ['platform', 'network', 'campaign', 'country'].map(
    text,
  ) as [string, string, string, string]
  return {
    key: keyOf({ platform, network, campaign, country }),
    platform,
    network,
    campaign,
    country,
    action: text('action') as Action,
    actionReason: text('actionReason'),
    status: text('status'),
    statusReason: typeof row['statusReason'] === 'string' ? row['statusReason'] : null,
    confidence: number('confidenceScore'),
    dailySpend,
    target,
    predicted,
    ofTarget,
    interval:
      ofTarget === null
        ? null
        : intervalOfTarget(number, target!, predicted!, errorOf(answer.context, platform)),
    close: row['closeCall'] === true,
    low: dailySpend < LOW_SPEND || row['status'] === 'LOW',
    targetDsi: answer.context.targetDsi,
    tested: row['tested'] !== false,
    // Without a prediction, the whole spend counts.
    weight: (ofTarget === null ? 1 : Math.abs(ofTarget - 1)) * dailySpend,
    step: text('stepWords'),
    head: startOf(text('stepWords'), text('stepDirection') !== 'none'),
    direction: text('stepDirection'),
    gain: number('stepGain'),
    gainLow: number('stepGainLow'),
    gainHigh: number('stepGainHigh'),
    currentDailySpend: number('currentDailySpend') ?? dailySpend,
    outcome: answer.columns.includes('actualRoas') ? outcomeOf(row) : undefined,
    change: typeof row['change'] === 'string' ? row['change'] : null,
    previousAction: typeof row['previousAction'] === 'string' ? row['previousAction'] : null,
    previousSpend: number('previousDailySpend'),
    row,
  }
}

/** The run's own interval; otherwise the errors of the platform's past recommendations, if known. */
function intervalOfTarget(
  number: (name: string) => number | null,
  target: number,
  predicted: number,
  error: number | null,
): Interval | null {
  const [low, high] = [number('predictedLowRoas'), number('predictedHighRoas')]
  if (low !== null && high !== null) return { low: low / target, high: high / target }
  // `error` bounds |predicted / actual - 1|; from 1 on it gives no upper bound.
  if (error === null || error >= 1) return null
  return intervalOf(predicted / target, error)
}

function outcomeOf(row: Record<string, Cell>): Outcome | null {
  const [actual, error] = [row['actualRoas'], row['roasError']]
  if (typeof actual !== 'number') return null
  return {
    actual,
    action: String(row['actionInHindsight'] ?? ''),
    error: typeof error === 'number' ? error : null,
  }
}

/** The identity of a recommendation across runs, as one text. */
function keyOf(of: {
  platform: string
  network: string
  campaign: string
  country: string
}): string {
  return JSON.stringify([of.platform, of.network, of.campaign, of.country])
}

/** Relative error that holds for 80 % of the spend of a platform's past recommendations; null if too few are known. */
function errorOf({ trackRecord }: Recommendations['context'], platform: string): number | null {
  return trackRecord.find(record => record.platform === platform)?.p80 ?? null
}

export const ORDERS = {
  step: 'Worth of the step',
  spend: 'Spend',
  distance: 'Distance to target',
  name: 'Name',
} as const

export type Order = keyof typeof ORDERS

const COMPARE: Record<Order, (a: Line, b: Line) => number> = {
  step: (a, b) => worth(b) - worth(a) || b.weight - a.weight || b.dailySpend - a.dailySpend,
  spend: (a, b) => b.currentDailySpend - a.currentDailySpend,
  distance: (a, b) => distance(b) - distance(a),
  name: (a, b) => names.compare(a.campaign, b.campaign),
}

const names = new Intl.Collator(undefined, { numeric: true })

/** Sorts lines; stable. */
export function inOrder(lines: readonly Line[], order: Order): readonly Line[] {
  return [...lines].sort(COMPARE[order])
}

/** The order of steps in the contract; rows without a direction come last. */
export function worth({ direction, gain, gainLow, dailySpend, ofTarget, row }: Line): number {
  if (direction === 'none') return -Infinity
  const [from, to] = [Number(row['stepFrom']), Number(row['stepTo'])]
  return gain ?? gainLow ?? dailySpend * Math.abs((ofTarget ?? 1) - 1) * Math.abs(to / from - 1)
}

/** Nulls last. */
function distance({ ofTarget }: Line): number {
  return ofTarget === null ? -1 : Math.abs(ofTarget - 1)
}

const REASONS: Record<string, string> = {
  above_band: 'above the band',
  within_band: 'within the band',
  below_band: 'below the band',
  roas_missing: 'no predicted ROAS',
  target_missing: 'no target',
}

/** Explains the action. */
export function reasonOf({ actionReason }: Line): string {
  return REASONS[actionReason] ?? actionReason
}

/** `paid gross`: the deciding types. */
export function decidingTypes({
  targetRoasType,
  targetRevenueType,
}: Recommendations['context']): string {
  return typeWords(targetRoasType, targetRevenueType)
}

/** A line as one sentence, for the chat. */
export function sentenceOf(line: Line, format: Format): string {
  const { platform, network, country, campaign, action, dailySpend, predicted, target } = line
  return [
    `${campaign} (${[platform, network, country].join(', ')}): ${action}, ${reasonOf(line)}`,
    format.rate(dailySpend),
    `predicted ROAS ${format.roas(predicted)} against target ${format.roas(target)}`,
    `${line.status} confidence`,
    line.step,
    ...(line.previousAction !== null && line.previousAction !== action
      ? [`was ${line.previousAction}`]
      : []),
  ].join('; ')
}

const STEP_WORDS: Record<string, string> = {
  more: 'Buys more',
  less: 'Buys less',
  none: 'No change',
}

const CHANGES: Record<string, string> = {
  new: 'New',
  action: 'Changed action',
  none: 'Same action',
}

export const DIMENSIONS: readonly Dimension<Line>[] = [
  {
    name: 'step',
    label: 'Step',
    value: ({ direction }) => direction,
    words: direction => STEP_WORDS[direction] ?? direction,
  },
  { name: 'action', label: 'Call', value: ({ action }) => action },
  {
    name: 'status',
    label: 'Confidence',
    value: ({ status }) => status,
    words: status => status.toLowerCase(),
  },
  { name: 'network', label: 'Network', value: ({ network }) => network },
  { name: 'platform', label: 'Platform', value: ({ platform }) => platform, words: platformName },
  { name: 'country', label: 'Country', value: ({ country }) => country, words: countryName },
]

export const SINCE_DIMENSIONS: readonly Dimension<Line>[] = [
  ...DIMENSIONS,
  { name: 'change', label: 'Change', value: ({ change }) => CHANGES[change ?? ''] ?? '–' },
]

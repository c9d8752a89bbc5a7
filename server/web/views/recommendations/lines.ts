import type { Recommendation } from '../../../../generated/client/models.ts'
import type { Cell } from '../../../core/words/spreadsheet.ts'
import { intervalOf } from '../../../core/formulas/interval.ts'
import { LOW_SPEND } from '../../../core/model/classification.ts'
import { typeWords } from '../../../core/words/names.ts'
import { startOf } from '../../../core/words/step-words.ts'
import { type Call, decide } from '../../parts/campaigns/call.ts'
import { CALL_COLUMNS, type CampaignColumn } from '../../parts/campaigns/campaign-columns.tsx'
import type { Dimension } from '../../parts/filters.tsx'
import type { Format } from '../../parts/use-format.ts'
import { type Answer, itemsOf, rowsOf } from '../../parts/read-result.ts'
import { type Sort, sortRows } from '../../parts/sort.ts'
import { countryName, platformName } from '../../parts/words.ts'

export type Recommendations = Answer<'svc_get_recommendations'>

/** What the tool adds to the service's recommendation. */
interface Added {
  step: { words: string }
  previousAction?: string | null
  previousDailySpend?: number | null
}

/** A recommendation in the list. */
export interface Line {
  /** The identity across runs. */
  key: string
  platform: string
  network: string
  campaign: string
  country: string
  call: Call & Added
  /** As the tool returned it. */
  row: Readonly<Record<string, Cell>>
}

export function linesOf(answer: Recommendations): Line[] {
  const { context } = answer
  const rows = rowsOf<Cell>(answer)
  return itemsOf<Recommendation & Added>(answer).map((item, index) => {
    const { platform, network, campaign, country, step } = item
    const words = { words: step.words, head: startOf(step.words, step.direction !== 'none') }
    const [live, paced] = step.kind === 'bid_target' ? [step.from, step.to] : [null, null]
    const bids = { optimisationLiveRoas: live, optimisationPacedRoas: paced }
    const call = decide({ ...item, ...bids, targetDsi: context.targetDsi }, context, words)
    return {
      key: JSON.stringify([platform, network, campaign, country]),
      platform,
      network,
      campaign,
      country,
      call: { ...item, ...call, ...intervalOfCall(call, errorOf(context, platform)), step },
      row: rows[index]!,
    }
  })
}

/** The run's own interval; otherwise by the errors of the platform's past recommendations, if known. */
function intervalOfCall(
  { predictedRoas, predictedLowRoas, predictedHighRoas, share }: Call,
  error: number | null,
): Pick<Call, 'predictedLowRoas' | 'predictedHighRoas'> {
  // `error` bounds |predicted / actual - 1|; from 1 on it gives no upper bound.
  if (predictedLowRoas !== null || share === null || error === null || error >= 1)
    return { predictedLowRoas, predictedHighRoas }
  const { low, high } = intervalOf(predictedRoas!, error)
  return { predictedLowRoas: low, predictedHighRoas: high }
}

/** Relative error that holds for 80 % of the spend of a platform's past recommendations; null if too few are known. */
function errorOf({ trackRecord }: Recommendations['context'], platform: string): number | null {
  return trackRecord.find(record => record.platform === platform)?.p80 ?? null
}

export function isLow({ call: { dailySpend, status } }: Line): boolean {
  return dailySpend < LOW_SPEND || status === 'LOW'
}

/** The columns of a recommendation, then today's spend. */
export const COLUMNS: readonly CampaignColumn<Line>[] = [
  ...CALL_COLUMNS,
  {
    name: 'spend',
    label: 'Spend a day',
    kind: 'r',
    width: 'max-content',
    value: ({ call }) => call.currentDailySpend,
    show: ({ call }, { format }) => format.money(call.currentDailySpend),
    title: () => 'Mean of the last 7 days',
  },
]

/** By the worth of steps; what has none follows by its distance to target, in money. */
export const BY_WORTH: Sort = { by: 'step', descending: true }

export function inOrder(lines: readonly Line[], { by, descending }: Sort): readonly Line[] {
  const value = COLUMNS.find(({ name }) => name === by)?.value ?? (() => null)
  // Without a prediction, the whole spend counts.
  const byDistance = sortRows(lines, ({ call }) => Math.abs(call.gap ?? call.dailySpend), true)
  return sortRows(byDistance, value, descending)
}

const REASONS: Record<string, string> = {
  above_band: 'above the band',
  within_band: 'within the band',
  below_band: 'below the band',
  roas_missing: 'no predicted ROAS',
  target_missing: 'no target',
}

/** Explains the action. */
export function reasonOf({ call: { actionReason } }: Line): string {
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
  const { platform, network, country, campaign, call } = line
  const { action, previousAction = null } = call
  return [
    `${campaign} (${[platform, network, country].join(', ')}): ${action}, ${reasonOf(line)}`,
    format.rate(call.dailySpend),
    `predicted ROAS ${format.roas(call.predictedRoas)} against target ${format.roas(call.targetRoas)}`,
    `${call.status} confidence`,
    call.words,
    ...(previousAction !== null && previousAction !== action ? [`was ${previousAction}`] : []),
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
    value: ({ call }) => call.step.direction,
    words: direction => STEP_WORDS[direction] ?? direction,
  },
  { name: 'action', label: 'Call', value: ({ call }) => call.action },
  {
    name: 'status',
    label: 'Confidence',
    value: ({ call }) => call.status,
    words: status => status.toLowerCase(),
  },
  { name: 'network', label: 'Network', value: ({ network }) => network },
  { name: 'platform', label: 'Platform', value: ({ platform }) => platform, words: platformName },
  { name: 'country', label: 'Country', value: ({ country }) => country, words: countryName },
]

export const SINCE_DIMENSIONS: readonly Dimension<Line>[] = [
  ...DIMENSIONS,
  { name: 'change', label: 'Change', value: ({ call }) => CHANGES[call.change ?? ''] ?? '–' },
]

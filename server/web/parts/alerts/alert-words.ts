import { COLUMNS, type Metric, type Unit } from '../../../../generated/vocabulary/vocabulary.ts'
import type { Format } from '../use-format.ts'

/** An alert's texts, by its fields in the contract; omitted texts are empty. */
export interface AlertTexts {
  metric: string | null
  value: number | null
  reference: number | null
  change: number | null
  title: string
  summary: string
  recommendedAction: string | null
}

/** Metrics without a report column. */
const OTHERS: Record<string, { label: string; unit: Unit }> = {
  attribution: { label: 'Attributed installs', unit: 'count' },
  confidence: { label: 'Confidence', unit: 'share' },
}

/** Metrics covered by the campaign's step. Other alerts keep their own title and advice. */
const ANSWERED = ['roas', 'live_bid', 'ltv', 'cpi', 'confidence']

/** The alert in a line: `D30 ROAS 44.1% against a target of 63.0%`; the pipeline's own title and summary if the figures do not suffice. */
export function alertWords(
  { metric, title, summary, ...figures }: AlertTexts,
  dsi: number | null,
  format: Format,
): string {
  const words = metric === null ? null : figureWords({ metric, ...figures }, dsi, format)
  if (metric !== null && ANSWERED.includes(metric))
    return words ?? (summary === '' ? title : summary)
  const [first = title, second = first] = [title, summary, words ?? ''].filter(part => part !== '')
  return second === first ? first : `${first}: ${second}`
}

/** `The pipeline’s text: Check the SDK.` Null if the step covers it, or without a text. */
export function adviceWords({
  metric,
  recommendedAction,
}: Pick<AlertTexts, 'metric' | 'recommendedAction'>): string | null {
  return metric !== null && ANSWERED.includes(metric) ? null : labelledAdvice(recommendedAction)
}

/** A delivery's text, which the service did not word and which is not the step. */
export function labelledAdvice(advice: string | null): string | null {
  return advice === null || advice === '' ? null : `The pipeline’s text: ${advice}`
}

type Figures = Pick<AlertTexts, 'value' | 'reference' | 'change'> & { metric: string }

function figureWords(
  { metric, value, reference, change }: Figures,
  dsi: number | null,
  format: Format,
): string | null {
  if (value === null) return null
  if (metric === 'live_bid') {
    if (reference === null) return `Live ROAS target ${format.roas(value)}`
    return `Live ROAS target ${format.roas(value)}, ${value > reference ? 'above' : 'below'} the recommended ${format.roas(reference)}`
  }
  if (metric === 'roas') {
    const against = reference === null ? '' : ` against a target of ${format.roas(reference)}`
    return `${dsi === null ? '' : `D${dsi} `}ROAS ${format.roas(value)}${against}`
  }
  const { label, unit } = OTHERS[metric] ??
    COLUMNS[metric as Metric] ?? {
      label: metric.charAt(0).toUpperCase() + metric.slice(1),
      unit: 'ratio',
    }
  const write = {
    money: format.money,
    count: format.decimal,
    share: format.share,
    ratio: format.roas,
    days: format.decimal,
  }[unit]
  return `${label} ${write(value)}${reference === null || change === null ? '' : `, ${change < 0 ? 'below' : 'above'} ${write(reference)}`}`
}

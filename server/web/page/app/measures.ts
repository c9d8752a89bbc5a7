import { COLUMNS, type Metric } from '../../../../generated/vocabulary/vocabulary.ts'
import {
  isAmount,
  isRatio,
  paybackKnownDsi,
  type Ratio,
  ratioOf,
  type Sums,
  valueOf,
} from '../../../core/formulas/sums.ts'
import { type Format, NOTHING } from '../../../core/words/format.ts'
import { writeMetric, writeTick } from '../../../core/words/metrics.ts'

/** A metric's name, formula and format. */
export interface Measure {
  metric: Metric
  /** `D30 ROAS` */
  label: string
  /** Whether values of groups add up to that of all. */
  adds: boolean
  /** Numerator and denominator, for ratios whose change is explained by rate and mix. */
  ratio: ((sums: Sums) => Ratio) | null
  /** Whether part of it may be forecast. */
  isForecast: boolean
  of: (sums: Sums) => number | null
  write: (value: number | null) => string
  writeTick: (value: number) => string
  /** End of a sentence that starts with the label, if there is no value: `is not known for these installs`. */
  missing: (sums: Sums) => string
  /** `−2.6 pts`, `−3.4%`, `+9 days`; null if either value is unknown. */
  change: (now: number | null, before: number | null) => string | null
  /** A signed contribution to the change, in the measure's own unit: `−1.0`, `+$5,000`. */
  part: (difference: number) => string
}

export interface MeasureContext {
  targetDsi: number
  dsis: readonly number[]
  /** `paid`, the name of the installs. */
  roasType: string
  format: Format
}

const INSTALLS: Record<string, string> = {
  paid: 'Paid installs',
  incremental_blended: 'Paid and incremental installs',
  full_blended: 'All installs',
}

export function measureOf(
  metric: Metric,
  { targetDsi, dsis, roasType, format }: MeasureContext,
): Measure {
  const basis = { dsis, dsi: targetDsi }
  const { label, unit } = COLUMNS[metric]
  const by: readonly string[] = COLUMNS[metric].by
  const write = unit === 'days' ? writeDays : writeMetric(metric, format)
  const signed = (write: (value: number) => string) => (difference: number) => {
    const text = write(Math.abs(difference))
    return /[1-9]/.test(text) ? (difference < 0 ? '−' : '+') + text : text
  }
  const change = (now: number, before: number) => {
    if (unit === 'ratio') return format.points(now - before)
    if (unit === 'days') return signed(writeDays)(Math.round(now) - Math.round(before))
    // A share of a profit near zero is meaningless.
    if (metric === 'profit') return signed(write)(now - before)
    return before === 0 ? null : format.signedShare(now / before - 1)
  }
  return {
    metric,
    label:
      metric === 'installs'
        ? (INSTALLS[roasType] ?? label)
        : by.includes('dsi')
          ? `D${targetDsi} ${inSentence(label)}`
          : label,
    adds: isAmount(metric),
    ratio: isRatio(metric) ? sums => ratioOf(metric, sums, basis) : null,
    isForecast: by.includes('revenueType'),
    of: sums => valueOf(metric, sums, basis),
    write,
    writeTick: writeTick(metric, format),
    missing: sums => {
      const known = metric === 'payback' ? paybackKnownDsi(sums, dsis) : null
      return known === null
        ? 'is not known for these installs'
        : `is not reached within ${known} days`
    },
    change: (now, before) => (now === null || before === null ? null : change(now, before)),
    part: signed(unit === 'ratio' ? value => (value * 100).toFixed(1) : write),
  }
}

/** `revenue`, `ROAS` */
function inSentence(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.toLowerCase() : label
}

function writeDays(value: number | null): string {
  if (value === null) return NOTHING
  return `${Math.round(value)} ${Math.round(value) === 1 ? 'day' : 'days'}`
}

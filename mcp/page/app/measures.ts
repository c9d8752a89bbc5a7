import { METRICS, type Metric } from '../../../generated/vocabulary/vocabulary.ts'
import type { Format } from '../../views/parts/format.ts'
import { paybackOf, type Sums } from './sums.ts'

/** A metric's name, formula and format. */
export interface Measure {
  metric: Metric
  /** `D30 ROAS` */
  label: string
  /** Whether values of groups add up to that of all. */
  adds: boolean
  /** Numerator and denominator, for ratios whose change is explained by rate and mix. */
  ratio: ((sums: Sums) => { top: number | null; bottom: number }) | null
  /** Whether part of it may be forecast. */
  isForecast: boolean
  of: (sums: Sums) => number | null
  write: (value: number | null) => string
  writeTick: (value: number) => string
  /** Said of the label where there is no value: `is not known for these installs`. */
  missing: string
  /** `−2.6 pts`, `−3.4%`, `+9 days`; null if one of the two is not known. */
  change: (now: number | null, before: number | null) => string | null
  /** A contribution to the change, in the measure's own unit, with sign: `−1.0`, `+$5,000`. */
  part: (difference: number) => string
}

export interface MeasureContext {
  targetDsi: number
  dsis: readonly number[]
  /** `paid`, as the installs are called. */
  roasType: string
  format: Format
}

const INSTALLS: Record<string, string> = {
  paid: 'Paid installs',
  incremental_blended: 'Paid and incremental installs',
  full_blended: 'All installs',
}

export const METRIC_NAMES: Record<Metric, string> = {
  roas: 'ROAS',
  spend: 'Spend',
  installs: 'Installs',
  cpi: 'CPI',
  revenue: 'Revenue',
  ltv: 'LTV',
  profit: 'Profit',
  payback: 'Payback',
  organic_installs: 'Organic installs',
}

/** In the order of the menu. */
export const METRIC_ORDER = (Object.keys(METRIC_NAMES) as Metric[]).filter(metric => METRICS.includes(metric))

export function measureOf(metric: Metric, { targetDsi, dsis, roasType, format }: MeasureContext): Measure {
  const at = dsis.indexOf(targetDsi)
  const revenue = (sums: Sums) => sums.revenue[at] ?? null
  const { money, shortMoney, count, roas, points, signedShare } = format
  const signed = (write: (value: number) => string) => (difference: number) => {
    const text = write(Math.abs(difference))
    return /[1-9]/.test(text) ? (difference < 0 ? '−' : '+') + text : text
  }
  const share = (now: number | null, before: number | null) =>
    now === null || before === null || before === 0 ? null : signedShare(now / before - 1)
  const missing = 'is not known for these installs'
  const amount = { missing, ratio: null, write: money, writeTick: shortMoney, change: share, part: signed(money) }
  const number = {
    missing,
    ratio: null,
    adds: true,
    isForecast: false,
    write: count,
    writeTick: shortCount,
    change: share,
    part: signed(count),
  }
  const label = METRIC_NAMES[metric]
  switch (metric) {
    case 'roas': {
      const ratio = (sums: Sums) => ({ top: revenue(sums), bottom: sums.spend })
      return {
        ...amount,
        metric,
        label: `D${targetDsi} ROAS`,
        adds: false,
        isForecast: true,
        ratio,
        of: dividedBy(ratio),
        write: roas,
        writeTick: value => `${Math.round(value * 100)}%`,
        change: (now, before) => (now === null || before === null ? null : points(now - before)),
        part: signed(value => (value * 100).toFixed(1)),
      }
    }
    case 'ltv': {
      const ratio = (sums: Sums) => ({ top: revenue(sums), bottom: sums.installs })
      return { ...amount, metric, label: `D${targetDsi} LTV`, adds: false, isForecast: true, ratio, of: dividedBy(ratio), writeTick: money }
    }
    case 'cpi': {
      const ratio = ({ spend, installs }: Sums) => ({ top: spend, bottom: installs })
      return { ...amount, metric, label, adds: false, isForecast: false, ratio, of: dividedBy(ratio), writeTick: money }
    }
    case 'spend':
      return { ...amount, metric, label, adds: true, isForecast: false, of: ({ spend }) => spend }
    case 'revenue':
      return { ...amount, metric, label: `D${targetDsi} revenue`, adds: true, isForecast: true, of: revenue }
    case 'profit':
      return {
        ...amount,
        metric,
        label: `D${targetDsi} profit`,
        adds: true,
        isForecast: true,
        of: sums => (revenue(sums) === null ? null : revenue(sums)! - sums.spend),
        // A share of a profit near zero says nothing.
        change: (now, before) => (now === null || before === null ? null : signed(money)(now - before)),
      }
    case 'installs':
      return { ...number, metric, label: INSTALLS[roasType] ?? label, of: ({ installs }) => installs }
    case 'organic_installs':
      return { ...number, metric, label, of: ({ organic }) => organic }
    case 'payback':
      return {
        ...number,
        metric,
        label,
        missing: `is not reached within ${dsis.at(-1)} days`,
        adds: false,
        isForecast: true,
        of: sums => paybackOf(sums, dsis),
        write: value => (value === null ? '–' : daysOf(value)),
        change: (now, before) => (now === null || before === null ? null : signed(daysOf)(Math.round(now) - Math.round(before))),
      }
  }
}

function daysOf(value: number): string {
  return `${Math.round(value)} ${Math.round(value) === 1 ? 'day' : 'days'}`
}

function dividedBy(ratio: (sums: Sums) => { top: number | null; bottom: number }) {
  return (sums: Sums) => {
    const { top, bottom } = ratio(sums)
    return top === null || bottom === 0 ? null : top / bottom
  }
}

function shortCount(value: number): string {
  return Math.abs(value) >= 10_000 ? `${Math.round(value / 1000)}K` : value.toLocaleString('en-US')
}

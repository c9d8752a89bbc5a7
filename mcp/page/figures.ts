import { type Format, formatOf as formatOfLocale } from '../views/parts/format.ts'

export interface Figures extends Format {
  /** A change of an amount, from its ratio: −3.4%. */
  signedShare: (ratio: number | null) => string
  /** A change of a ratio, in points: −2.6 pts. */
  points: (difference: number | null) => string
  /** Nov 16–22, Oct 26–Nov 1. */
  range: (from: string, to: string) => string
}

const known = new Map<string, Figures>()

/** English number and date formats of a currency. */
export function formatOf(currency: string): Figures {
  const made = known.get(currency) ?? make(currency)
  known.set(currency, made)
  return made
}

function make(currency: string): Figures {
  const format = formatOfLocale('en-US', currency)
  const day = format.shortDay
  return {
    ...format,
    day,
    signedShare: ratio => (ratio === null ? '–' : `${signed(ratio * 100)}%`),
    points: difference => (difference === null ? '–' : `${signed(difference * 100)} pts`),
    range: (from, to) => (from === to ? day(from) : `${day(from)}–${from.slice(0, 7) === to.slice(0, 7) ? Number(to.slice(8)) : day(to)}`),
  }
}

/** One decimal; zero has no sign. */
function signed(value: number): string {
  const text = Math.abs(value).toFixed(1)
  return (Number(text) === 0 ? '' : value > 0 ? '+' : '−') + text
}

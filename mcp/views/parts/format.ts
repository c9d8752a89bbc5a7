import { useMemo } from 'preact/hooks'
import type { Host } from './host.ts'

/** Number and date formats of a locale. */

export interface Format {
  money: (amount: number | null | undefined) => string
  /** A compact amount: $12.3K. */
  shortMoney: (amount: number | null | undefined) => string
  /** A ROAS from its ratio: 0.523 is 52.3%. */
  roas: (ratio: number | null | undefined) => string
  /** A share from its ratio, in whole percent. */
  share: (ratio: number | null | undefined) => string
  /** A change from its ratio, with sign: +12%. */
  change: (ratio: number | null | undefined) => string
  count: (value: number | null | undefined) => string
  decimal: (value: number | null | undefined) => string
  /** A day, from YYYY-MM-DD: 3 Apr 2026. */
  day: (date: string | null | undefined) => string
  shortDay: (date: string | null | undefined) => string
  /** Time since an instant: 3 hours ago. */
  ago: (instant: string | null | undefined, now?: number) => string
}

/** Shown for a missing value. */
export const NOTHING = '–'

const MINUTE = 60_000

/** Formats for a locale (undefined: the browser's) and a currency (ISO 4217; an unknown code is shown as text). */
export function formatOf(locale: string | undefined, currency: string): Format {
  const number = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(locale, options)
    return (value: number | null | undefined) =>
      value === null || value === undefined || !Number.isFinite(value) ? NOTHING : format.format(value)
  }
  const date = (options: Intl.DateTimeFormatOptions) => {
    // Dates are calendar days, independent of the viewer's time zone.
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    return (day: string | null | undefined) => {
      const time = day === null || day === undefined ? NaN : Date.parse(`${day.slice(0, 10)}T00:00:00Z`)
      return Number.isNaN(time) ? NOTHING : format.format(time)
    }
  }
  const amount = /^[A-Z]{3}$/.test(currency) ? { style: 'currency' as const, currency, currencyDisplay: 'narrowSymbol' as const } : {}
  const whole = number({ ...amount, maximumFractionDigits: 0 })
  // The currency sets the number of decimals; yen has none.
  const cents = number('style' in amount ? amount : { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return {
    money: value => (Math.abs(value ?? 0) >= 99.995 ? whole : cents)(value),
    shortMoney: number({ ...amount, notation: 'compact', maximumFractionDigits: 1, minimumFractionDigits: 0 }),
    roas: number({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    share: number({ style: 'percent', maximumFractionDigits: 0 }),
    change: number({ style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }),
    count: number({ maximumFractionDigits: 0 }),
    decimal: number({ maximumSignificantDigits: 3 }),
    day: date({ day: 'numeric', month: 'short', year: 'numeric' }),
    shortDay: date({ day: 'numeric', month: 'short' }),
    ago(instant, now = Date.now()) {
      const time = Date.parse(instant ?? '')
      if (Number.isNaN(time)) return NOTHING
      const minutes = Math.round((time - now) / MINUTE)
      if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute')
      if (Math.abs(minutes) < 60 * 48) return relative.format(Math.round(minutes / 60), 'hour')
      return relative.format(Math.round(minutes / 60 / 24), 'day')
    },
  }
}

/** Formats for a currency in the host's locale; memoized. */
export function useFormat({ locale }: Host, currency: string): Format {
  return useMemo(() => formatOf(locale, currency), [locale, currency])
}

/** The day (YYYY-MM-DD, UTC) `days` days before `instant`. */
export function daysBefore(instant: string, days: number): string {
  return new Date(Date.parse(instant) - days * 86_400_000).toISOString().slice(0, 10)
}

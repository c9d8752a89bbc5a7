/** Number and date formats. All words are English, so the formats are too, in any host locale. */

type MaybeNumber = number | null | undefined

/** Decimals of a currency's smallest amount; unknown codes have cents. */
export function decimalsOf(currency: string): number {
  return /^[A-Z]{3}$/.test(currency)
    ? (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
        .maximumFractionDigits ?? 2)
    : 2
}

export interface Format {
  /** ISO 4217, or the text given in its place. */
  currency: string
  /** $2,381; under $10: $4.67; from 10 million on: $12.35M, so that every column has room in every currency. */
  money: (amount: MaybeNumber) => string
  /** A compact amount, for axes: $12.3K. */
  shortMoney: (amount: MaybeNumber) => string
  /** An amount a day: $714/day. */
  rate: (amount: MaybeNumber) => string
  /** A ROAS or share from its ratio: 0.441 is 44.1%. */
  roas: (ratio: MaybeNumber) => string
  /** A share of target, or distance from it, in whole percent: 70%. */
  share: (ratio: MaybeNumber) => string
  /** The HOLD band around the target, from its half-width: ±5%. */
  holdBand: (threshold: number) => string
  /** A change of an amount, from its ratio: −3.4%; zero has no sign. */
  signedShare: (ratio: MaybeNumber) => string
  /** A change of a ratio, in points: −2.6 pts. */
  points: (difference: MaybeNumber) => string
  count: (value: MaybeNumber) => string
  /** A compact count, for axes: 12K. */
  shortCount: (value: MaybeNumber) => string
  /** A round share, for axes: 40%, 2.5%. */
  shortShare: (ratio: MaybeNumber) => string
  decimal: (value: MaybeNumber) => string
  /** A day, from YYYY-MM-DD: Nov 22; with the year unless it is the current one. */
  day: (date: string | null | undefined) => string
  /** A month, from one of its days: Nov; with the year unless it is the current one. */
  month: (date: string) => string
  /** November, from YYYY-MM. */
  monthName: (month: string) => string
  /** Nov 16–22, Oct 26–Nov 1. */
  range: (from: string, to: string) => string
  /** Time since an instant: 3 hours ago. */
  ago: (instant: string | null | undefined, now?: number) => string
}

/** Shown for a missing value. */
export const NOTHING = '–'

/** All texts of views and page are English. */
export const LOCALE = 'en-US'
const MINUTE = 60_000

const formats = new Map<string, Format>()

/** Formats for a currency (ISO 4217; an unknown code gives numbers alone); one object per currency. */
export function formatOf(currency: string): Format {
  const known = formats.get(currency) ?? makeFormat(currency)
  formats.set(currency, known)
  return known
}

function makeFormat(currency: string): Format {
  const number = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(LOCALE, { signDisplay: 'negative', ...options })
    return (value: MaybeNumber) =>
      value === null || value === undefined || !Number.isFinite(value)
        ? NOTHING
        : format.format(value).replace('-', '−')
  }
  const amount = /^[A-Z]{3}$/.test(currency)
    ? { style: 'currency' as const, currency, currencyDisplay: 'narrowSymbol' as const }
    : {}
  const rounded = number({ ...amount, maximumFractionDigits: 0 })
  // The currency sets the number of decimals; yen has none.
  const cents = number(
    'style' in amount ? amount : { minimumFractionDigits: 2, maximumFractionDigits: 2 },
  )
  // From 9.995 on, cents would round to 10.00.
  const millions = number({
    ...amount,
    notation: 'compact',
    minimumSignificantDigits: 4,
    maximumSignificantDigits: 4,
  })
  const money = (value: MaybeNumber) =>
    (Math.abs(value ?? 0) >= 9_999_999.5
      ? millions
      : Math.abs(value ?? 0) >= 9.995
        ? rounded
        : cents)(value)
  const percent = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
  const share = number({ style: 'percent', maximumFractionDigits: 0 })
  const point = number({
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
  const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' })
  return {
    currency,
    money,
    shortMoney: number({
      ...amount,
      notation: 'compact',
      maximumFractionDigits: 1,
      minimumFractionDigits: 0,
    }),
    rate: value => (value === null || value === undefined ? NOTHING : `${money(value)}/day`),
    roas: number(percent),
    share,
    holdBand: threshold => `±${share(threshold)}`,
    signedShare: number({ ...percent, signDisplay: 'exceptZero' }),
    points: value =>
      value === null || value === undefined ? NOTHING : `${point(value * 100)} pts`,
    count: number({ maximumFractionDigits: 0 }),
    shortCount: number({ notation: 'compact', maximumFractionDigits: 1 }),
    shortShare: number({ style: 'percent', maximumFractionDigits: 1 }),
    decimal: number({ maximumSignificantDigits: 3 }),
    day,
    month,
    monthName,
    range,
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

// Dates are calendar days, independent of the viewer's time zone.
const thisYear = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const otherYear = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

function day(date: string | null | undefined): string {
  const time =
    date === null || date === undefined ? NaN : Date.parse(`${date.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(time)) return NOTHING
  return (
    new Date(time).getUTCFullYear() === new Date().getUTCFullYear() ? thisYear : otherYear
  ).format(time)
}

function month(date: string): string {
  const other = day(date).includes(',')
  return new Intl.DateTimeFormat(LOCALE, {
    month: 'short',
    timeZone: 'UTC',
    ...(other ? { year: 'numeric' } : {}),
  }).format(Date.parse(date))
}

const months = new Intl.DateTimeFormat(LOCALE, { month: 'long', timeZone: 'UTC' })

function monthName(month: string): string {
  return months.format(Date.parse(`${month}-01T00:00:00Z`))
}

function range(from: string, to: string): string {
  const isThisYear = [from, to].every(date => date.startsWith(`${new Date().getUTCFullYear()}-`))
  return (isThisYear ? thisYear : otherYear)
    .formatRange(Date.parse(from), Date.parse(to))
    .replace(/\s*–\s*/u, '–')
}

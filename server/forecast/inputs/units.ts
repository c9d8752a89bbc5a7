/** Unit of amounts from a column's name. */
interface Unit {
  /** ISO 4217. */
  currency: string | undefined
  /** Divisor of an amount, a power of ten. */
  divide: number
}

const MICROS = 1_000_000
const CENTS = 100
/** A suffix without brackets or capitals may be a word: only currencies that are not words count. */
const COMMON =
  'usd eur gbp jpy krw cny inr brl cad aud chf sek nok dkk pln rub mxn twd hkd sgd idr vnd ils'.split(
    ' ',
  )
const CODES = new Set(Intl.supportedValuesOf('currency'))

/** `cost_micros`, `Spend (cents)`, `Amount spent (JPY)`, `price_in_usd`, `Cost USD`. */
export function unitOf(column: string): Unit {
  const words = column.split(/[^\p{L}\p{N}]+/u).filter(word => word !== '')
  const last = words.at(-1) ?? ''
  const bracketed = /[([]\s*([A-Z]{3})\s*[)\]]/.exec(column)?.[1]
  const currency = [bracketed, words.length > 1 ? last : undefined].find(
    code => code !== undefined && (CODES.has(code) || COMMON.includes(code.toLowerCase())),
  )
  const lower = words.map(word => word.toLowerCase())
  const divide =
    lower.some(word => /^micros?$/.test(word)) || /micros?$/i.test(last)
      ? MICROS
      : lower.includes('cents') || /%|\bpercent|\bpct\b/i.test(column)
        ? CENTS
        : 1
  return { currency: currency?.toUpperCase(), divide }
}

/** The name of a column without its currency: `Amount spent`. */
export function withoutCurrency(column: string): string {
  const { currency } = unitOf(column)
  if (currency === undefined) return column
  return column
    .replace(new RegExp(`[\\s_]*[([]\\s*${currency}\\s*[)\\]]|[\\s_]+${currency}$`, 'i'), '')
    .trim()
}

/** In these locales the signs of most currencies differ from each other. */
const LOCALES = ['en', 'en-CA', 'en-AU', 'zh']

const SIGNS = new Map<string, Set<string>>()
for (const currency of Intl.supportedValuesOf('currency')) {
  for (const locale of LOCALES) {
    for (const currencyDisplay of ['narrowSymbol', 'symbol'] as const) {
      const parts = new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        currencyDisplay,
      }).formatToParts(1)
      const sign = parts.find(({ type }) => type === 'currency')!.value
      SIGNS.set(sign, (SIGNS.get(sign) ?? new Set()).add(currency))
    }
  }
}
const FIRST = ['USD', 'EUR', 'GBP', 'JPY', 'CNY', 'KRW', 'INR']

/** The currencies that a sign or code can mean, common ones first: `€`, `US$`, `AU$`, `CHF`. Empty if it is unknown. */
export function currenciesOf(sign: string): string[] {
  if (/^[A-Z]{3}$/.test(sign)) return [sign]
  const [, letters = '', mark = ''] = /^([A-Z]*)(.*)$/u.exec(sign) ?? []
  const own =
    letters === '' ? [] : [...(SIGNS.get(mark) ?? [])].filter(code => code.startsWith(letters))
  const all = [...new Set([...(SIGNS.get(sign) ?? []), ...own])]
  return [...FIRST.filter(code => all.includes(code)), ...all.filter(code => !FIRST.includes(code))]
}

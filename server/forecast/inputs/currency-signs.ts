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
const COMMON = ['USD', 'EUR', 'GBP', 'JPY', 'CNY', 'KRW', 'INR']

/** The currencies that a sign or code can mean, common ones first: `€`, `US$`, `AU$`, `CHF`. Empty if it is unknown. */
export function currenciesOf(sign: string): string[] {
  if (/^[A-Z]{3}$/.test(sign)) return [sign]
  const [, letters = '', mark = ''] = /^([A-Z]*)(.*)$/u.exec(sign) ?? []
  const own =
    letters === '' ? [] : [...(SIGNS.get(mark) ?? [])].filter(code => code.startsWith(letters))
  const all = [...new Set([...(SIGNS.get(sign) ?? []), ...own])]
  return [
    ...COMMON.filter(code => all.includes(code)),
    ...all.filter(code => !COMMON.includes(code)),
  ]
}

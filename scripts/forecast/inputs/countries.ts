import countries from 'i18n-iso-countries'
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }

countries.registerLocale(english)

/** What is written for a country beside its codes and names. */
const ALIASES: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' }

/** ISO 3166-1 alpha-2 of a country that is given as alpha-2, alpha-3 or by an English name, in any case; null: not known. */
export function countryOf(text: string): string | null {
  const code = text.toUpperCase()
  if (ALIASES[code] !== undefined) return ALIASES[code]
  if (code.length === 2) return countries.isValid(code) ? code : null
  if (code.length === 3) return countries.alpha3ToAlpha2(code) ?? byName(text)
  return byName(text)
}

function byName(text: string): string | null {
  return countries.getAlpha2Code(text, 'en') ?? null
}

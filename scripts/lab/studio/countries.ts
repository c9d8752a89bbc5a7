/** Country effects: a factor on cost per install, and a shift of the LTV curve's exponent. */
export interface CountryTraits {
  cpi: number
  exponent: number
}

const unknownCountry: CountryTraits = { cpi: 0.8, exponent: 0 }

const traits: Record<string, CountryTraits> = {
  US: { cpi: 1.7, exponent: 0 },
  CA: { cpi: 1.35, exponent: -0.01 },
  AU: { cpi: 1.4, exponent: 0.01 },
  GB: { cpi: 1.25, exponent: 0 },
  DE: { cpi: 1.2, exponent: 0.03 },
  AT: { cpi: 1.1, exponent: 0.02 },
  CH: { cpi: 1.45, exponent: 0.03 },
  FR: { cpi: 1, exponent: -0.01 },
  BE: { cpi: 0.95, exponent: -0.01 },
  LU: { cpi: 1.05, exponent: 0 },
  IT: { cpi: 0.75, exponent: -0.03 },
  ES: { cpi: 0.7, exponent: -0.03 },
  NL: { cpi: 1.05, exponent: 0 },
  SE: { cpi: 1.1, exponent: 0.01 },
  PL: { cpi: 0.5, exponent: -0.04 },
  BR: { cpi: 0.32, exponent: -0.07 },
  MX: { cpi: 0.38, exponent: -0.06 },
  AR: { cpi: 0.28, exponent: -0.08 },
  IN: { cpi: 0.16, exponent: -0.12 },
  ID: { cpi: 0.2, exponent: -0.1 },
  JP: { cpi: 1.9, exponent: 0.06 },
  KR: { cpi: 1.7, exponent: 0.05 },
  TW: { cpi: 1.2, exponent: 0.03 },
  HK: { cpi: 1.3, exponent: 0.03 },
  SG: { cpi: 1.15, exponent: 0.01 },
}

/** The traits of an ISO country; null means an unknown country. */
export function countryTraits(country: string | null): CountryTraits {
  return (country === null ? undefined : traits[country]) ?? unknownCountry
}

/** A campaign's place: the label in its name, and each country's share of the spend. */
export interface Geo {
  label: string
  shares: Record<string, number>
}

export const geos = {
  us: { label: 'US', shares: { US: 1 } },
  gb: { label: 'UK', shares: { GB: 1 } },
  de: { label: 'DE', shares: { DE: 1 } },
  ch: { label: 'CH', shares: { CH: 1 } },
  fr: { label: 'FR', shares: { FR: 1 } },
  au: { label: 'AU', shares: { AU: 1 } },
  ca: { label: 'CA', shares: { CA: 1 } },
  mx: { label: 'MX', shares: { MX: 1 } },
  id: { label: 'ID', shares: { ID: 1 } },
  jp: { label: 'JP', shares: { JP: 1 } },
  kr: { label: 'KR', shares: { KR: 1 } },
  tw: { label: 'TW', shares: { TW: 1 } },
  br: { label: 'BR', shares: { BR: 1 } },
  in: { label: 'IN', shares: { IN: 1 } },
  anglo: { label: 'T1', shares: { US: 0.7, GB: 0.17, CA: 0.13 } },
  dach: { label: 'DACH', shares: { DE: 0.74, AT: 0.12, CH: 0.14 } },
  francophone: { label: 'FR+BE', shares: { FR: 0.82, BE: 0.18 } },
  north: { label: 'Nordics & NL', shares: { SE: 0.5, NL: 0.5 } },
  south: { label: 'ES-IT', shares: { ES: 0.52, IT: 0.48 } },
  latam: { label: 'LATAM', shares: { BR: 0.62, MX: 0.38 } },
  greaterChina: { label: 'TW/HK', shares: { TW: 0.7, HK: 0.3 } },
  eastAsia: { label: 'JP+KR+TW', shares: { JP: 0.7, KR: 0.17, TW: 0.13 } },
  asia: { label: 'APAC', shares: { JP: 0.5, KR: 0.3, TW: 0.2 } },
} satisfies Record<string, Geo>

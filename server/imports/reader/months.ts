/** Languages of exporters that write months in letters; those of East Asia write numbers. */
const LOCALES = [
  'en',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'ru',
  'nl',
  'pl',
  'tr',
  'sv',
  'da',
  'nb',
  'uk',
  'id',
]
const FORMS: readonly Intl.DateTimeFormatOptions[] = [
  { month: 'long' },
  { month: 'long', day: 'numeric' },
  { month: 'short' },
  { month: 'short', day: 'numeric' },
]
/** Abbreviations of spreadsheets. */
const MORE: readonly [string, number][] = [
  ['mrz', 3],
  ['sept', 9],
]
const SHORTEST = 3

function namesOf(date: Date): string[] {
  return LOCALES.flatMap(locale =>
    FORMS.flatMap(form => {
      const parts = new Intl.DateTimeFormat(locale, { ...form, timeZone: 'UTC' }).formatToParts(
        date,
      )
      const name = (parts.find(({ type }) => type === 'month')?.value ?? '')
        .toLowerCase()
        .replace(/\.$/, '')
      return [name, name.normalize('NFD').replace(/\p{M}/gu, ''), name.slice(0, SHORTEST)]
    }),
  ).filter(name => name.length >= SHORTEST && /^\p{L}+$/u.test(name))
}

function allNames(): Map<string, number> {
  const all = Array.from(
    { length: 12 },
    (_, month) => new Set(namesOf(new Date(Date.UTC(2026, month, 5)))),
  )
  const named = all.flatMap((names, month) =>
    [...names].map((name): [string, number] => [name, month + 1]),
  )
  // Beginnings that two months share name none.
  return new Map([
    ...named.filter(([name]) => all.filter(names => names.has(name)).length === 1),
    ...MORE,
  ])
}

let all: ReadonlyMap<string, number> | undefined

/** The number of a month by its name in lower case, long or short, with or without accents. */
export function monthsByName(): ReadonlyMap<string, number> {
  return (all ??= allNames())
}

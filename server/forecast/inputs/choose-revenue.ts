import type { Kind } from '../model/facts.ts'
import { type ColumnMeasure, measureOf } from './column-measure.ts'
import type { Per, Role, Stated } from './formats/format.ts'

/** Columns of revenue with one name, except for their ages. */
interface Family extends ColumnMeasure {
  ages: number[]
  columns: string[]
}

export interface Taken {
  /** The column's name, with `<n>` for the age if it is wide. */
  stem: string
  isWide: boolean
  kind: Kind | undefined
  /** The column by which averages are multiplied. */
  times: Partial<Record<Role, string>>
  more: Stated
  doubts: string[]
}

export interface Choice {
  taken: Taken[]
  /** Other columns that could be the revenue, in words. */
  others: string[]
  /** Why columns that look like revenue by age are not taken; undefined if some are, or if there are none. */
  refused: string | undefined
}

const WORDS_OF_PER: Readonly<Record<Per, string>> = {
  sum: 'sums',
  install: 'per install',
  spend: 'per spend',
}
const ORDER: readonly Per[] = ['sum', 'install', 'spend']

/**
 * The revenue of a table among its columns: that which explains most of them. Sums go before averages per install (times installs) and per
 * spend (times spend), and both kinds before their total.
 * @param factors the columns of installs and spend
 * @param age the column of ages, if each row has one
 */
export function chooseRevenue(
  header: readonly string[],
  factors: Partial<Record<Per, string>>,
  age: string | undefined,
): Choice {
  const all = familiesOf(header)
  const wide = all.filter(({ ages }) => ages.length > 1)
  const families =
    wide.length > 0 || age === undefined
      ? wide
      : all.filter(({ ages, columns }) => ages.length === 0 && !columns.includes(age))
  const usable = families.filter(
    ({ per, period }) =>
      period !== 'weeks' &&
      (per === 'open' || per === 'sum' || (per !== 'other' && factors[per] !== undefined)),
  )
  const perOf = ({ per }: Family): Per => (per === 'open' || per === 'other' ? 'sum' : per)
  const per = ORDER.find(per => usable.some(family => perOf(family) === per))
  if (per === undefined)
    return { taken: [], others: [], refused: refusalOf(families.length > 0 ? families : all) }
  const isSaid = usable.some(family => family.per === per)
  const { parts, doubt } = partsOf(
    usable.filter(family => (isSaid ? family.per : perOf(family)) === per),
  )
  const multiplied =
    per === 'sum' ? {} : { [per === 'install' ? 'installs' : 'spend']: factors[per] }
  return {
    taken: parts.map(({ family, kind }) => ({
      stem: family.stem,
      isWide: family.ages.length > 0,
      kind,
      times: multiplied,
      more: {
        ...(per !== 'sum' && { per }),
        ...(family.period === 'day' && family.ages.length > 0 && { cumulative: false }),
        ...(family.period === 'through' && family.ages.length === 0 && { cumulative: true }),
      },
      doubts: [
        ...(doubt === undefined ? [] : [doubt]),
        ...(per === 'sum'
          ? []
          : [`${WORDS_OF_PER[per]} by its name, so times ${Object.values(multiplied).join()}`]),
        ...(family.isNet ? ['net by its name: set net to 1'] : []),
      ],
    })),
    others: families
      .filter(family => !parts.some(part => part.family === family))
      .map(family => `${family.stem} (${wordsOfPer(family)})`),
    refused: undefined,
  }
}

function wordsOfPer({ per, period }: Family): string {
  if (period === 'weeks') return 'not by day'
  return per === 'other' ? 'an average' : per === 'open' ? 'sums or per install' : WORDS_OF_PER[per]
}

function familiesOf(header: readonly string[]): Family[] {
  const families = new Map<string, Family>()
  for (const column of header) {
    const measure = measureOf(column)
    if (measure === undefined) continue
    const { stem, age } = measure
    const family = families.get(stem) ?? { ...measure, ages: [], columns: [] }
    if (age !== undefined) family.ages.push(age)
    family.columns.push(column)
    families.set(stem, family)
  }
  return [...families.values()]
}

/** Advertising and in-app revenue with equal ages, else the total. */
function partsOf(families: readonly Family[]): {
  parts: { family: Family; kind: Kind | undefined }[]
  doubt?: string
} {
  const gross = families.some(({ isNet }) => !isNet)
    ? families.filter(({ isNet }) => !isNet)
    : families
  const longest = (kind: Family['kind']): Family | undefined =>
    gross
      .filter(family => family.kind === kind)
      .sort((a, b) => b.ages.length - a.ages.length || a.stem.length - b.stem.length)[0]
  const [ad, iap, all, plain] = [longest('ad'), longest('iap'), longest('all'), longest(undefined)]
  const inApp = iap ?? (all === undefined ? plain : undefined)
  const total = all ?? (inApp === plain ? undefined : plain)
  if (
    ad === undefined ||
    inApp === undefined ||
    !isAsLong(ad, total) ||
    !isAsLong(inApp, iap === undefined ? ad : total)
  ) {
    const family = total ?? inApp ?? ad!
    return { parts: [{ family, kind: family.kind === 'all' ? undefined : family.kind }] }
  }
  return {
    parts: [
      { family: ad, kind: 'ad' },
      { family: inApp, kind: 'iap' },
    ],
    ...(iap === undefined && {
      doubt: `${inApp.stem} does not include ${ad.stem}: otherwise remove the input of ${ad.stem}`,
    }),
  }
}

/** Whether a family has all ages of another. */
function isAsLong({ ages }: Family, other: Family | undefined): boolean {
  return other === undefined || other.ages.every(age => ages.includes(age))
}

function refusalOf(families: readonly Family[]): string | undefined {
  const [family] = families.filter(({ per }) => per !== 'other' || families.length === 1)
  if (family === undefined) return undefined
  const name = JSON.stringify(family.columns[0]!)
  if (family.period === 'weeks')
    return `${name} is not of a day's age: export revenue by days since the install`
  if (family.per === 'sum')
    return `${families.map(({ stem }) => stem).join(', ')}: revenue by the day of the event or to date, since no column has its age: export it by days since the install`
  if (family.per === 'install')
    return `${name} is revenue per install: add the column of installs to multiply it by, or export sums`
  if (family.per === 'spend')
    return `${name} is revenue per spend: add the column of spend to multiply it by, or export sums`
  return `${name} is an average: export sums of revenue`
}

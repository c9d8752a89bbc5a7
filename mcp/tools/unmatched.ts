import leven from 'leven'
import type {
  GetRecommendationsParameters,
  Recommendation,
  UascopeClient,
} from '../../client/src/index.ts'
import type { Fault } from '../../server/core/checks/faults.ts'
import { CODE_ALIASES, isAlias, networkAliases, ofAlias } from './aliases.ts'
import type { Understood } from './arguments.ts'
import { significant } from './context.ts'
import { readList } from './rows.ts'
import { filterInSlices, forEachInSlices, mapInSlices } from '../../server/core/runtime/slices.ts'

const FILTERS = ['networks', 'campaigns', 'countries'] as const

type Filter = (typeof FILTERS)[number]

type Filters = { [Name in Filter]?: readonly string[] }

/** By filter, each name without a match in the app, with the closest names. */
type Unmatched = Record<string, Record<string, string[]>>

/** Maximum unmatched names reported per filter. */
const MAX = 5

const ALWAYS = new Set(['Unknown', 'GLOBAL'])

/**
 * Finds unmatched filter names; empty if all match.
 * @param header the header `Unmatched-Filters`; undefined checks every filter
 */
export async function unmatchedOf(
  client: UascopeClient,
  values: Filters & { appId: number },
  header?: string | null,
): Promise<{ unmatched?: Unmatched }> {
  const filters = FILTERS.flatMap(filter => {
    const names = values[filter]
    return names === undefined || (header !== undefined && !parseHeader(header).includes(filter))
      ? []
      : [{ filter, names }]
  })
  if (filters.length === 0) return {}
  const known = await knownNames(client, values.appId)
  const unmatched: [Filter, Record<string, string[]>][] = []
  for (const { filter, names: all } of filters) {
    const names = all.filter(name => !known[filter].has(name) && !ALWAYS.has(name)).slice(0, MAX)
    const nearest =
      filter === 'countries'
        ? names.map(name => [name, suggestCodes(name, known.countries)] as const)
        : await suggestNames(filter, names, known)
    if (names.length > 0) unmatched.push([filter, Object.fromEntries(nearest)])
  }
  return unmatched.length === 0 ? {} : { unmatched: Object.fromEntries(unmatched) }
}

type Known = Record<Filter, ReadonlySet<string>>

async function knownNames(client: UascopeClient, appId: number): Promise<Known> {
  const known = {
    networks: new Set<string>(),
    campaigns: new Set<string>(),
    countries: new Set<string>(),
  }
  await forEachInSlices(
    await client.listCampaigns({ appId }),
    ({ network, campaign, countries }) => {
      known.networks.add(network)
      known.campaigns.add(campaign)
      for (const country of countries) known.countries.add(country)
    },
  )
  return known
}

/** Codes are too short to compare by similarity. */
function suggestCodes(name: string, known: ReadonlySet<string>): string[] {
  const code = CODE_ALIASES[name]
  return code !== undefined && known.has(code) ? [code] : []
}

/** Similar names; for networks, other names of the same network precede those that only look similar. */
async function suggestNames(
  filter: Filter,
  inputs: readonly string[],
  known: Known,
): Promise<(readonly [name: string, similar: string[]])[]> {
  const nearest = await nearestNames(inputs, [...known[filter]])
  return inputs.map((input, index) => {
    const names = nearest[index]!
    const aliases = filter === 'networks' ? networkAliases(input, known.networks) : []
    if (aliases.length === 0) return [input, names]
    const ofNetwork = names.filter(name => aliases.includes(name))
    return [input, [...new Set([...ofNetwork, ...aliases])].slice(0, MAX_NEAREST)]
  })
}

/**
 * Decides the meaning of each text given for a list of names: one name if the app has it, else a list if it is quoted or the app has all
 * its names. Any other text has two meanings and is refused. Other names of networks and countries become the app's own.
 */
export async function readNames(
  context: { readonly client: UascopeClient },
  { values, interpreted, nameTexts, unused }: Understood,
): Promise<Pick<Understood, 'values' | 'interpreted' | 'unused'> | { faults: Fault[] }> {
  const texts = Object.entries(nameTexts)
  const aliased = FILTERS.filter(filter =>
    ((values[filter] ?? []) as readonly string[]).some(name => isAlias(filter, name)),
  )
  if (texts.length === 0 && aliased.length === 0) return { values, interpreted, unused }
  const known = await knownNames(context.client, values['appId'] as number)
  const faults: Fault[] = []
  const read: Record<string, readonly string[]> = {}
  for (const [name, { text, items, quoted }] of texts) {
    const filter = name as Filter
    const isKnown = (item: string) => known[filter].has(item) || ALWAYS.has(item)
    const isSplit = !isKnown(text) && (quoted || items.every(isKnown))
    if (isSplit) read[name] = [...new Set(items)]
    else if (!isKnown(text)) {
      const unknown = items.filter(item => !isKnown(item)).slice(0, MAX)
      const suggested = await suggestNames(filter, [text, ...unknown], known)
      const nearest = [...new Set(suggested.flatMap(([, similar]) => similar))].slice(
        0,
        MAX_NEAREST,
      )
      const hint = nearest.length === 0 ? '' : `; the nearest names are ${JSON.stringify(nearest)}`
      faults.push({
        parameter: name,
        message: `may be one name or several; give a list, such as ${JSON.stringify(items.slice(0, MAX))}${hint}`,
      })
    }
  }
  for (const filter of aliased) {
    const names = values[filter] as readonly string[]
    const own = names.map(name => ofAlias(filter, name, known[filter]))
    if (own.some((name, index) => name !== names[index])) read[filter] ??= [...new Set(own)]
  }
  return faults.length > 0
    ? { faults }
    : { values: { ...values, ...read }, interpreted: { ...interpreted, ...read }, unused }
}

function parseHeader(header: string | null): string[] {
  return header === null ? [] : header.split(',').map(name => name.trim())
}

/** Maximum dropped recommendations listed, by spend. */
const MAX_DROPPED = 50

/** Recommendations of the campaigns that existed at `since` and no longer do, by spend, and whether a run existed then. */
export async function findDropped(
  client: UascopeClient,
  { since, asOf, ...campaigns }: GetRecommendationsParameters,
) {
  if (since === undefined) return { dropped: {}, notes: [] }
  const [before, now] = await Promise.all([
    readList(client.getRecommendations({ ...campaigns, asOf: since })),
    client.getRecommendations({ ...campaigns, asOf }),
  ])
  const still = new Set(await mapInSlices(now, identityOf))
  const missing = (await filterInSlices(before.items, item => !still.has(identityOf(item)))).slice(
    0,
    MAX_DROPPED,
  )
  const isFirst = before.headers.get('run-id') === null
  return {
    notes: isFirst ? [`No run was made by the end of ${since}, so every row is new.`] : [],
    dropped: {
      gone: missing.map(({ platform, network, campaign, country, action, dailySpend }) => ({
        platform,
        network,
        campaign,
        country,
        action,
        dailySpend: significant(dailySpend),
      })),
    },
  }
}

function identityOf({ platform, network, campaign, country }: Recommendation): string {
  return JSON.stringify([platform, network, campaign, country])
}

/** Maximum suggestions per name. */
const MAX_NEAREST = 5

/** Maximum characters compared; the cost is quadratic. */
const COMPARED = 32

/** Maximum share of the longer name's letters that may differ. */
const UNLIKE = 0.5

/**
 * Suggests up to five names for each given one, best first: equal except for case and accents; then names that contain it or are contained
 * in it, ignoring spaces and punctuation, or that have all its words; then those with the fewest typing mistakes.
 */
export async function nearestNames(
  inputs: readonly string[],
  names: readonly string[],
): Promise<string[][]> {
  const candidates = inputs.map(name => ({ wanted: folded(name), alike: [] as Likeness[] }))
  await forEachInSlices(names, name => {
    const known = folded(name)
    for (const { wanted, alike } of candidates) {
      const match = likeness(wanted, known)
      if (match !== undefined) alike.push({ name, ...match })
    }
  })
  return candidates.map(({ alike }) => best(alike))
}

interface Likeness {
  name: string
  /** 0: equal; 1: one contains the other; 2: few mistakes. */
  level: number
  mistakes: number
}

function best(alike: readonly Likeness[]): string[] {
  // Prefer names without typing mistakes.
  const chosen = alike.some(({ level }) => level < 2)
    ? alike.filter(({ level }) => level < 2)
    : alike
  return chosen
    .toSorted((a, b) => a.level - b.level || a.mistakes - b.mistakes || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_NEAREST)
    .map(({ name }) => name)
}

interface Folded {
  text: string
  bare: string
  words: readonly string[]
}

function folded(name: string): Folded {
  const text = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  return { text, bare: words.join(''), words }
}

/** Undefined if they are not similar. */
function likeness(wanted: Folded, known: Folded): Omit<Likeness, 'name'> | undefined {
  if (known.text === wanted.text || (known.bare === wanted.bare && known.bare !== ''))
    return { level: 0, mistakes: 0 }
  const [short, long] = known.bare.length < wanted.bare.length ? [known, wanted] : [wanted, known]
  if (short.bare.length < 2) return undefined
  if (long.bare.includes(short.bare) || wanted.words.every(word => known.words.includes(word))) {
    return { level: 1, mistakes: long.bare.length - short.bare.length }
  }
  const maxDistance = Math.floor(Math.min(long.text.length, COMPARED) * UNLIKE)
  const mistakes = leven(wanted.text.slice(0, COMPARED), known.text.slice(0, COMPARED), {
    maxDistance,
  })
  return mistakes < maxDistance ? { level: 2, mistakes } : undefined
}

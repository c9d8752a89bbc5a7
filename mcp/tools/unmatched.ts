import type { UascopeClient } from '../../client/src/index.ts'
import { nearestNames } from './nearest-names.ts'

const FILTERS = ['networks', 'campaigns', 'countries'] as const

type Filter = (typeof FILTERS)[number]

type Filters = { [Name in Filter]?: readonly string[] }

/** By filter, each name that nothing of the app has, with the nearest ones that there are. */
type Unmatched = Record<string, Record<string, string[]>>

/** Of more names of one filter nothing is told. */
const MOST = 5

/** What people write for a country, where its code is another. */
const ALIASES: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR', JA: 'JP', KO: 'KR', CS: 'CZ', DA: 'DK' }

/** What stands for no name. */
const ALWAYS = new Set(['Unknown', 'GLOBAL'])

/**
 * What is unmatched among the filters of a call, as a part of its result; nothing where all is matched.
 * @param told the service's header that says which filters hold such names; undefined where it was not asked: then each is looked at
 */
export async function unmatchedOf(
  client: UascopeClient,
  values: Filters & { appId: number },
  told?: string | null,
): Promise<{ unmatched?: Unmatched }> {
  const filters = FILTERS.filter(filter => values[filter] !== undefined && (told === undefined || listed(told).includes(filter)))
  if (filters.length === 0) return {}
  const campaigns = await client.listCampaigns({ appId: values.appId })
  const known: Record<Filter, Set<string>> = {
    networks: new Set(campaigns.map(({ network }) => network)),
    campaigns: new Set(campaigns.map(({ campaign }) => campaign)),
    countries: new Set(campaigns.flatMap(({ countries }) => countries)),
  }
  const found: [Filter, Record<string, string[]>][] = []
  for (const filter of filters) {
    const names = values[filter]!.filter(name => !known[filter].has(name) && !ALWAYS.has(name)).slice(0, MOST)
    const nearest = filter === 'countries' ? names.map(name => meant(name, known.countries)) : await nearestNames(names, [...known[filter]])
    if (names.length > 0) found.push([filter, Object.fromEntries(names.map((name, index) => [name, nearest[index]!]))])
  }
  return found.length === 0 ? {} : { unmatched: Object.fromEntries(found) }
}

/** Codes are too short to be alike. */
function meant(name: string, known: ReadonlySet<string>): string[] {
  const code = ALIASES[name]
  return code !== undefined && known.has(code) ? [code] : []
}

function listed(told: string | null): string[] {
  return told === null ? [] : told.split(',').map(name => name.trim())
}

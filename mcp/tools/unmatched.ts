import type { UascopeClient } from '../../client/src/index.ts'
import { nearestNames } from './nearest-names.ts'

const FILTERS = ['networks', 'campaigns', 'countries'] as const

type Filter = (typeof FILTERS)[number]

type Filters = { [Name in Filter]?: readonly string[] }

/** By filter, each name that nothing of the app has, with the nearest ones that there are. */
type Unmatched = Record<string, Record<string, string[]>>

/** Of more names of one filter nothing is told. */
const MOST = 10

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
    const names: [string, string[]][] = []
    for (const name of values[filter]!.filter(name => !known[filter].has(name) && !ALWAYS.has(name)).slice(0, MOST)) {
      names.push([name, await nearest(filter, name, known[filter])])
    }
    if (names.length > 0) found.push([filter, Object.fromEntries(names)])
  }
  return found.length === 0 ? {} : { unmatched: Object.fromEntries(found) }
}

async function nearest(filter: Filter, name: string, known: ReadonlySet<string>): Promise<string[]> {
  if (filter !== 'countries') return nearestNames(name, [...known])
  // Codes are too short to be alike.
  const meant = ALIASES[name]
  return meant !== undefined && known.has(meant) ? [meant] : []
}

function listed(told: string | null): string[] {
  return told === null ? [] : told.split(',').map(name => name.trim())
}

import { randomBytes } from 'node:crypto'

/** In column and row order. */
export const IDENTITY_NAMES = ['platform', 'network', 'campaign', 'country'] as const

export type IdentityName = (typeof IDENTITY_NAMES)[number]

/** Names of a campaign. */
export const CAMPAIGN_NAMES = ['platform', 'network', 'campaign'] as const satisfies IdentityName[]

export function namesOf(granularity: 'campaign' | 'campaign_geo'): readonly IdentityName[] {
  return granularity === 'campaign' ? CAMPAIGN_NAMES : IDENTITY_NAMES
}

/** `campaign_id` is the smallest id of the same campaign. */
export interface Identity {
  id: number
  campaign_id: number
  platform: string
  network: string
  campaign: string
  country: string
}

/** Some names of a row as the key of a map. */
export function keyOf(
  row: Readonly<Record<IdentityName, string>>,
  names: readonly IdentityName[],
): string {
  return JSON.stringify(names.map(name => row[name]))
}

interface IdentityFilters {
  platforms?: readonly string[] | undefined
  networks?: readonly string[] | undefined
  campaigns?: readonly string[] | undefined
  countries?: readonly string[] | undefined
}

type Named = Pick<Identity, 'platform' | 'network' | 'campaign' | 'country'>

/** Matches names with `===`, so that no collation matters. */
export function matcher(filters: IdentityFilters): (row: Named) => boolean {
  const sets = {
    platform:
      filters.platforms && new Set(filters.platforms.map(platform => platform.toUpperCase())),
    network: filters.networks && new Set(filters.networks),
    campaign: filters.campaigns && new Set(filters.campaigns),
    country: filters.countries && new Set(filters.countries),
  }
  return row =>
    (!sets.platform || sets.platform.has(row.platform)) &&
    (!sets.network || sets.network.has(row.network)) &&
    (!sets.campaign || sets.campaign.has(row.campaign)) &&
    (!sets.country || sets.country.has(row.country))
}

/** Undefined if there is no filter. */
export function matchingIds(
  identities: readonly Identity[],
  filters: IdentityFilters,
): number[] | undefined {
  const { platforms, networks, campaigns, countries } = filters
  if (!platforms && !networks && !campaigns && !countries) return undefined
  const matches = matcher(filters)
  return identities.filter(matches).map(identity => identity.id)
}

/** Indexes lists by key on first use; catalog lists never change. */
export function grouped<Row, Key>(
  keyOf: (row: Row) => Key,
): (rows: readonly Row[], key: Key) => readonly Row[] {
  const known = new WeakMap<readonly Row[], Map<Key, Row[]>>()
  return (rows, key) => {
    let groups = known.get(rows)
    if (groups === undefined) {
      groups = new Map()
      for (const row of rows) {
        const others = groups.get(keyOf(row))
        if (others) others.push(row)
        else groups.set(keyOf(row), [row])
      }
      known.set(rows, groups)
    }
    return groups.get(key) ?? []
  }
}

/** Computes a value of a list on first use, once; catalog lists never change. */
export function oncePerList<Row, Made>(
  make: (rows: readonly Row[]) => Made,
): (rows: readonly Row[]) => Made {
  const known = new WeakMap<readonly Row[], { made: Made }>()
  return rows => {
    const entry = known.get(rows) ?? { made: make(rows) }
    known.set(rows, entry)
    return entry.made
  }
}

/** 12 random hex digits. */
export function newId(): string {
  return randomBytes(6).toString('hex')
}

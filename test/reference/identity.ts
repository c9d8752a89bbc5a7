import type { Identity } from './delivery.ts'
import type { PlatformParameter } from './request-types.ts'

/** A stored name as it is shown: null and empty mean unknown (data model). */
export function displayName(value: string | null): string {
  return value === null || value === '' ? 'Unknown' : value
}

/** The identity as it is shown. Rows whose identities show alike belong to one group. */
export function displayIdentity(
  row: Identity,
): Record<'platform' | 'network' | 'campaign' | 'country', string> {
  return {
    platform: displayName(row.platform),
    network: displayName(row.network),
    campaign: displayName(row.campaign),
    country: displayName(row.country),
  }
}

/** The four filters every operation shares; absent means all. */
export interface Filters {
  platforms?: PlatformParameter[]
  networks?: string[]
  campaigns?: string[]
  countries?: string[]
}

/** Exact match with the shown values, so that `Unknown` finds the unknown. */
export function passes(row: Identity, filters: Filters): boolean {
  const { platform, network, campaign, country } = displayIdentity(row)
  return (
    (filters.platforms === undefined ||
      filters.platforms.some(value => value.toUpperCase() === platform)) &&
    (filters.networks === undefined || filters.networks.includes(network)) &&
    (filters.campaigns === undefined || filters.campaigns.includes(campaign)) &&
    (filters.countries === undefined || filters.countries.includes(country))
  )
}

/** Byte order of two texts' UTF-8. */
export function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

/** A map's value, made on first use. */
export function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const existing = map.get(key)
  if (existing !== undefined) return existing
  const made = make()
  map.set(key, made)
  return made
}

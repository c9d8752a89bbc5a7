import type { Dimension } from '../parts/filters.tsx'
import type { Signal, State } from './signals.ts'

export const STATES: Record<State, string> = { new: 'New', seen: 'Seen before', closed: 'Closed', raised: 'Raised' }

export const GROUP_WORDS: Record<string, string> = { BIDS: 'Bids', ANALYTICS: 'Analytics' }

/** What alerts are narrowed down by. */
export const DIMENSIONS: readonly Dimension<Signal>[] = [
  { name: 'group', label: 'Group', value: ({ group }) => group },
  { name: 'state', label: 'State', value: ({ state }) => STATES[state] },
  { name: 'platform', label: 'Platform', value: ({ platform }) => platform },
  { name: 'network', label: 'Network', value: ({ network }) => network },
  { name: 'country', label: 'Country', value: ({ country }) => country },
]

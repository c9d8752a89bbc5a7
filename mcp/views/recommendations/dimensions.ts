import type { Dimension } from '../parts/filters.tsx'
import type { Line } from './lines.ts'

const CHANGES: Record<string, string> = { new: 'New', action: 'Other action', none: 'Same action' }

/** What lines are narrowed down by. */
export const DIMENSIONS: readonly Dimension<Line>[] = [
  { name: 'action', label: 'Action', value: ({ action }) => action },
  { name: 'status', label: 'Confidence', value: ({ status }) => status },
  { name: 'network', label: 'Network', value: ({ network }) => network },
  { name: 'platform', label: 'Platform', value: ({ platform }) => platform },
  { name: 'country', label: 'Country', value: ({ country }) => country },
]

/** The same where it is known how they stood before. */
export const SINCE_DIMENSIONS: readonly Dimension<Line>[] = [
  ...DIMENSIONS,
  { name: 'change', label: 'Change', value: ({ change }) => CHANGES[change ?? ''] ?? '–' },
]

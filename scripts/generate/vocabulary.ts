import { type Contract, isObject, type Json, type JsonObject } from './contract.ts'
import { BANNER, literal } from './source.ts'

const LISTS: [constant: string, type: string, ...steps: string[]][] = [
  ['PLATFORMS', 'Platform', 'Platform'],
  ['ROAS_TYPES', 'RoasType', 'RoasType'],
  ['REVENUE_TYPES', 'RevenueType', 'RevenueType'],
  ['METRICS', 'Metric', 'Metric'],
  ['ACTIONS', 'Action', 'Recommendation', 'properties', 'action'],
  ['STATUSES', 'Status', 'Recommendation', 'properties', 'status'],
  ['ALERT_GROUPS', 'AlertGroup', 'Alert', 'properties', 'alertGroup'],
  ['ALERT_METRICS', 'AlertMetric', 'Alert', 'properties', 'metric'],
  ['EVENT_KINDS', 'EventKind', 'Event', 'properties', 'kind'],
]

/** Stands for a missing name in answers; no platform has it. */
const UNKNOWN = 'Unknown'

/** `vocabulary/vocabulary.ts`: the words of the contract in the order of every output. It imports nothing, so that every room may import it. */
export function vocabularySource(contract: Contract): string {
  const lists = LISTS.flatMap(([constant, type, ...steps]) => listSource(constant, type, wordsAt(contract, steps)))
  return [BANNER, ...lists, ...listSource('VIEWS', 'ViewName', viewsOf(contract))].join('\n')
}

function listSource(constant: string, type: string, words: readonly Json[]): string[] {
  if (words.length === 0) return []
  return [`export const ${constant} = ${literal([...words])} as const`, `export type ${type} = (typeof ${constant})[number]\n`]
}

export function viewsOf(contract: Contract): string[] {
  const tools = Object.values((contract['x-mcp-tools'] ?? {}) as JsonObject) as JsonObject[]
  return [...new Set(tools.flatMap(({ view }) => (typeof view === 'string' ? [view] : [])))]
}

function wordsAt(contract: Contract, steps: readonly string[]): Json[] {
  let place: Json | undefined = contract
  for (const step of ['components', 'schemas', ...steps, 'enum']) place = isObject(place) ? place[step] : undefined
  return Array.isArray(place) ? place.filter(word => word !== UNKNOWN && word !== null) : []
}

import { UNITS } from './dialect.ts'
import { type Contract, isObject, type Json, type JsonObject } from './contract.ts'
import { BANNER, block, key, literal } from './typescript-source.ts'

const LISTS: [constant: string, type: string, ...steps: string[]][] = [
  ['PLATFORMS', 'Platform', 'Platform'],
  ['ROAS_TYPES', 'RoasType', 'RoasType'],
  ['REVENUE_TYPES', 'RevenueType', 'RevenueType'],
  ['METRICS', 'Metric', 'Metric'],
  ['ACTIONS', 'Action', 'Recommendation', 'properties', 'action'],
  ['STATUSES', 'Status', 'Recommendation', 'properties', 'status'],
  ['RESPONSE_EVIDENCE', 'ResponseEvidence', 'Recommendation', 'properties', 'responseEvidence'],
  ['ALERT_GROUPS', 'AlertGroup', 'Alert', 'properties', 'alertGroup'],
  ['ALERT_METRICS', 'AlertMetric', 'Alert', 'properties', 'metric'],
  ['EVENT_KINDS', 'EventKind', 'Event', 'properties', 'kind'],
]

/** Stands for a missing name in responses; not a platform. */
const UNKNOWN = 'Unknown'

/** `vocabulary/vocabulary.ts`: the words of the contract in the order of every output. It imports nothing, so that every room may import it. */
export function vocabularySource(contract: Contract): string {
  const lists = LISTS.flatMap(([constant, type, ...steps]) =>
    listSource(constant, type, wordsAt(contract, steps)),
  )
  return [
    BANNER,
    ...lists,
    ...listSource('VIEWS', 'ViewName', viewsOf(contract)),
    ...numberSource('Most rows of a page', 'MAX_LIMIT', maxLimitOf(contract)),
    ...numberSource('Most bytes of a tool result', 'RESULT_BYTES', contract['x-mcp-result-bytes']),
    columnsSource(contract),
  ].join('\n')
}

function listSource(constant: string, type: string, words: readonly Json[]): string[] {
  if (words.length === 0) return []
  return [
    `export const ${constant} = ${literal([...words])} as const`,
    `export type ${type} = (typeof ${constant})[number]\n`,
  ]
}

function numberSource(words: string, constant: string, value: Json | undefined): string[] {
  return value === undefined
    ? []
    : [`/** ${words}. */\nexport const ${constant} = ${literal(value)}\n`]
}

function maxLimitOf(contract: Contract): Json | undefined {
  return valueAt(contract, ['components', 'parameters', 'limit', 'schema', 'maximum'])
}

/** Label and unit of file columns, and the values by which they vary. */
function columnsSource({ paths }: Contract): string {
  const columns = Object.values(paths).flatMap(({ get }) =>
    Object.entries(((get as JsonObject)['x-columns'] ?? {}) as JsonObject),
  )
  const entries = columns.flatMap(([name, column]) => {
    const { 'x-label': label, 'x-unit': unit } = column as JsonObject
    if (label === undefined) return []
    const by = name.match(/(?<=\{)\w+(?=\})/g) ?? []
    return [
      [
        name.replace(/_d?\{.*/, ''),
        { label, ...(unit === undefined ? {} : { unit, by }) },
      ] as const,
    ]
  })
  if (entries.length === 0) return ''
  const units = `export type Unit = ${UNITS.map(unit => literal(unit)).join(' | ')}\n`
  return `${units}\n/** What columns of files are called, how their numbers are written, and what they vary by. */\nexport const COLUMNS = ${block(entries.map(([name, column]) => `${key(name)}: ${literal(column)}`))} as const\n`
}

function viewsOf(contract: Contract): string[] {
  const tools = Object.values((contract['x-mcp-tools'] ?? {}) as JsonObject) as JsonObject[]
  return [...new Set(tools.flatMap(({ view }) => (typeof view === 'string' ? [view] : [])))]
}

function wordsAt(contract: Contract, steps: readonly string[]): Json[] {
  const value = valueAt(contract, ['components', 'schemas', ...steps, 'enum'])
  return Array.isArray(value) ? value.filter(word => word !== UNKNOWN && word !== null) : []
}

function valueAt(contract: Contract, steps: readonly string[]): Json | undefined {
  let value: Json | undefined = contract
  for (const step of steps) value = isObject(value) ? value[step] : undefined
  return value
}

import type { CallToolResult } from '@modelcontextprotocol/client'
import type { ToolArguments, ToolResults } from '../../../generated/tools.ts'

/** A tool result: the data, or the text of a rejection; null if the host dropped the content. */
export type Reading<Name extends AnyTool> = { answer: Answer<Name> } | { refused: string } | null

/** Maximum length of a rejection shown, characters. */
const LONGEST_REFUSAL = 4000

/** Some hosts drop structured content; the text is the same data as JSON. */
export function readResult<Name extends AnyTool>(
  tool: Name,
  { isError, structuredContent, content }: Partial<CallToolResult>,
): Reading<Name> {
  const texts = (Array.isArray(content) ? content : []).flatMap(block =>
    block?.type === 'text' ? [String(block.text)] : [],
  )
  if (isError === true)
    return {
      refused: texts.join('\n').slice(0, LONGEST_REFUSAL) || 'The tool failed without a reason.',
    }
  if (isAnswerOf(tool, structuredContent)) return { answer: structuredContent }
  for (const text of texts) {
    const value = parsed(text)
    if (isAnswerOf(tool, value)) return { answer: value }
  }
  return null
}

/** Checks the fields that the shell reads; the service guarantees the others. */
function isAnswerOf<Name extends AnyTool>(tool: Name, value: unknown): value is Answer<Name> {
  if (!isObject(value)) return false
  if (tool === 'svc_list_apps') return isListOf(isObject, value['apps'])
  if (tool === 'svc_export_report') return typeof value['downloadUrl'] === 'string'
  const { columns, rows, context } = value
  if (!isListOf(isText, columns) || !isListOf(Array.isArray, rows) || !isObject(context))
    return false
  const { app, currency, filters } = context
  if (!isObject(app) || !isText(app['name']) || !isText(currency)) return false
  return isObject(filters) && Object.values(filters).every(values => isListOf(isText, values))
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isListOf(isRight: (item: unknown) => boolean, value: unknown): boolean {
  return Array.isArray(value) && value.every(isRight)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Tools that have a view. */
export type RowsTool =
  'svc_get_recommendations' | 'svc_get_report' | 'svc_get_roas_history' | 'svc_get_alerts'

/** Tools that a view may call. */
export type AnyTool = keyof ToolResults

/** A tool's result, typed by the contract. */
export type Answer<Name extends AnyTool> = ToolResults[Name]

/** Arguments as given, without defaults; possibly incomplete. */
export type PartialArguments<Name extends AnyTool> = Partial<ToolArguments[Name]>

/** Rows as objects keyed by column name. */
export function rowsOf<Value>({
  columns,
  rows,
}: {
  columns: readonly string[]
  rows: readonly (readonly Value[])[]
}): Record<string, Value>[] {
  return rows.map(row => Object.fromEntries(columns.map((name, index) => [name, row[index]!])))
}

/** Rows as the client's objects: the columns `stepKind`, `stepGain` and so on become `step`, null without a kind. */
export function itemsOf<Item>(answer: {
  columns: readonly string[]
  rows: readonly (readonly unknown[])[]
}): Item[] {
  return rowsOf<unknown>(answer).map(row => {
    const step = Object.entries(row).flatMap(([name, value]): [string, unknown][] =>
      /^step[A-Z]/.test(name) ? [[name.charAt(4).toLowerCase() + name.slice(5), value]] : [],
    )
    return { ...row, step: row['stepKind'] === null ? null : Object.fromEntries(step) } as Item
  })
}

export interface Problem {
  kind: 'refused' | 'limited' | 'failed'
  message: string
  /** When to retry, ms since 1970; only if rate limited. */
  again?: number
}

/** Wait if the host does not forward the service's message, seconds; the limit is per minute. */
const A_WHILE = 60

/** Maximum wait accepted from a message, seconds. */
const LONGEST_WAIT = 3600

/** Maximum length of a message shown, characters. */
const LONGEST_MESSAGE = 1000

/** Matches the service's code or text, or the status as hosts write it; any other 429 may be an unrelated number. */
const LIMITED =
  /rate.?limit|too many requests|requests per \d+ seconds are used up|(http|status|code|error)\W{0,6}429\b|^\W*429\b/i

/** Parses a host's error for a failed call; hosts forward the service's message only in part. */
export function problemOf(error: unknown, now: number): Problem {
  const text = error instanceof Error ? error.message : String(error)
  if (!LIMITED.test(text))
    return { kind: 'failed', message: text.slice(0, LONGEST_MESSAGE) || 'The host gave no reason.' }
  const [, inWords, inHeader] = /\bin (\d+) s\b|retry.?after\D{0,4}(\d+)/i.exec(text) ?? []
  const wait = Math.min(Number(inWords ?? inHeader ?? A_WHILE), LONGEST_WAIT)
  return { kind: 'limited', message: 'Rate limit reached.', again: now + wait * 1000 }
}

/** Some hosts turn transport errors into a result with `isError`. */
export function problemOfRefusal(message: string, now: number): Problem {
  const problem = problemOf(message, now)
  return problem.kind === 'limited' ? problem : { kind: 'refused', message }
}

/** Reads a number from a row. */
export function numberOf(cell: unknown): number | null {
  return typeof cell === 'number' ? cell : null
}

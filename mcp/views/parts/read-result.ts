import type { CallToolResult } from '@modelcontextprotocol/client'
import type { ToolArguments, ToolResults } from '../../../generated/tools.ts'

/** What can be made of a result: what the tool answered, what it refused in words, or nothing: the host dropped it. */
export type Reading<Name extends AnyTool> = { answer: Answer<Name> } | { refused: string } | null

/** Longest refusal that is shown, in characters. */
const LONGEST_REFUSAL = 4000

/** Some hosts drop structured content: the text of a result is the same as JSON. */
export function readResult<Name extends AnyTool>(
  tool: Name,
  { isError, structuredContent, content }: Partial<CallToolResult>,
): Reading<Name> {
  const texts = (Array.isArray(content) ? content : []).flatMap(block => (block?.type === 'text' ? [String(block.text)] : []))
  if (isError === true) return { refused: texts.join('\n').slice(0, LONGEST_REFUSAL) || 'The tool refused, and did not say why.' }
  if (isAnswerOf(tool, structuredContent)) return { answer: structuredContent }
  for (const text of texts) {
    const found = parsed(text)
    if (isAnswerOf(tool, found)) return { answer: found }
  }
  return null
}

/** Whether it has what the shell itself reads of an answer; the rest is the service's promise. */
function isAnswerOf<Name extends AnyTool>(tool: Name, found: unknown): found is Answer<Name> {
  if (!isObject(found)) return false
  if (tool === 'svc_list_apps') return isListOf(isObject, found['apps'])
  if (tool === 'svc_export_report') return typeof found['downloadUrl'] === 'string'
  const { columns, rows, context } = found
  if (!isListOf(isText, columns) || !isListOf(Array.isArray, rows) || !isObject(context)) return false
  const { app, currency, filters } = context
  if (!isObject(app) || !isText(app['name']) || !isText(currency)) return false
  return isObject(filters) && Object.values(filters).every(values => isListOf(isText, values))
}

function isObject(value: unknown): value is Record<string, unknown> {
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

/** The tools whose results are shown. */
export type RowsTool = 'svc_get_recommendations' | 'svc_get_report' | 'svc_get_roas_history' | 'svc_get_alerts'

/** Every tool that a view may call. */
export type AnyTool = keyof ToolResults

/** What a tool answers, as the contract says it. */
export type Answer<Name extends AnyTool> = ToolResults[Name]

/** Arguments as somebody gave them: without defaults, and as far as they are known. */
export type Given<Name extends AnyTool> = Partial<ToolArguments[Name]>

/** A cell of an answer's rows. */
export type Cell = string | number | boolean | null

/** The rows of an answer as objects, by the names of its columns. */
export function rowsOf<Value>({
  columns,
  rows,
}: {
  columns: readonly string[]
  rows: readonly (readonly Value[])[]
}): Record<string, Value>[] {
  return rows.map(row => Object.fromEntries(columns.map((name, index) => [name, row[index]!])))
}

/** Why there is no answer, for the person who looks at it. */
export interface Problem {
  kind: 'refused' | 'limited' | 'failed'
  message: string
  /** When to try again, in ms since 1970; only where it is limited. */
  again?: number
}

/** How long to wait where a host does not pass on what the service said, in seconds: its limit is per minute. */
const A_WHILE = 60

/** Longest wait that is believed, in seconds. */
const LONGEST_WAIT = 3600

/** Longest message that is shown, in characters. */
const LONGEST_MESSAGE = 1000

/** The service's code, its words, or the status as hosts and their libraries write it; any other 429 is a number of something else. */
const LIMITED = /rate.?limit|too many requests|requests per \d+ seconds are used up|(http|status|code|error)\W{0,6}429\b|^\W*429\b/i

/** What a host says of a call that brought no result: of the service's own words it passes on what it likes. */
export function problemOf(error: unknown, now: number): Problem {
  const text = error instanceof Error ? error.message : String(error)
  if (!LIMITED.test(text)) return { kind: 'failed', message: text.slice(0, LONGEST_MESSAGE) || 'The host did not say why.' }
  const [, inWords, inHeader] = /\bin (\d+) s\b|retry.?after\D{0,4}(\d+)/i.exec(text) ?? []
  const wait = Math.min(Number(inWords ?? inHeader ?? A_WHILE), LONGEST_WAIT)
  return { kind: 'limited', message: 'All requests of this minute are used up.', again: now + wait * 1000 }
}

/** Some hosts make a result with `isError` of whatever went wrong on their way to the service. */
export function problemOfRefusal(message: string, now: number): Problem {
  const problem = problemOf(message, now)
  return problem.kind === 'limited' ? problem : { kind: 'refused', message }
}

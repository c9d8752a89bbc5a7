import type { CallToolResult } from '@modelcontextprotocol/client'
import type { AnyTool, Answer } from './answers.ts'

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

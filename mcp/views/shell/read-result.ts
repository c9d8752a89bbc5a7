import type { CallToolResult } from '@modelcontextprotocol/client'
import type { AnyTool, Answer } from './answers.ts'

/** What can be made of a result: what the tool answered, what it refused in words, or nothing: the host dropped it. */
export type Reading<Name extends AnyTool> = { answer: Answer<Name> } | { refused: string } | null

/** Some hosts drop structured content: the text of a result is the same as JSON. */
export function readResult<Name extends AnyTool>({ isError, structuredContent, content }: Partial<CallToolResult>): Reading<Name> {
  const texts = (content ?? []).flatMap(block => (block.type === 'text' ? [block.text] : []))
  if (isError === true) return { refused: texts.join('\n') || 'The tool refused, and did not say why.' }
  for (const found of [structuredContent, ...texts.map(parsed)]) {
    if (isAnswer(found)) return { answer: found as unknown as Answer<Name> }
  }
  return null
}

/** Rows, apps or a link: what the tools answer. */
function isAnswer(found: unknown): found is object {
  if (typeof found !== 'object' || found === null) return false
  return ('rows' in found && 'columns' in found && 'context' in found) || 'apps' in found || 'downloadUrl' in found
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

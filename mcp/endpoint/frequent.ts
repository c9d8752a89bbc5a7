import { randomUUID } from 'node:crypto'
import type { McpAnswer } from './answer.ts'
import { type KnownMessage, knownMessage } from './known-message.ts'
import type { PostedHeaders } from './read-message.ts'
import { ReadyAnswer } from './ready-answer.ts'
import { ResultFrames } from './result-frames.ts'
import { REVISIONS_2025 } from './revisions.ts'
import { sample } from './sample.ts'
import { type Serve, servedByLibrary } from './served-by-library.ts'
import type { EndpointParts, ServedTool, ToolAnswer } from './served-tool.ts'

/** Serves a body for a call; null where that is left to the library. */
export type ServeFrequent<Call> = (headers: PostedHeaders, body: unknown, call: Call, acceptsGzip: boolean) => Promise<McpAnswer | null>

/**
 * Answers what clients ask all day without the library: it is asked once, and what it answered is sent again with the id of each
 * request. Results of tools are put into what it wrote around another one. Whatever is unusual is left to it.
 */
export function servedFrequently<Call, Context>(parts: EndpointParts<Call, Context>, library: Serve<Call>): ServeFrequent<Call> {
  const tools = new Map(parts.tools.map(tool => [tool.name, tool]))
  const uris = new Set(parts.resources.map(({ uri }) => uri))
  const frames = new ResultFrames(parts)
  const ready = new Map<string, ReadyAnswer>()

  /** What the answer to a message depends on beside its id; null where no answer is kept. */
  const keyOf = ({ era, method, params }: KnownMessage): string | null => {
    if (method === 'resources/read') return uris.has(params['uri'] as string) ? `${era} ${method} ${params['uri'] as string}` : null
    if (method !== 'initialize') return `${era} ${method}`
    const revision = params['protocolVersion'] as string
    return REVISIONS_2025.includes(revision) ? `${era} ${method} ${revision}` : null
  }

  const ask = async ({ era, method, params }: KnownMessage, call: Call): Promise<ReadyAnswer | null> => {
    const id = randomUUID()
    const { headers, body } = sample(era, method, params, id)
    const { status, body: written } = await library(headers, body, call)
    const [head, tail, ...more] = String(written).split(JSON.stringify(id))
    return status !== 200 || tail === undefined || more.length > 0 ? null : new ReadyAnswer(status, head!, tail)
  }

  const callTool = async (tool: ServedTool<Context>, { era, params }: KnownMessage, call: Call): Promise<ReadyAnswer | ToolAnswer> => {
    try {
      const result = await tool.call(params['arguments'] ?? {}, parts.context(call))
      return (await frames.of(era, result)) ?? result
    } catch (error) {
      parts.onFault(error, call)
      return await frames.ofFault(era)
    }
  }

  return async (headers, body, call, acceptsGzip) => {
    const message = knownMessage(headers, body)
    if (message === null) return null
    if (message.method === 'tools/call') {
      const tool = tools.get(message.params['name'] as string)
      if (tool === undefined) return null
      const answer = await callTool(tool, message, call)
      if (answer instanceof ReadyAnswer) return answer.to(message.id, acceptsGzip)
      // How else a result is written the library knows.
      return await servedByLibrary({ ...parts, tools: [{ ...tool, call: () => Promise.resolve(answer) }] })(headers, body, call)
    }
    const key = keyOf(message)
    if (key === null) return null
    const answer = ready.get(key) ?? (await ask(message, call))
    if (answer === null) return null
    ready.set(key, answer)
    return answer.to(message.id, acceptsGzip)
  }
}

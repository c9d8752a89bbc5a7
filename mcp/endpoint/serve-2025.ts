import { WebStandardStreamableHTTPServerTransport, type Server } from '@modelcontextprotocol/server'
import { answerOf, type McpAnswer, rpcError } from './answer.ts'
import { servedMessages } from './batch.ts'
import { paramsFault } from './params-fault.ts'

interface Serving {
  createServer: () => Server
  onFault: (error: unknown) => void
}

/** Serves a body of a 2025 revision: one message, or a batch of them. */
export async function serve2025(request: Request, body: unknown, serving: Serving): Promise<McpAnswer> {
  const served = servedMessages(body)
  if (served === null) return { status: 202, body: null }
  return Array.isArray(served) ? await serveBatch(request, served, serving) : await serveMessage(request, served, serving)
}

/** One server and transport per message: nothing is kept from one to the next. */
async function serveMessage(request: Request, message: unknown, { createServer, onFault }: Serving): Promise<McpAnswer> {
  const fault = paramsFault(message)
  if (fault !== null) return fault
  const server = createServer()
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    await server.connect(transport)
    return await answerOf(await transport.handleRequest(request, { parsedBody: message }))
  } catch (error) {
    onFault(error)
    return rpcError(500, -32603, 'Internal error', message)
  } finally {
    await server.close()
  }
}

/** One message after the other, and others' requests in between: a batch takes no more of the service at once than a call does. */
async function serveBatch(request: Request, messages: readonly unknown[], serving: Serving): Promise<McpAnswer> {
  const answers: string[] = []
  for (const message of messages) {
    await new Promise(setImmediate)
    const { status, body } = await serveMessage(request, message, serving)
    // What a request has in its headers is the same for all.
    if (status !== 200) return { status, body }
    if (body !== null) answers.push(String(body))
  }
  return { status: 200, body: `[${answers.join(',')}]` }
}

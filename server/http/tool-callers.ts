import { isBoom } from '@hapi/boom'
import type { Plugin, Request } from '@hapi/hapi'
import { challenge } from '../../mcp/endpoint/sites.ts'
import { problem } from '../checks/problem.ts'
import type { ToolCall } from '../model/caller.ts'
import { bearerToken } from './callers.ts'
import { headerOf, workOf } from './contract/request.ts'
import { isAccessToken, KEY_OR_LOGIN, loginCaller, type Logins } from './logins.ts'

/** Strategy `toolCaller`: as `apiKey`, but with logins, 401 and 403 name the endpoint's metadata, by which hosts find the issuer. */
export const toolCallers: Plugin<{ logins: Logins | null }> = {
  name: 'tool-callers',
  register(server, { logins }) {
    const byKey = (request: Request) => server.auth.test('apiKey', request)
    server.auth.scheme('tool-caller', () => ({
      async authenticate(request, h) {
        if (logins === null) return h.authenticated(await byKey(request))
        const metadataUrl = logins.metadataUrl()
        const token = bearerToken(headerOf(request, 'authorization'))
        if (isAccessToken(token)) {
          return h.authenticated({ credentials: { app: { ...(await loginCaller(token, logins, metadataUrl)), counted: false } } })
        }
        return h.authenticated(
          await byKey(request).catch((error: unknown) => {
            if (!isBoom(error, 401)) throw error
            throw problem('unauthorized', KEY_OR_LOGIN, { headers: { 'www-authenticate': challenge(metadataUrl) } })
          }),
        )
      },
    }))
    server.auth.strategy('toolCaller', 'tool-caller')
  },
}

export function toolCall(request: Request): ToolCall {
  const { counted: _, gone: __, ...caller } = request.auth.credentials.app!
  const { app } = request
  return {
    ...caller,
    requestId: app.requestId,
    onTool: called => void (app.tools ??= []).push(called),
    // Created on demand.
    get signal() {
      return workOf(request).signal
    },
  }
}

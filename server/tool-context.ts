import type { Server } from '@hapi/hapi'
import { UascopeClient } from '../client/src/index.ts'
import { Answers } from '../mcp/tools/answers.ts'
import type { Credentials, ToolContext } from '../mcp/tools/tool.ts'
import { describeApps } from './describe-apps.ts'
import { makeExportLink, type ExportLinkDeps } from './exports/make-export-link.ts'
import { inProcessFetch } from './in-process-fetch.ts'
import { profileOf } from './profile.ts'

/** Who calls a tool, and the request that the call came with. */
export interface ToolCall extends Credentials {
  requestId: string
}

/** Equips tool calls: each asks this server as its caller's company, without being counted again. */
export const toolContexts = (server: Server, deps: Omit<ExportLinkDeps, 'baseUrl'>): (call: ToolCall) => ToolContext => {
  const { store } = deps
  const answers = new Answers()
  const linkDeps = { ...deps, baseUrl: () => server.info.uri }
  return ({ requestId, ...credentials }) => ({
    client: new UascopeClient({
      apiKey: null,
      // Only the path counts: nothing leaves the process.
      baseUrl: 'http://in-process',
      fetch: inProcessFetch(server, callerOf(credentials), requestId),
      maxRetries: 0,
      timeout: Infinity,
    }),
    credentials,
    answers,
    describeApps: async ({ companyId }, appId) => describeApps(await store.catalog(), companyId, appId),
    exportLink: (query, caller) => makeExportLink(linkDeps, query, caller),
    profile: async caller => profileOf(await store.catalog(), caller),
  })
}

const callerOf = ({ companyId, kind, id }: Credentials) => ({ companyId, keyId: kind === 'api_key' ? id : null })

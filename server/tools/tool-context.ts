import type { Server } from '@hapi/hapi'
import { UascopeClient } from '../../client/src/index.ts'
import { Answers } from '../../mcp/tools/answers.ts'
import type { Credentials, ToolContext } from '../../mcp/tools/tool.ts'
import type { Actor, AuditEvent } from '../access/audit/audit-log.ts'
import { describeApps } from './describe-apps.ts'
import { makeExportLink, type ExportLinkDeps } from './export-link.ts'
import { inProcessFetch } from './in-process-fetch.ts'
import { parseInSlices } from '../work/parse-in-slices.ts'
import { profileOf } from './profile.ts'

/** Who calls a tool, and the request that the call came with. */
export interface ToolCall extends Credentials {
  requestId: string
  /** Fires when nobody waits for the call any more. */
  signal: AbortSignal
}

export interface ToolContextDeps extends Omit<ExportLinkDeps, 'baseUrl'> {
  /** Adds to the audit log; never rejects. */
  note: (event: AuditEvent & { actor: Actor }) => Promise<void>
}

/** Equips tool calls: each asks this server as its caller's company, without being counted again. */
export const toolContexts = (server: Server, { note, ...deps }: ToolContextDeps): (call: ToolCall) => ToolContext => {
  const { store } = deps
  const answers = new Answers()
  const linkDeps = { ...deps, baseUrl: () => server.info.uri }
  return ({ requestId, signal, ...credentials }) => ({
    client: new UascopeClient({
      apiKey: null,
      // Only the path counts: nothing leaves the process.
      baseUrl: 'http://in-process',
      fetch: inProcessFetch(server, callerOf(credentials), requestId, signal),
      maxRetries: 0,
      timeout: Infinity,
      parseJson: parseInSlices,
    }),
    credentials,
    answers,
    describeApps: async ({ companyId }, appId) => describeApps(await store.catalog(), companyId, appId),
    async exportLink(query, { companyId, kind, id }) {
      const made = await makeExportLink(linkDeps, query, { companyId, kind, id, signal })
      if ('refusal' in made) return made
      const { format, totalRows, expiresAt } = made.link
      const actor = kind === 'api_key' ? `key:${id}` as const : `user:${id}` as const
      await note({ action: 'export.made', actor, companyId, target: `app:${query.appId}`, details: { format, totalRows, expiresAt } })
      return made
    },
    profile: async caller => profileOf(await store.catalog(), caller),
  })
}

const callerOf = ({ companyId, kind, id }: Credentials) => ({ companyId, keyId: kind === 'api_key' ? id : null })

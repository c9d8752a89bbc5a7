import type { Server } from '@hapi/hapi'
import { UascopeClient } from '../../client/src/index.ts'
import { KeptAnswers } from '../../mcp/tools/kept-answers.ts'
import type { ToolContext } from '../../mcp/tools/tool.ts'
import type { Caller, ToolCall } from '../model/caller.ts'
import type { Actor, AuditEvent } from '../access/audit/audit-log.ts'
import { makeExportLink, type ExportLinkDeps } from './export-link.ts'
import { inProcessFetch } from './in-process-fetch.ts'
import { parseInSlices } from '../sharing/parse-in-slices.ts'
import { profileOf } from './profile.ts'

export interface ToolContextDeps extends Omit<ExportLinkDeps, 'baseUrl'> {
  /** Adds to the audit log; never rejects. */
  note: (event: AuditEvent & { actor: Actor }) => Promise<void>
}

/** Equips tool calls: each asks this server as its caller's company, without being counted again. */
export function toolContexts(server: Server, { note, ...deps }: ToolContextDeps): (call: ToolCall) => ToolContext {
  const { store } = deps
  const answers = new KeptAnswers()
  const linkDeps = { ...deps, baseUrl: () => server.info.uri }
  return ({ requestId, signal, ...caller }) => ({
    client: new UascopeClient({
      apiKey: null,
      // Only the path counts: nothing leaves the process.
      baseUrl: 'http://in-process',
      fetch: inProcessFetch(server, caller, requestId, signal),
      maxRetries: 0,
      timeout: Infinity,
      parseJson: parseInSlices,
    }),
    caller,
    answers,
    beyondRest: {
      async exportLink(query) {
        const made = await makeExportLink(linkDeps, query, { ...caller, signal })
        if ('refusal' in made) return made
        const { format, totalRows, expiresAt } = made.link
        const { companyId } = caller
        await note({
          action: 'export.made',
          actor: actorOf(caller),
          companyId,
          target: `app:${query.appId}`,
          details: { format, totalRows, expiresAt },
        })
        return made
      },
      profile: async () => profileOf(await store.catalog(), caller),
    },
  })
}

function actorOf({ kind, id }: Caller): Actor {
  return kind === 'api_key' ? `key:${id}` : `user:${id}`
}

import type { Server } from '@hapi/hapi'
import { UascopeClient } from '../../client/src/index.ts'
import { KeptAnswers } from '../../mcp/tools/kept-answers.ts'
import type { BeyondRest } from '../../mcp/tools/tool.ts'
import type { Caller, ToolCall } from '../model/caller.ts'
import type { Actor, AuditEvent } from '../access/audit/audit-log.ts'
import { makeExportLink, type ExportLinkDeps } from './export-link.ts'
import { createHandlers } from '../handlers/handlers.ts'
import type { NotingContext } from './noting-tool.ts'
import { inProcessFetch } from './in-process-fetch.ts'
import { parseInSlices } from '../sharing/parse-in-slices.ts'
import { profileOf } from './profile.ts'
import { sourceOf } from './source.ts'

export interface ToolContextDeps extends Omit<ExportLinkDeps, 'baseUrl'> {
  /** Adds to the audit log; never rejects. */
  note: (event: AuditEvent & { actor: Actor }) => Promise<void>
}

/** Equips tool calls: each asks this server as its caller's company, without being counted again. */
export function toolContexts(server: Server, deps: ToolContextDeps): (call: ToolCall) => NotingContext {
  const answers = new KeptAnswers()
  const handlers = createHandlers(deps)
  return call => {
    const caller = callerOf(call)
    const ask: typeof fetch = (input, init) => inProcessFetch(server, caller, call.requestId, call.signal)(input, init)
    const source = sourceOf(ask, handlers, caller.companyId)
    let client: UascopeClient | undefined
    return {
      get client() {
        return (client ??= clientOf(source.fetch))
      },
      caller,
      source,
      answers,
      beyondRest: beyondRest(server, deps, call),
      onTool: call.onTool,
    }
  }
}

/** Without reading the signal, which is made for those who wait. */
function callerOf({ companyId, kind, id, name, email }: ToolCall): Caller {
  return { companyId, kind, id, ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) }
}

function clientOf(ask: typeof fetch): UascopeClient {
  return new UascopeClient({
    apiKey: null,
    // Only the path counts: nothing leaves the process.
    baseUrl: 'http://in-process',
    fetch: ask,
    maxRetries: 0,
    timeout: Infinity,
    parseJson: parseInSlices,
  })
}

function beyondRest(server: Server, { note, ...deps }: ToolContextDeps, caller: ToolCall): BeyondRest {
  return {
    async exportLink(query) {
      const made = await makeExportLink({ ...deps, baseUrl: () => server.info.uri }, query, caller)
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
    profile: async () => profileOf(await deps.store.catalog(), caller),
  }
}

function actorOf({ kind, id }: Caller): Actor {
  return kind === 'api_key' ? `key:${id}` : `user:${id}`
}

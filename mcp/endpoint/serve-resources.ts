import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import type { ServedResource } from './served-resource.ts'

/** Longer ones are not repeated whole. */
const MOST_TOLD = 200

/** Lets a protocol server list and read the resources. */
export function resourceHandlers(resources: readonly ServedResource[]): (server: Server) => void {
  const listed = resources.map(({ uri, name, title, description, mimeType }) => ({ uri, name, title, description, mimeType }))
  const byUri = new Map(resources.map(resource => [resource.uri, resource]))
  return server => {
    server.setRequestHandler('resources/list', () => ({ resources: listed }))
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
    server.setRequestHandler('resources/read', ({ params }) => {
      const resource = byUri.get(params.uri)
      if (resource === undefined) {
        const uri = params.uri.slice(0, MOST_TOLD)
        const message = `Unknown resource ${JSON.stringify(uri)}; there are ${[...byUri.keys()].join(', ')}`
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, message, { uri })
      }
      const { uri, mimeType, text, _meta } = resource
      return { contents: [{ uri, mimeType, text, _meta }] }
    })
  }
}

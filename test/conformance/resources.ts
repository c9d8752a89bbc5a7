import type { ServedResource } from '../../mcp/endpoint/endpoint.ts'

/** The resource that the suite's scenarios read by its address. */
export const conformanceResources: ServedResource[] = [
  {
    uri: 'test://static-text',
    name: 'static-text',
    title: 'Static text',
    description: 'A resource that the conformance suite reads.',
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
    _meta: {},
  },
]

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Plugin, ServerRoute } from '@hapi/hapi'
import { readContract } from '../docs/contract-text.ts'
import { llmsText } from '../docs/llms.ts'
import { docsPage } from '../docs/page.ts'
import { utcDate } from '../../model/dates.ts'

/** The page has no script, and takes its style from this service. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export interface DocsOptions {
  /** Whether the page at `/` is there to lead to. */
  web: boolean
}

/** The contract and its documentation; everything the page needs comes from here. */
export const docs: Plugin<DocsOptions> = {
  name: 'docs',
  register(server, { web }) {
    let contract: ReturnType<typeof readContract> | undefined
    // Asked for anew each time: the port is known only once the server listens.
    const text = () => (contract ??= readContract())(server.info.uri)
    const shown = madeOnce((json, today) => docsPage(json, { web, today }))
    const llms = madeOnce(llmsText)
    const style = [
      new URL('../docs/docs.css', import.meta.url),
      new URL('../docs/layout.css', import.meta.url),
      new URL('../docs/tables.css', import.meta.url),
    ]
      .map(file => readFileSync(file, 'utf8'))
      .join('')

    server.route([
      page('/openapi.yaml', 'openapiYaml', 'application/yaml; charset=utf-8', () => text().yaml),
      page('/openapi.json', 'openapiJson', 'application/json', () => text().json),
      page('/docs', 'docs', 'text/html; charset=utf-8', () => shown(text().json, utcDate(new Date()))),
      page('/docs/docs.css', 'docsStyle', 'text/css; charset=utf-8', () => style),
      page('/llms.txt', 'llms', 'text/plain; charset=utf-8', () => llms(text().json)),
    ])
  },
}

/** Makes a text anew only when what it is made of is another: the address, known once the server listens, or the day. */
function madeOnce<Made extends string[]>(make: (...of: Made) => string): (...of: Made) => string {
  let made: { of: Made; text: string } | null = null
  return (...of) => {
    if (made === null || made.of.some((part, i) => part !== of[i])) made = { of, text: make(...of) }
    return made.text
  }
}

function page(path: string, id: string, type: string, content: () => string | Buffer): ServerRoute {
  // Some are large: hashed and compressed once, not at every request.
  let made: { body: string | Buffer; zipped: Buffer; etag: string } | null = null
  return {
    method: 'GET',
    path,
    options: { id, auth: false },
    handler(request, h) {
      const body = content()
      if (made?.body !== body)
        made = { body, zipped: gzipSync(body), etag: createHash('sha256').update(body).digest('base64url').slice(0, 22) }
      const response = request.info.acceptEncoding === 'gzip' ? h.response(made.zipped).compressed('gzip') : h.response(body)
      return response
        .type(type)
        .etag(made.etag)
        .vary('accept-encoding')
        .header('cache-control', 'no-cache')
        .header('content-security-policy', POLICY)
        .header('referrer-policy', 'no-referrer')
    },
  }
}

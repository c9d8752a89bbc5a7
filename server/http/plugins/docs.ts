import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Plugin, ServerRoute } from '@hapi/hapi'
import { readContract } from '../docs/contract-text.ts'
import { docsPage } from '../docs/page.ts'
import { RENDERER } from '../docs/renderer.ts'

/** The page runs its own script and reads this service, nothing else; the renderer styles its elements inline. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The contract and its documentation; everything the page needs comes from here. */
export const docs: Plugin<void> = {
  name: 'docs',
  register(server) {
    let contract: ReturnType<typeof readContract> | undefined
    const text = () => (contract ??= readContract())(address())
    // Asked for anew each time: the port is known only once the server listens.
    const address = () => server.info.uri
    let renderer: Buffer | undefined
    const tryHere = readFileSync(new URL('../docs/try-here.mjs', import.meta.url))
    const style = readFileSync(new URL('../docs/docs.css', import.meta.url))

    server.route([
      page('/openapi.yaml', 'openapiYaml', 'application/yaml; charset=utf-8', () => text().yaml),
      page('/openapi.json', 'openapiJson', 'application/json', () => text().json),
      page('/docs', 'docs', 'text/html; charset=utf-8', docsPage),
      page('/docs/docs.css', 'docsStyle', 'text/css; charset=utf-8', () => style),
      page('/docs/try-here.js', 'docsTryHere', 'text/javascript; charset=utf-8', () => tryHere),
      page('/docs/rapidoc.js', 'docsRenderer', 'text/javascript; charset=utf-8', () => (renderer ??= readFileSync(RENDERER.file))),
    ])
  },
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

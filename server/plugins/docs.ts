import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin, ServerRoute } from '@hapi/hapi'
import { readContract } from '../docs/contract-text.ts'
import { docsPage } from '../docs/page.ts'

/** The page runs its own script and reads this service, nothing else; the renderer styles its elements inline. */
const POLICY = [
  'default-src \'none\'', 'script-src \'self\'', 'style-src \'self\' \'unsafe-inline\'', 'img-src \'self\' data:', 'connect-src \'self\'',
  'base-uri \'none\'', 'form-action \'none\'', 'frame-ancestors \'none\''
].join('; ')

/** The contract and its documentation; everything the page needs comes from here. */
export const docs: Plugin<void> = {
  name: 'docs',
  register(server) {
    const contract = readContract()
    // Asked for anew each time: the port is known only once the server listens.
    const address = () => server.info.uri
    const renderer = readFileSync(new URL(import.meta.resolve('rapidoc')))
    const style = readFileSync(new URL('../docs/docs.css', import.meta.url))

    server.route([
      page('/openapi.yaml', 'openapiYaml', 'application/yaml; charset=utf-8', () => contract(address()).yaml),
      page('/openapi.json', 'openapiJson', 'application/json', () => contract(address()).json),
      page('/docs', 'docs', 'text/html; charset=utf-8', () => docsPage(address())),
      page('/docs/docs.css', 'docsStyle', 'text/css; charset=utf-8', () => style),
      page('/docs/rapidoc.js', 'docsRenderer', 'text/javascript; charset=utf-8', () => renderer)
    ])
  }
}

function page(path: string, id: string, type: string, content: () => string | Buffer): ServerRoute {
  return {
    method: 'GET',
    path,
    options: { id, auth: false },
    handler(_request, h) {
      const body = content()
      const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22)
      return h.response(body).type(type).etag(etag).header('cache-control', 'no-cache').header('content-security-policy', POLICY).header('referrer-policy', 'no-referrer')
    }
  }
}

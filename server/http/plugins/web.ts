import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Plugin, RouteOptionsSecure, ServerRoute } from '@hapi/hapi'

/** The page runs its own script and asks this service, nothing else. */
function pagePolicy(html: string): string {
  return [
    "default-src 'none'",
    `script-src ${hashes(html, 'script')}`,
    `style-src ${hashes(html, 'style')}`,
    'img-src data:',
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * What holds a view, whose text it is handed by the page and writes into itself: the policy stays. It has an origin of its own, wherever
 * it is opened, and reaches no network.
 */
const SANDBOX_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ')

/** The page at `/`, which shows the views in a browser, and the frame that it shows them in. */
export const web: Plugin<void> = {
  name: 'web',
  register(server) {
    const html = new URL('../../../generated/host/index.html', import.meta.url)
    const sandbox = new URL('../../../generated/host/sandbox.html', import.meta.url)
    server.route([
      page('/', 'web', html, pagePolicy),
      // Frames of other pages are refused by its policy; by the older header it could not be in one at all.
      page('/sandbox.html', 'webSandbox', sandbox, () => SANDBOX_POLICY, { hsts: false, xframe: 'sameorigin', xss: false, noOpen: false }),
    ])
  },
}

function page(path: string, id: string, file: URL, policyOf: (html: string) => string, security?: RouteOptionsSecure): ServerRoute {
  // Made when it is first asked for: nobody waits for it at the start.
  let made: ReturnType<typeof make> | undefined
  const make = () => {
    const html = readFileSync(file, 'utf8')
    const etag = createHash('sha256').update(html).digest('base64url').slice(0, 22)
    return { html, zipped: gzipSync(html), etag, policy: policyOf(html) }
  }
  return {
    method: 'GET',
    path,
    options: { id, auth: false, ...(security === undefined ? {} : { security }) },
    handler(request, h) {
      const { html, zipped, etag, policy } = (made ??= make())
      return (request.info.acceptEncoding === 'gzip' ? h.response(zipped).compressed('gzip') : h.response(html))
        .type('text/html; charset=utf-8')
        .etag(etag)
        .vary('accept-encoding')
        .header('cache-control', 'no-cache')
        .header('content-security-policy', policy)
        .header('referrer-policy', 'no-referrer')
    },
  }
}

/** The inline elements of a name as sources of a policy (CSP 3, 6.7.3.3). */
function hashes(html: string, element: 'script' | 'style'): string {
  const found = [...html.matchAll(new RegExp(`<${element}\\b[^>]*>([\\s\\S]*?)</${element}>`, 'g'))]
  return found.map(([, text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`).join(' ') || "'none'"
}

import type { Plugin, ServerRoute } from '@hapi/hapi'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { utcDate } from '../core/model/dates.ts'
import { problem } from '../core/checks/problem.ts'
import { adminCommand } from '../core/runtime/commands.ts'
import { clientPages } from './docs/client-page.ts'
import { readContract } from './docs/contract.ts'
import { escapeHtml } from './docs/html.ts'
import { llmsText } from './docs/llms.ts'
import { docsPages } from './docs/docs-page.ts'

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const REFERENCE = new URL('../../generated/client/reference.json', import.meta.url)

interface DocsOptions {
  web: boolean
  clock: (() => Date) | undefined
}

export const docs: Plugin<DocsOptions> = {
  name: 'docs',
  register(server, { web, clock = () => new Date() }) {
    let contract: ReturnType<typeof readContract> | undefined
    // Read lazily: the port is known once the server listens.
    const text = () => (contract ??= readContract())(server.info.uri)
    const docsPage = madeOnce((json, today) => docsPages(json, { web, today }))
    const llms = madeOnce(llmsText)
    let client: ReadonlyMap<string, string> | undefined
    const docsOf = (name = '') => docsPage(text().json, utcDate(clock())).get(name)
    const clientOf = (name = '') =>
      (client ??= clientPages(readFileSync(REFERENCE, 'utf8'))).get(name)
    const html = 'text/html; charset=utf-8'
    const sheets = [
      new URL('./docs/docs.css', import.meta.url),
      new URL('./docs/layout.css', import.meta.url),
      new URL('./docs/tables.css', import.meta.url),
    ]
    const style = sheets.map(file => readFileSync(file, 'utf8')).join('')

    server.route([
      page('/openapi.yaml', 'openapiYaml', 'application/yaml; charset=utf-8', () => text().yaml),
      page('/openapi.json', 'openapiJson', 'application/json', () => text().json),
      page(
        '/docs',
        'docs',
        html,
        docsOf,
        text => `${POLICY}; script-src ${hashes(text, 'script')}`,
      ),
      page('/docs/{name}', 'docsPage', html, docsOf),
      page('/docs/client', 'docsClient', html, clientOf),
      page('/docs/client/{name}', 'docsClientPage', html, clientOf),
      page('/docs/docs.css', 'docsStyle', 'text/css; charset=utf-8', () => style),
      page('/llms.txt', 'llms', 'text/plain; charset=utf-8', () => llms(text().json)),
    ])
  },
}

/** Recreates texts only if the address or day changes. */
function madeOnce<Inputs extends string[], Texts>(
  make: (...of: Inputs) => Texts,
): (...of: Inputs) => Texts {
  let made: { of: Inputs; texts: Texts } | null = null
  return (...of) => {
    if (made === null || made.of.some((part, i) => part !== of[i]))
      made = { of, texts: make(...of) }
    return made.texts
  }
}

interface MadePage {
  body: string
  zipped: Buffer
  etag: string
  policy: string
}

function page(
  path: string,
  id: string,
  type: string,
  content: (name?: string) => string | undefined,
  policyOf: (text: string) => string = () => POLICY,
): ServerRoute {
  // Hashed and compressed once, since some texts are large.
  const pages = new Map<string, MadePage>()
  return {
    method: 'GET',
    path,
    options: { id, auth: false },
    handler(request, h) {
      const name = request.params['name'] as string | undefined
      const body = content(name)
      if (body === undefined)
        throw problem(
          'not_found',
          `No page has this name; ${path.replace('/{name}', '')} lists them.`,
        )
      let made = pages.get(name ?? '')
      if (made?.body !== body) {
        const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22)
        made = { body, zipped: gzipSync(body), etag, policy: policyOf(body) }
        pages.set(name ?? '', made)
      }
      const response =
        request.info.acceptEncoding === 'gzip'
          ? h.response(made.zipped).compressed('gzip')
          : h.response(body)
      return response
        .type(type)
        .etag(made.etag)
        .vary('accept-encoding')
        .header('cache-control', 'no-cache')
        .header('content-security-policy', made.policy)
        .header('referrer-policy', 'no-referrer')
    },
  }
}

/** The page runs only its own script, and connects only to this service and, for sign-in, the issuer. */
function pagePolicy(html: string, signIn: SignIn | null): string {
  return [
    "default-src 'none'",
    `script-src ${hashes(html, 'script')}`,
    `style-src ${hashes(html, 'style')}`,
    'img-src data:',
    `connect-src 'self'${signIn === null ? '' : ` ${new URL(signIn.issuer).origin}`}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Settings of sign-in on the page. */
export interface SignIn {
  issuer: string
  clientId: string
  scopes: readonly string[]
  /** Parameters that name the audience of the access token. */
  target: { resource: string } | { audience: string }
}

interface WebOptions {
  /** The addresses are known once the server listens. Null: API keys only. */
  signIn: (() => SignIn) | null
}

export const web: Plugin<WebOptions> = {
  name: 'web',
  register(server, { signIn }) {
    let html: string | undefined
    const settings = () => signIn?.() ?? null
    server.route(
      page(
        '/',
        'web',
        'text/html; charset=utf-8',
        () => (html ??= pageWith(settings())),
        text => pagePolicy(text, settings()),
      ),
    )
  },
}

function pageWith(signIn: SignIn | null): string {
  const file = readFileSync(new URL('../web/dist/page.html', import.meta.url), 'utf8')
  const html = withSetting(
    file,
    'key-command',
    adminCommand('keys create --company ID').replaceAll('`', ''),
  )
  return signIn === null ? html : withSetting(html, 'sign-in', JSON.stringify(signIn))
}

/** The page reads it from `<meta name="uascope-NAME">`. */
function withSetting(html: string, name: string, content: string): string {
  return html.replace(
    '</title>',
    () => `</title><meta name="uascope-${name}" content="${escapeHtml(content)}">`,
  )
}

/** Hashes of inline elements for a policy (CSP 3, 6.7.3.3). */
function hashes(html: string, element: 'script' | 'style'): string {
  const elements = [
    ...html.matchAll(new RegExp(`<${element}\\b[^>]*>([\\s\\S]*?)</${element}>`, 'g')),
  ]
  return (
    elements
      .map(([, text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`)
      .join(' ') || "'none'"
  )
}

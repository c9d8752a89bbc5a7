import { type CallToolResult, Client, StreamableHTTPClientTransport, type Tool } from '@modelcontextprotocol/client'
import { getToolUiResourceUri, type McpUiResourcePermissions, RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/app-bridge'

const REVISION = '2026-07-28'
const INFO = { name: 'uascope-page', version: '1' }

export interface App {
  id: number
  name: string
  dsiValues: number[]
  targetDsi: number
  /** Null: no data yet. */
  dataThrough: string | null
}

export interface ViewTool {
  /** Name of the view: the last part of its URI. */
  name: string
  uri: string
  tool: Tool
}

export interface ViewPage {
  html: string
  permissions: McpUiResourcePermissions | undefined
}

/** The service over MCP, with a key. Every method rejects with a `Trouble`. */
export class Service {
  readonly views: ViewTool[]
  readonly apps: App[]
  readonly #client: Client
  readonly #tools: ReadonlySet<string>
  readonly #pages = new Map<string, Promise<ViewPage>>()

  private constructor(client: Client, tools: Tool[], apps: App[]) {
    this.#client = client
    this.#tools = new Set(tools.map(({ name }) => name))
    this.apps = apps
    this.views = tools.flatMap(tool => {
      const uri = getToolUiResourceUri(tool)
      return uri === undefined ? [] : [{ name: uri.slice(uri.lastIndexOf('/') + 1), uri, tool }]
    })
  }

  /** Connects and lists tools and apps, in two requests. */
  static async open(key: string): Promise<Service> {
    const transport = new StreamableHTTPClientTransport(new URL('v1/mcp', document.baseURI), {
      fetch: askService,
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    })
    const extensions = { 'io.modelcontextprotocol/ui': { mimeTypes: [RESOURCE_MIME_TYPE] } }
    const client = new Client(INFO, { capabilities: { extensions } })
    // The server's revision is known; discovering it would cost one of the company's requests per minute.
    const discover = {
      supportedVersions: [REVISION],
      capabilities: { tools: {}, resources: {} },
      serverInfo: { name: 'uascope', version: '1' },
    }
    await client.connect(transport, { prior: { kind: 'modern', discover } })
    const { tools } = await client.listTools()
    const { structuredContent } = await client.callTool({ name: 'svc_list_apps', arguments: {} })
    return new Service(client, tools, appsOf(structuredContent))
  }

  /** A view's page; read once. */
  view(uri: string): Promise<ViewPage> {
    const page = this.#pages.get(uri) ?? this.#read(uri)
    this.#pages.set(uri, page)
    page.catch(() => this.#pages.delete(uri))
    return page
  }

  async call(name: string, given: Record<string, unknown>, signal?: AbortSignal): Promise<CallToolResult> {
    if (!this.#tools.has(name)) throw new Trouble('failed', `The service has no tool ${name}.`)
    return this.#client.callTool({ name, arguments: given }, signal === undefined ? {} : { signal })
  }

  async #read(uri: string): Promise<ViewPage> {
    const { contents } = await this.#client.readResource({ uri })
    const found = contents.find(({ mimeType }) => mimeType === RESOURCE_MIME_TYPE)
    if (found === undefined || !('text' in found)) throw new Trouble('failed', `The service has no view ${uri}.`)
    const { ui } = (found._meta ?? {}) as { ui?: { permissions?: McpUiResourcePermissions } }
    return { html: found.text, permissions: ui?.permissions }
  }
}

function appsOf(answer: unknown): App[] {
  return (answer as { apps?: App[] } | undefined)?.apps ?? []
}

export class Trouble extends Error {
  readonly kind: 'key' | 'limited' | 'unreachable' | 'failed'
  /** When to retry, ms since 1970, if the service says so. */
  readonly again: number | undefined

  constructor(kind: Trouble['kind'], message: string, again?: number) {
    super(message)
    this.kind = kind
    this.again = again
  }
}

export function troubleOf(error: unknown): Trouble {
  return error instanceof Trouble ? error : new Trouble('failed', error instanceof Error ? error.message : String(error))
}

/** `fetch` that rejects with a `Trouble` on an error response or a failed connection. Sends no cookies, follows no redirect. */
async function askService(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, credentials: 'omit', redirect: 'error', cache: 'no-store' }).catch((error: unknown) => {
    if (init?.signal?.aborted === true) throw error
    throw new Trouble('unreachable', `Cannot reach ${location.host}. Is the service running?`)
  })
  if (response.ok) return response
  const detail = await detailOf(response)
  if (response.status === 401) throw new Trouble('key', 'Invalid key. Check that it is complete and not revoked.')
  if (response.status === 429) {
    const seconds = Number(response.headers.get('retry-after') ?? 60)
    // The views parse the status and the seconds in the detail.
    const words = detail ?? `Rate limit reached. Try again in ${seconds} s.`
    throw new Trouble('limited', `429 Too Many Requests: ${words}`, Date.now() + seconds * 1000)
  }
  if (detail !== null) throw new Trouble('failed', detail)
  if (response.headers.get('content-type')?.startsWith('application/json') === true) return response
  throw new Trouble('failed', `The service returned ${response.status} ${response.statusText}.`)
}

/** The detail of a problem response (RFC 9457), or null. */
async function detailOf(response: Response): Promise<string | null> {
  if (response.headers.get('content-type')?.startsWith('application/problem+json') !== true) return null
  const problem: unknown = await response.json().catch(() => null)
  const detail = typeof problem === 'object' && problem !== null && 'detail' in problem ? problem.detail : null
  return typeof detail === 'string' ? detail : null
}

/** Session storage of this tab; reads and writes nothing if the browser blocks it. */

const KEY = 'uascope-key'
const THEME = 'uascope-theme'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export function keptKey(): string | null {
  return read(KEY)
}

/** @param key null removes it */
export function keepKey(key: string | null): void {
  write(KEY, key)
}

export function keptTheme(): Theme {
  return THEMES.find(theme => theme === read(THEME)) ?? 'system'
}

export function keepTheme(theme: Theme): void {
  write(THEME, theme === 'system' ? null : theme)
}

function read(name: string): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

function write(name: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, value)
  } catch {
    // The page asks for the key again after a reload.
  }
}

import { type CallToolResult, Client, StreamableHTTPClientTransport, type Tool } from '@modelcontextprotocol/client'
import { getToolUiResourceUri, type McpUiResourcePermissions, RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/app-bridge'

const REVISION = '2026-07-28'
const INFO = { name: 'uascope-page', version: '1' }

/** An app that the key reads, as `svc_list_apps` tells it. */
export interface App {
  id: number
  name: string
  dsiValues: number[]
  targetDsi: number
  /** Null: no data yet. */
  dataThrough: string | null
}

/** A tool whose results have a view. */
export interface ViewTool {
  /** The view's: the end of its address. */
  name: string
  uri: string
  tool: Tool
}

/** A view's page, and what it asks of its frame. */
export interface ViewPage {
  html: string
  permissions: McpUiResourcePermissions | undefined
}

/** The service as this page asks it, over MCP with a key. Every method rejects with a `Trouble` in words. */
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

  /** Asks what there is: two requests. */
  static async open(key: string): Promise<Service> {
    const transport = new StreamableHTTPClientTransport(new URL('v1/mcp', document.baseURI), {
      fetch: askService,
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    })
    const extensions = { 'io.modelcontextprotocol/ui': { mimeTypes: [RESOURCE_MIME_TYPE] } }
    const client = new Client(INFO, { capabilities: { extensions } })
    // What this service speaks is known: asking would be one of the company's requests a minute.
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

  /** A view's page, read once. */
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

/** Why the service gave no answer, in words for the person at the page. */
export class Trouble extends Error {
  readonly kind: 'key' | 'limited' | 'unreachable' | 'failed'
  /** When to try again, in ms since 1970, where the service says so. */
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

/** `fetch` that rejects with a `Trouble` where the service refuses, or is not there. It sends no cookies and follows nowhere else. */
async function askService(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, credentials: 'omit', redirect: 'error', cache: 'no-store' }).catch((error: unknown) => {
    if (init?.signal?.aborted === true) throw error
    throw new Trouble('unreachable', `The service at ${location.host} does not answer. Is it running?`)
  })
  if (response.ok) return response
  const said = await detailOf(response)
  if (response.status === 401)
    throw new Trouble('key', 'The service does not know this key. Is all of it there, and has it not been revoked?')
  if (response.status === 429) {
    const seconds = Number(response.headers.get('retry-after') ?? 60)
    // The views read the status, and the seconds that the detail names.
    const words = said ?? `The requests of this minute are used up. Try again in ${seconds} s.`
    throw new Trouble('limited', `429 Too Many Requests: ${words}`, Date.now() + seconds * 1000)
  }
  if (said !== null) throw new Trouble('failed', said)
  if (response.headers.get('content-type')?.startsWith('application/json') === true) return response
  throw new Trouble('failed', `The service answered ${response.status} ${response.statusText}.`)
}

/** What a problem (RFC 9457) says; null: the answer is none. */
async function detailOf(response: Response): Promise<string | null> {
  if (response.headers.get('content-type')?.startsWith('application/problem+json') !== true) return null
  const problem: unknown = await response.json().catch(() => null)
  const detail = typeof problem === 'object' && problem !== null && 'detail' in problem ? problem.detail : null
  return typeof detail === 'string' ? detail : null
}

/** What this tab remembers until it is closed; nothing where the browser keeps nothing. */

const KEY = 'uascope-key'
const THEME = 'uascope-theme'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export function keptKey(): string | null {
  return read(KEY)
}

/** @param key null: forgotten */
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
    // It is asked for again, then.
  }
}

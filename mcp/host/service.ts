import { Client, StreamableHTTPClientTransport, type CallToolResult, type Tool } from '@modelcontextprotocol/client'
import { getToolUiResourceUri, RESOURCE_MIME_TYPE, type McpUiResourcePermissions } from '@modelcontextprotocol/ext-apps/app-bridge'
import { askService, Trouble } from './trouble.ts'

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

import { AppBridge, buildAllowAttribute, PostMessageTransport, type McpUiHostContext } from '@modelcontextprotocol/ext-apps/app-bridge'
import { downloadLink, followLink } from './place.ts'
import { type Service, type Trouble, troubleOf, type ViewTool } from './service.ts'

const INFO = { name: 'uascope', version: '1' }
const CAPABILITIES = {
  serverTools: {},
  openLinks: {},
  downloadFile: {},
  message: { text: {} },
  updateModelContext: { text: {}, structuredContent: {} },
}

export interface Opening {
  service: Service
  view: ViewTool
  given: Record<string, unknown>
  context: McpUiHostContext
  onHeight: (height: number) => void
  onMode: (mode: 'inline' | 'fullscreen') => void
  /** Text for a chat: a message in the user's name, or context for the model. */
  onHandOver: (handed: { message: string } | { known: string }) => void
  onTrouble: (trouble: Trouble) => void
  /** The view is initialized. */
  onBegun: () => void
  onResult: () => void
}

export interface Opened {
  update: (context: McpUiHostContext) => void
  close: () => void
}

/** Opens a view in a frame as an MCP Apps host (2026-01-26): calls the tool and sends the view its input and result. */
export function openView(frame: HTMLIFrameElement, opening: Opening): Opened {
  const { service, view, given, context, onTrouble } = opening
  const ended = new AbortController()
  const bridge = new AppBridge(null, INFO, CAPABILITIES, { hostContext: context })
  const page = service.view(view.uri)
  // Both requests run in parallel.
  const result = service.call(view.tool.name, given, ended.signal)
  const failed = (error: unknown) => {
    if (!ended.signal.aborted) onTrouble(troubleOf(error))
  }

  bridge.onsandboxready = () => void page.then(({ html }) => bridge.sendSandboxResourceReady({ html })).catch(failed)
  bridge.oninitialized = () => {
    opening.onBegun()
    void (async () => {
      await bridge.sendToolInput({ arguments: given })
      await bridge.sendToolResult(await result)
    })().catch(() => (ended.signal.aborted ? undefined : bridge.sendToolCancelled({ reason: 'The service did not respond.' })))
  }
  result.then(opening.onResult, failed)
  answer(bridge, opening)

  void (async () => {
    const { permissions } = await page
    if (ended.signal.aborted) return
    frame.allow = buildAllowAttribute(permissions)
    await bridge.connect(new PostMessageTransport(frame.contentWindow!, frame.contentWindow!))
    frame.src = new URL('sandbox.html', document.baseURI).href
  })().catch(failed)

  return {
    update: next => bridge.setHostContext(next),
    close() {
      ended.abort()
      void bridge.close()
    },
  }
}

/** Handles the requests that a view may send to this page. */
function answer(bridge: AppBridge, { service, onHeight, onMode, onHandOver }: Opening): void {
  bridge.onsizechange = ({ height }) => {
    if (height !== undefined && Number.isFinite(height)) onHeight(height)
  }
  bridge.oncalltool = ({ name, arguments: given = {} }) => service.call(name, given)
  bridge.onopenlink = async ({ url }) => (followLink(url) ? {} : { isError: true })
  bridge.ondownloadfile = async ({ contents }) => {
    const links = contents.map(content => (content.type === 'resource_link' ? downloadLink(content) : false))
    return links.every(done => done) ? {} : { isError: true }
  }
  bridge.onrequestdisplaymode = async ({ mode }) => {
    const allowed = mode === 'fullscreen' ? 'fullscreen' : 'inline'
    onMode(allowed)
    return { mode: allowed }
  }
  bridge.onmessage = async ({ content }) => {
    onHandOver({ message: textOf(content) })
    return {}
  }
  bridge.onupdatemodelcontext = async ({ content, structuredContent }) => {
    const data = structuredContent === undefined ? [] : [JSON.stringify(structuredContent)]
    onHandOver({ known: [textOf(content), ...data].filter(text => text !== '').join('\n') })
    return {}
  }
}

function textOf(content: readonly { type: string; text?: unknown }[] | undefined): string {
  return (content ?? []).flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : [])).join('\n')
}

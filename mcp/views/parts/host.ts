import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import {
  type App,
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  type McpUiHostContext,
  McpUiHostContextSchema,
  PostMessageTransport,
} from '@modelcontextprotocol/ext-apps'
import { type Answer, type AnyTool, type Given, type Problem, problemOf, problemOfRefusal, readResult } from './read-result.ts'

export type Reply<Name extends AnyTool> = { answer: Answer<Name> } | { problem: Problem }

/** Capabilities of the host. The views hide controls that the host does not support. */
export interface Host {
  can: { call: boolean; message: boolean; modelContext: boolean; openLink: boolean; download: boolean; fullscreen: boolean }
  timeZone: string | undefined
  displayMode: string
  /** Calls a tool. Calls run one at a time, since they share the company's rate limit. Never rejects. */
  call: <Name extends AnyTool>(tool: Name, given: Given<Name>) => Promise<Reply<Name>>
  /** Sends a message to the chat in the user's name; false if the host refuses. */
  say: (text: string) => Promise<boolean>
  /** Adds the selection to the model's context. */
  tellModel: (text: string, selection: Record<string, unknown>) => Promise<boolean>
  openLink: (url: string) => Promise<boolean>
  /** Asks the host to download a file. */
  download: (url: string, name: string, mimeType: string) => Promise<boolean>
  toggleFullscreen: () => Promise<void>
}

export function hostOf(app: App, call: Host['call']): Host {
  const capabilities = app.getHostCapabilities() ?? {}
  const context = app.getHostContext() ?? {}
  const displayMode = context.displayMode ?? 'inline'
  return {
    can: {
      call: capabilities.serverTools !== undefined,
      message: capabilities.message !== undefined,
      modelContext: capabilities.updateModelContext !== undefined,
      openLink: capabilities.openLinks !== undefined,
      download: capabilities.downloadFile !== undefined,
      fullscreen: (context.availableDisplayModes ?? []).includes('fullscreen'),
    },
    timeZone: context.timeZone,
    displayMode,
    call,
    say: text => done(app.sendMessage({ role: 'user', content: [{ type: 'text', text }] })),
    tellModel: (text, structuredContent) => done(app.updateModelContext({ content: [{ type: 'text', text }], structuredContent })),
    openLink: url => done(app.openLink({ url })),
    download: (uri, name, mimeType) => done(app.downloadFile({ contents: [{ type: 'resource_link', uri, name, mimeType }] })),
    async toggleFullscreen() {
      await done(app.requestDisplayMode({ mode: displayMode === 'fullscreen' ? 'inline' : 'fullscreen' }))
    },
  }
}

/** Calls tools through the host, one at a time, until the view is closed. */
export function toolCaller(app: Pick<App, 'callServerTool'>, isOver: () => boolean): Host['call'] {
  let last: Promise<unknown> = Promise.resolve()
  return <Name extends AnyTool>(name: Name, given: Given<Name>): Promise<Reply<Name>> => {
    const reply = last.then(async (): Promise<Reply<Name>> => {
      if (isOver()) return { problem: { kind: 'failed', message: 'The host closed this view.' } }
      try {
        const reading = readResult(name, await app.callServerTool({ name, arguments: given }))
        if (reading === null) return { problem: { kind: 'failed', message: 'The host sent a result without content.' } }
        return 'answer' in reading ? reading : { problem: problemOfRefusal(reading.refused, Date.now()) }
      } catch (error) {
        return { problem: problemOf(error, Date.now()) }
      }
    })
    last = reply
    return reply
  }
}

/** False if the host reports failure or rejects. */
async function done(request: Promise<{ isError?: boolean } | object>): Promise<boolean> {
  try {
    const answer = await request
    return !('isError' in answer && answer.isError === true)
  } catch {
    return false
  }
}

/**
 * Messages to and from the host. Drops parts of the host's context that violate the specification (an unknown theme, a size as text), since
 * the library would otherwise reject the host.
 */
export function hostTransport(host: Window): Transport {
  const inner = new PostMessageTransport(host, host)
  const transport: Transport = {
    start() {
      inner.onmessage = (message, extra) => transport.onmessage?.(withKnownContext(message), extra)
      inner.onclose = () => transport.onclose?.()
      inner.onerror = error => transport.onerror?.(error)
      return inner.start()
    },
    send: (message, options) => inner.send(message, options),
    close: () => inner.close(),
  }
  return transport
}

function withKnownContext(message: JSONRPCMessage): JSONRPCMessage {
  if ('result' in message && 'hostContext' in message.result) {
    return { ...message, result: { ...message.result, hostContext: known(message.result['hostContext']) } }
  }
  if ('method' in message && message.method === 'ui/notifications/host-context-changed') {
    return { ...message, params: known(message.params) }
  }
  return message
}

function known(context: unknown): Record<string, unknown> {
  if (typeof context !== 'object' || context === null) return {}
  const { shape } = McpUiHostContextSchema
  return Object.fromEntries(
    Object.entries(context).filter(([name, value]) => !(name in shape) || shape[name as keyof typeof shape].safeParse(value).success),
  )
}

/** Applies the host's theme, colors, fonts and safe areas, as far as it names them. */
export function applyAppearance({ theme, styles, safeAreaInsets, displayMode, containerDimensions }: McpUiHostContext): void {
  const root = document.documentElement
  if (theme !== undefined) applyDocumentTheme(theme)
  if (styles?.variables !== undefined) applyHostStyleVariables(styles.variables)
  if (styles?.css?.fonts !== undefined) applyHostFonts(styles.css.fonts)
  if (displayMode !== undefined) root.dataset['displayMode'] = displayMode
  for (const [side, inset] of Object.entries(safeAreaInsets ?? {})) root.style.setProperty(`--safe-${side}`, `${inset}px`)
  if (containerDimensions === undefined) return
  // With a fixed height, the view scrolls; otherwise it grows.
  const { height, maxHeight } = { height: undefined, maxHeight: undefined, ...containerDimensions }
  root.style.setProperty('--view-height', height === undefined ? 'auto' : `${height}px`)
  root.style.setProperty('--view-max-height', maxHeight === undefined ? 'none' : `${maxHeight}px`)
}

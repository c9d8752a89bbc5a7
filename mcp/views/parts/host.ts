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

/** What a view asks of the host around it. Whatever the host cannot do is false, and nothing is offered for it. */
export interface Host {
  can: { call: boolean; message: boolean; modelContext: boolean; openLink: boolean; download: boolean; fullscreen: boolean }
  locale: string | undefined
  timeZone: string | undefined
  displayMode: string
  /** Calls a tool: one after the other, since all share the company's requests a minute. Never rejects. */
  call: <Name extends AnyTool>(tool: Name, given: Given<Name>) => Promise<Reply<Name>>
  /** Says something in the chat in the user's name; false: the host would not. */
  say: (text: string) => Promise<boolean>
  /** Tells the model what is selected, for what is said next. */
  tellModel: (text: string, selection: Record<string, unknown>) => Promise<boolean>
  openLink: (url: string) => Promise<boolean>
  /** Lets the host fetch a file and save it. */
  download: (url: string, name: string, mimeType: string) => Promise<boolean>
  toggleFullscreen: () => Promise<void>
}

/** The host as it is now: made anew whenever the host says that something changed. */
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
    locale: localeOf(context.locale),
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

/** Calls tools by way of the host, one at a time; none any more once the view is over. */
export function toolCaller(app: Pick<App, 'callServerTool'>, isOver: () => boolean): Host['call'] {
  let last: Promise<unknown> = Promise.resolve()
  return <Name extends AnyTool>(name: Name, given: Given<Name>): Promise<Reply<Name>> => {
    const reply = last.then(async (): Promise<Reply<Name>> => {
      if (isOver()) return { problem: { kind: 'failed', message: 'The host has closed this view.' } }
      try {
        const reading = readResult(name, await app.callServerTool({ name, arguments: given }))
        if (reading === null) return { problem: { kind: 'failed', message: 'The host gave the result without its content.' } }
        return 'answer' in reading ? reading : { problem: problemOfRefusal(reading.refused, Date.now()) }
      } catch (error) {
        return { problem: problemOf(error, Date.now()) }
      }
    })
    last = reply
    return reply
  }
}

/** A host may answer that it did not, or not answer at all. */
async function done(request: Promise<{ isError?: boolean } | object>): Promise<boolean> {
  try {
    const answer = await request
    return !('isError' in answer && answer.isError === true)
  } catch {
    return false
  }
}

/** A locale that this browser knows; undefined: its own. */
function localeOf(locale: string | undefined): string | undefined {
  try {
    return locale === undefined ? undefined : Intl.getCanonicalLocales(locale)[0]
  } catch {
    return undefined
  }
}

/**
 * Messages to and from the host. Of its context, what is not as the specification has it is left out (a theme that nobody knows yet, a size
 * as text), since the library would refuse such a host altogether.
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

/** Looks like the host: its theme, colours, fonts and the edges of its screen; of each only what it names. */
export function applyAppearance({ theme, styles, safeAreaInsets, displayMode, containerDimensions }: McpUiHostContext): void {
  const root = document.documentElement
  if (theme !== undefined) applyDocumentTheme(theme)
  if (styles?.variables !== undefined) applyHostStyleVariables(styles.variables)
  if (styles?.css?.fonts !== undefined) applyHostFonts(styles.css.fonts)
  if (displayMode !== undefined) root.dataset['displayMode'] = displayMode
  for (const [side, inset] of Object.entries(safeAreaInsets ?? {})) root.style.setProperty(`--safe-${side}`, `${inset}px`)
  if (containerDimensions === undefined) return
  // A host that fixes the height scrolls the view within it; one that only bounds it, or does not, lets it grow.
  const { height, maxHeight } = { height: undefined, maxHeight: undefined, ...containerDimensions }
  root.style.setProperty('--view-height', height === undefined ? 'auto' : `${height}px`)
  root.style.setProperty('--view-max-height', maxHeight === undefined ? 'none' : `${maxHeight}px`)
}

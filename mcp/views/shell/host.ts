import type { App } from '@modelcontextprotocol/ext-apps'
import type { AnyTool, Answer, Given } from './answers.ts'
import { problemOf, problemOfRefusal, type Problem } from './problem.ts'
import { readResult } from './read-result.ts'

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

import type { CallToolResult } from '@modelcontextprotocol/client'
import type { HostConnection } from './host-connection.ts'
import type { HostContext } from './host-context.ts'
import {
  type Answer,
  type AnyTool,
  type PartialArguments,
  isObject,
  type Problem,
  problemOf,
  problemOfRefusal,
  readResult,
} from './read-result.ts'

export type Reply<Name extends AnyTool> = { answer: Answer<Name> } | { problem: Problem }

/** Capabilities of the host. The views hide controls that the host does not support. */
export interface Host {
  can: {
    call: boolean
    message: boolean
    modelContext: boolean
    openLink: boolean
    download: boolean
    fullscreen: boolean
  }
  timeZone: string | undefined
  displayMode: string
  /** Calls a tool. Calls run one at a time, since they share the company's rate limit. Never rejects. */
  call: <Name extends AnyTool>(tool: Name, args: PartialArguments<Name>) => Promise<Reply<Name>>
  /** Sends a message to the chat in the user's name; false if the host refuses. */
  say: (text: string) => Promise<boolean>
  /** Adds the selection to the model's context. */
  tellModel: (text: string, selection: Record<string, unknown>) => Promise<boolean>
  openLink: (url: string) => Promise<boolean>
  /** Asks the host to download a file. */
  download: (url: string, name: string, mimeType: string) => Promise<boolean>
  toggleFullscreen: () => Promise<void>
}

/** A host by its capabilities, its context and the connection to it. */
export function hostOf(
  connection: HostConnection,
  capabilities: Record<string, unknown>,
  context: HostContext,
  call: Host['call'],
): Host {
  const { displayMode = 'inline' } = context
  const ask = (method: string, params: Record<string, unknown>) =>
    done(connection.request(method, params))
  const text = (said: string) => [{ type: 'text', text: said }]
  return {
    can: {
      call: capabilities['serverTools'] !== undefined,
      message: capabilities['message'] !== undefined,
      modelContext: capabilities['updateModelContext'] !== undefined,
      openLink: capabilities['openLinks'] !== undefined,
      download: capabilities['downloadFile'] !== undefined,
      fullscreen: (context.availableDisplayModes ?? []).includes('fullscreen'),
    },
    timeZone: context.timeZone,
    displayMode,
    call,
    say: said => ask('ui/message', { role: 'user', content: text(said) }),
    tellModel: (said, structuredContent) =>
      ask('ui/update-model-context', { content: text(said), structuredContent }),
    openLink: url => ask('ui/open-link', { url }),
    download: (uri, name, mimeType) =>
      ask('ui/download-file', { contents: [{ type: 'resource_link', uri, name, mimeType }] }),
    async toggleFullscreen() {
      await ask('ui/request-display-mode', {
        mode: displayMode === 'fullscreen' ? 'inline' : 'fullscreen',
      })
    },
  }
}

/** Calls tools through the host, one at a time, until the view is closed. */
export function toolCaller(
  connection: Pick<HostConnection, 'request'>,
  isOver: () => boolean,
): Host['call'] {
  let last: Promise<unknown> = Promise.resolve()
  return <Name extends AnyTool>(name: Name, args: PartialArguments<Name>): Promise<Reply<Name>> => {
    const reply = last.then(async (): Promise<Reply<Name>> => {
      if (isOver()) return { problem: { kind: 'failed', message: 'The host closed this view.' } }
      try {
        const reading = readResult(
          name,
          (await connection.request('tools/call', {
            name,
            arguments: args,
          })) as Partial<CallToolResult>,
        )
        if (reading === null)
          return { problem: { kind: 'failed', message: 'The host sent a result without content.' } }
        return 'answer' in reading
          ? reading
          : { problem: problemOfRefusal(reading.refused, Date.now()) }
      } catch (error) {
        return { problem: problemOf(error, Date.now()) }
      }
    })
    last = reply
    return reply
  }
}

/** False if the host reports failure or rejects. */
async function done(request: Promise<unknown>): Promise<boolean> {
  try {
    const answer = await request
    return !(isObject(answer) && answer['isError'] === true)
  } catch {
    return false
  }
}

import { render } from 'preact'
import { Frame, type View } from './frame.tsx'
import { HostConnection } from './host-connection.ts'
import { applyAppearance, type HostContext, readContext } from './host-context.ts'
import { type Host, hostOf, toolCaller } from './host.ts'
import { type PartialArguments, isObject, problemOf, type RowsTool } from './read-result.ts'
import { Session } from './session.ts'
import { titleCutText } from './title-cut-text.ts'

/** Draws a tool's view into the document and connects it to the host in the parent window. */
export async function startView<Name extends RowsTool>(view: View<Name>): Promise<void> {
  const root = document.createElement('div')
  root.id = 'view'
  document.body.append(root)
  const connection = new HostConnection(window.parent, { notified, teardown: () => session.end() })
  const call = toolCaller(connection, () => session.state.phase === 'ended')
  let capabilities: Record<string, unknown> = {}
  let context: HostContext = {}
  let host: Host = hostOf(connection, capabilities, context, call)
  const session: Session<Name> = new Session(view.tool, () => host, draw)

  function draw(): void {
    render(<Frame view={view} session={session} state={session.state} host={host} />, root)
  }
  function hostChanged(changed: HostContext): void {
    applyAppearance(changed)
    context = { ...context, ...changed }
    host = hostOf(connection, capabilities, context, call)
    draw()
  }
  function notified(method: string, params: Record<string, unknown>): void {
    const args = (isObject(params['arguments']) ? params['arguments'] : undefined) as
      PartialArguments<Name> | undefined
    if (method === 'ui/notifications/tool-input-partial') session.partialInput(args)
    else if (method === 'ui/notifications/tool-input') session.input(args)
    else if (method === 'ui/notifications/tool-result') session.result(params)
    else if (method === 'ui/notifications/tool-cancelled') session.cancelled()
    else if (method === 'ui/notifications/host-context-changed') hostChanged(readContext(params))
  }

  titleCutText()
  draw()
  try {
    const { hostCapabilities, hostContext } = await connection.connect(`uascope-${view.tool}`)
    if (isObject(hostCapabilities)) capabilities = hostCapabilities
    hostChanged(readContext(hostContext))
  } catch (error) {
    session.end(problemOf(error, Date.now()))
    return
  }
  session.begin()
}

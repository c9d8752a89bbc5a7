import { App, type McpUiHostContext } from '@modelcontextprotocol/ext-apps'
import { render } from 'preact'
import { Frame, type View } from './frame.tsx'
import { applyAppearance, type Host, hostOf, hostTransport, toolCaller } from './host.ts'
import { type Given, problemOf, type RowsTool } from './read-result.ts'
import { Session } from './session.ts'

export async function startView<Name extends RowsTool>(view: View<Name>): Promise<void> {
  const root = document.createElement('div')
  root.id = 'view'
  document.body.append(root)
  const app = new App({ name: `uascope-${view.tool}`, version: '1' }, { availableDisplayModes: ['inline', 'fullscreen'] })
  const call = toolCaller(app, () => session.shown.phase === 'ended')
  let host: Host = hostOf(app, call)
  const session: Session<Name> = new Session(view.tool, () => host, draw)

  function draw(): void {
    render(<Frame view={view} session={session} shown={session.shown} host={host} />, root)
  }
  function hostChanged(changed: McpUiHostContext): void {
    applyAppearance(changed)
    host = hostOf(app, call)
    draw()
  }

  app.ontoolinputpartial = ({ arguments: given }) => session.partialInput(given as Given<Name> | undefined)
  app.ontoolinput = ({ arguments: given }) => session.input(given as Given<Name> | undefined)
  app.ontoolresult = result => session.result(result)
  app.ontoolcancelled = () => session.cancelled()
  app.onhostcontextchanged = hostChanged
  app.onteardown = () => {
    session.end()
    return {}
  }
  draw()
  try {
    await app.connect(hostTransport(window.parent))
  } catch (error) {
    session.end(problemOf(error, Date.now()))
    return
  }
  hostChanged(app.getHostContext() ?? {})
  session.begin()
}

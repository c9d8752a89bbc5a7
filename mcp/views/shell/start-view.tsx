import { App, type McpUiHostContext } from '@modelcontextprotocol/ext-apps'
import { render, type ComponentType } from 'preact'
import { applyAppearance } from './appearance.ts'
import type { Answer, Given, RowsTool } from './answers.ts'
import { Frame } from './frame.tsx'
import { hostOf, toolCaller, type Host } from './host.ts'
import { hostTransport } from './host-transport.ts'
import { problemOf } from './problem.ts'
import { Session } from './session.ts'

/** What a view draws from. */
export interface ViewProps<Name extends RowsTool> {
  answer: Answer<Name>
  /** Arguments of the answer, as far as they are known: `appId` always is. */
  given: Given<Name>
  host: Host
  /** Asks with other arguments, soon: the last of several changes. What is shown stays until the answer is there. */
  ask: (given: Given<Name>) => void
}

/** A tool's view: what fills the frame once there are rows. */
export interface View<Name extends RowsTool> {
  tool: Name
  title: string
  Body: ComponentType<ViewProps<Name>>
}

/** Shows a view in the host that holds this page, MCP Apps (2026-01-26). */
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

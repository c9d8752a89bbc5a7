// The page of a host on @mcp-ui/client, bundled by mcp-ui-host.ts from the packages below .runtimes/mcp.
import { AppRenderer } from '@mcp-ui/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

const { endpoint, key, sandbox } = window.settings
const client = new Client({ name: 'mcp-ui-host', version: '1' })
const requestInit = { headers: { authorization: `Bearer ${key}` } }
const connected = client.connect(
  new StreamableHTTPClientTransport(new URL(endpoint), { requestInit }),
)
// As it was given: the component starts anew whenever one of these is another object.
const hostInfo = { name: 'mcp-ui-host', version: '1' }
const hostCapabilities = { openLinks: {}, serverTools: {}, message: {} }
const sandboxConfig = { url: new URL(sandbox) }

let root
let shown = {}
function draw(change) {
  shown = { ...shown, ...change }
  root.render(createElement(AppRenderer, shown))
}

window.opened = []
window.said = []
window.problems = []

/** Shows a tool's view with its result, as a host does for a tool that a model calls; `changed` are other properties of the component. */
window.show = async (toolName, toolInput, changed) => {
  await connected
  const toolResult = await client.callTool({ name: toolName, arguments: toolInput })
  root?.unmount()
  root = createRoot(document.getElementById('root'))
  shown = {}
  draw({
    client,
    toolName,
    toolInput,
    toolResult,
    hostInfo,
    hostCapabilities,
    sandbox: sandboxConfig,
    hostContext: { theme: 'light', locale: 'en-US' },
    onOpenLink: async ({ url }) => (window.opened.push(url), {}),
    onMessage: async ({ content }) => (window.said.push(content), {}),
    onError: error => window.problems.push(String(error)),
    ...changed,
  })
}

window.change = hostContext => draw({ hostContext })

import {
  operationsOf,
  type Contract,
  type Parameter,
  type PlacedOperation,
  type Tool,
} from './contract.ts'
import { html, type Html } from './html.ts'

const KEY = '-H "Authorization: Bearer $UASCOPE_API_KEY"'

export function command(text: string): Html {
  return html`<pre class="command"><code>${text}</code></pre> `
}

export function curlOf(address: string, path: string): string {
  return `curl ${quoted(address + path)} \\\n  ${KEY}`
}

/** With only the required parameters, and the first of those of which one is required; files as text. */
export function curlOfOperation(address: string, operation: PlacedOperation): string {
  const { path, security, parameters = [] } = operation
  // The link is the credential and the complete address.
  if (security?.length === 0) return 'curl "$DOWNLOAD_URL"'
  const [first] = operation['x-exactly-one-of'] ?? []
  const query = parameters
    .filter(({ name, required }) => required === true || name === first)
    .map(parameter => `${parameter.name}=${valueFor(parameter)}`)
  if (parameters.some(({ name }) => name === 'format')) query.push('format=csv')
  return curlOf(address, query.length === 0 ? path : `${path}?${query.join('&')}`)
}

function valueFor({ example, schema }: Parameter): string {
  return encodeURIComponent(String(example ?? schema.enum?.[0] ?? ''))
}

export function curlOfTool(address: string, name: string, tool: Tool, contract: Contract): string {
  const appId = operationsOf(contract)
    .flatMap(({ parameters = [] }) => parameters)
    .find(parameter => parameter.name === 'appId')?.example
  const exampleArguments = Object.fromEntries(
    Object.entries(tool.arguments).flatMap(([key, { required }]) =>
      required === true ? [[key, appId]] : [],
    ),
  )
  return curlOfEndpoint(address, 'tools/call', { name, arguments: exampleArguments })
}

export function curlOfEndpoint(address: string, method: string, params: object): string {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return [
    `curl ${quoted(`${address}/v1/mcp`)}`,
    KEY,
    "-H 'Content-Type: application/json'",
    "-H 'Accept: application/json, text/event-stream'",
    `-d ${quoted(body)}`,
  ].join(' \\\n  ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

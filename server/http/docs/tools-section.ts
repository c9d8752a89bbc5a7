import { exampleOf } from './operation.ts'
import type { Tool } from './contract.ts'
import { command, curlOfEndpoint, curlOfTool } from './curl.ts'
import { html, type Html, markdown } from './html.ts'
import { argumentTable, fieldTable } from './schema.ts'
import type { Shown } from './recipes.ts'

export function tools(shown: Shown): Html {
  const { contract, address } = shown
  return html`<section id="tools">
    <h2>Tools</h2>
    <p>
      For agents: <code>POST /v1/mcp</code> serves the Model Context Protocol (streamable HTTP, stateless), with the same key and rate
      limit. All tools are read-only. A call that fails returns a result with <code>isError</code>, which names the invalid argument and the
      allowed values.
    </p>
    <p>To list them as a host does:</p>
    ${command(curlOfEndpoint(address, 'tools/list', {}))}${Object.entries(contract['x-mcp-tools']).map(([name, tool]) => article(name, tool, shown))}
  </section> `
}

function article(name: string, tool: Tool, { contract, places, address }: Shown): Html {
  const { title, description, operation } = tool
  const none = Object.keys(tool.arguments).length === 0
  return html`<article id="${name}">
    <h3 class="name"><a href="#${name}">${title}</a></h3>
    <p class="route">
      <b>tool</b> <code>${name}</code>${operation === undefined ? null : html` <span>reads <a href="#${operation}">${operation}</a></span>`}
    </p>
    ${markdown(description.replaceAll('\n', '\n\n'), places)} ${command(curlOfTool(address, name, tool, contract))}
    <h4>Arguments</h4>
    ${none ? html`<p>None.</p> ` : argumentTable(tool.arguments, places)}
    <h4>Result</h4>
    ${fieldTable(tool.output, places)}${tool.example === undefined ? null : exampleOf(tool.example, 'Example, with shortened lists')}
  </article> `
}

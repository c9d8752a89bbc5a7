import { headerId, operationsOf, parseContract, placesOf, tagId, type Tool } from './contract.ts'
import { command, curlOfEndpoint, curlOfTool } from './curl.ts'
import { frame, html, type Html, inline, markdown, table } from './html.ts'
import { glossary, TERMS } from './glossary.ts'
import { linkedPages } from './linked-pages.ts'
import { exampleOf, operationArticle, operations } from './operation.ts'
import { recipeSection, recipesOf, type DocsContent } from './recipes.ts'
import { type ProblemCode, PROBLEMS, titleOf } from '../../core/checks/problem.ts'
import { search } from './search.ts'
import { argumentTable, fieldTable, typeOf } from './schema.ts'

interface PageOptions {
  web: boolean
  /** `YYYY-MM-DD`, UTC. */
  today: string
}

/**
 * The documentation: the first page, '', and one for each operation and tool, by its name. Only the first has a script, its search.
 * @param json the contract, with the address for examples
 */
export function docsPages(json: string, { web, today }: PageOptions): Map<string, string> {
  const contract = parseContract(json)
  const content: DocsContent = {
    contract,
    places: placesOf(contract),
    recipes: recipesOf(today),
    address: contract.servers[0].url,
  }
  const { title } = contract.info
  const page = (name: string, main: Html): string => {
    const root = name === '' ? '' : '../'
    return frame({
      title: name === '' ? `${title} API` : `${name} · ${title} API`,
      style: `${root}docs/docs.css`,
      documents: html`<a class="brand" href="#start">${title}</a>
        <nav aria-label="Documents">
          <a class="narrow" href="#contents">Contents</a> ${web ? html`<a href="${root}./">Try it</a> ` : null}
          <a class="wide" href="${root}docs/client">TypeScript</a>
          <a class="wide" href="${root}openapi.yaml">openapi.yaml</a> <a class="wide" href="${root}openapi.json">openapi.json</a>
          <a class="wide" href="${root}llms.txt">llms.txt</a>
        </nav>`,
      contents: navigation(content, name === '', root),
      main,
    })
  }
  return linkedPages(
    'docs',
    new Map([
      ['', page('', firstPage(content, web))],
      ['recipes', page('recipes', recipeSection(content))],
      ['glossary', page('glossary', glossary(content))],
      ...operationsOf(contract).map(
        operation =>
          [
            operation.operationId,
            page(operation.operationId, operationArticle(operation, content)),
          ] as const,
      ),
      ...Object.entries(contract['x-mcp-tools']).map(
        ([name, tool]) => [name, page(name, article(name, tool, content))] as const,
      ),
    ]),
  )
}

function firstPage(content: DocsContent, web: boolean): Html {
  const { title, summary, description } = content.contract.info
  return html`<section id="start">
      <h1>${title} API</h1>
      <p class="lead">${summary}</p>
      ${markdown(description, content.places)}
      <p>
        The commands on this page take the key from the environment. The service prints one at its first start with the demo; the operator
        creates more.${web ? html` To try the views without commands, <a href="./">open the page with a form for each</a>.` : null}
      </p>
      ${command('export UASCOPE_API_KEY=uascope_...')}
    </section>
    ${search(content)}${operations(content)}${headers(content)}${tools(content)}${errors(content)}`
}

/** @param isFirst on the first page also what only that page has */
function navigation({ contract, recipes }: DocsContent, isFirst: boolean, root: string): Html {
  const all = operationsOf(contract)
  return html`<ul>
    <li><a href="#start">Start</a></li>
    ${group(
      'recipes',
      'Recipes',
      recipes.filter(() => isFirst).map(({ id, title }) => link(id, title)),
    )}
    ${contract.tags.map(({ name }) =>
      group(
        tagId(name),
        name,
        all
          .filter(({ tags }) => tags.includes(name))
          .map(({ operationId }) => link(operationId, operationId)),
      ),
    )}
    <li><a href="#headers">Response headers</a></li>
    ${group(
      'tools',
      'Tools',
      Object.keys(contract['x-mcp-tools']).map(name => link(name, name)),
    )}
    ${group(
      'glossary',
      'Glossary',
      TERMS.filter(() => isFirst).map(({ id, name }) => link(id, name)),
    )}
    ${group(
      'errors',
      'Error codes',
      isFirst
        ? [
            ...Object.keys(PROBLEMS).map(code => link(code, code)),
            link('problem', 'Problem documents'),
          ]
        : [],
    )}
    <li><a href="${root}docs/client">TypeScript client</a></li>
    <li><a href="${root}openapi.yaml">openapi.yaml</a></li>
    <li><a href="${root}openapi.json">openapi.json</a></li>
    <li><a href="${root}llms.txt">llms.txt</a></li>
  </ul> `
}

function group(id: string, title: string, links: readonly Html[]): Html {
  return html`<li>
    <a href="#${id}">${title}</a>
    ${
      links.length === 0
        ? null
        : html`<ul>
            ${links}
          </ul>`
    }
  </li> `
}

function link(id: string, text: string): Html {
  return html`<li><a href="#${id}">${text}</a></li>`
}

export function headers({ contract, places }: DocsContent): Html {
  const rows = Object.entries(contract.components.headers).map(
    ([name, { description, schema }]) => ({
      id: headerId(name),
      cells: [html`<code>${name}</code>`, typeOf(schema), inline(description, places)],
    }),
  )
  return html`<section id="headers">
    <h2>Response headers</h2>
    ${table(['Header', 'Type', 'Meaning'], rows)}
  </section> `
}

export function errors({ contract, places }: DocsContent): Html {
  const rows = Object.entries(PROBLEMS).map(([code, { status, doc }]) => ({
    id: code,
    cells: [html`<code>${code}</code>`, `${status} ${titleOf(code as ProblemCode)}`, inline(doc)],
  }))
  const { schemas, responses } = contract.components
  const example = responses['BadRequest']?.content?.['application/problem+json']?.example
  return html`<section id="errors">
    <h2>Error codes</h2>
    <p>
      Every error is a problem document (<code>application/problem+json</code>, RFC 9457). Its <code>code</code> is one of the following;
      its <code>type</code> links here.
    </p>
    ${table(['Code', 'Status', 'Meaning'], rows)}
    <h3 id="problem">Problem documents</h3>
    ${fieldTable(schemas['Problem']!, places)}${example === undefined ? null : exampleOf(example)}
  </section> `
}

function tools(content: DocsContent): Html {
  const { contract, address } = content
  return html`<section id="tools">
    <h2>Tools</h2>
    <p>
      For agents: <code>POST /v1/mcp</code> serves the Model Context Protocol (streamable HTTP, stateless), with the same key and rate
      limit. All tools are read-only. A call that fails returns a result with <code>isError</code>, which names the invalid argument and the
      allowed values.
    </p>
    <p>To list them as a host does:</p>
    ${command(curlOfEndpoint(address, 'tools/list', {}))}
    <ul>
      ${Object.entries(contract['x-mcp-tools']).map(([name, { title }]) => html`<li id="${name}"><a href="#${name}">${name}</a>: ${title}</li> `)}
    </ul>
  </section> `
}

function article(name: string, tool: Tool, { contract, places, address }: DocsContent): Html {
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

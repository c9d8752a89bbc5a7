import {
  operationsOf,
  type PlacedOperation,
  type Answer,
  type Contract,
  tagId,
  headerId,
} from './contract.ts'
import { command, curlOfOperation } from './curl.ts'
import { html, Html, joined, markdown, type Content, inline, type Places, table } from './html.ts'
import { parameterTable, columnTable, fieldTable } from './schema.ts'
import type { Recipe, DocsContent } from './recipes.ts'

export function operations(content: DocsContent): Html {
  const all = operationsOf(content.contract)
  return html`<section id="operations">
    <h2>Operations</h2>
    ${content.contract.tags.map(
      ({ name, description }) =>
        html`<section id="${tagId(name)}">
          <h3 class="tag">${name}</h3>
          <p>${description}</p>
          <ul>
            ${all
              .filter(({ tags }) => tags.includes(name))
              .map(
                ({ operationId, summary }) =>
                  html`<li id="${operationId}"><a href="#${operationId}">${operationId}</a>: ${summary}</li> `,
              )}
          </ul>
        </section> `,
    )}
  </section> `
}

export function operationArticle(
  operation: PlacedOperation,
  { contract, places, recipes, address }: DocsContent,
): Html {
  const { operationId, method, path, summary, description, parameters = [] } = operation
  const used = recipes.filter(recipe => recipe.operation === operationId)
  return html`<article id="${operationId}">
    <h4 class="name"><a href="#${operationId}">${summary}</a></h4>
    <p class="route"><b>${method}</b> <code>${path}</code> <span>${operationId}</span></p>
    ${markdown(description, places)}
    ${used.length === 0 ? null : html`<p class="label">Recipes: ${recipeLinks(used)}</p> `}${command(curlOfOperation(address, operation))}
    <h5>Parameters</h5>
    ${parameters.length === 0 ? html`<p>None.</p> ` : parameterTable(parameters, places)}${answers(operation, contract.components.headers, places)}
  </article> `
}

export function recipeLinks(recipes: readonly Recipe[]): Html {
  const links = recipes.map(({ id, title }) => html`<a href="#${id}">${title}</a>`)
  return html`${joined(links, ', ')}`
}

type Headers = Contract['components']['headers']

export function answers(
  { responses, 'x-columns': columns }: PlacedOperation,
  general: Headers,
  places: Places,
): Html {
  const { '200': success, ...others } = responses
  const rows = Object.entries(others).map(([status, { description, headers = {} }]) => ({
    cells: [html`<b>${status}</b>`, inline(description, places), headerLinks(Object.keys(headers))],
  }))
  return html`<h5>Response 200</h5>
    ${success === undefined ? null : successBody(success, columns === undefined ? null : columnTable(columns, places), general, places)}
    <details class="others">
      <summary>Other responses: ${joined(Object.keys(others), ', ')}</summary>
      ${table(['Status', 'Meaning', 'Headers'], rows)}
    </details> `
}

function successBody(
  { description, headers = {}, content = {} }: Answer,
  columns: Html | null,
  general: Headers,
  places: Places,
): Html {
  const own = Object.entries(headers).filter(
    ([name, { description }]) => description !== general[name]?.description,
  )
  return html`<p>
      ${inline(description, places)}
      ${joined(
        Object.keys(content).map(type => html`<code>${type}</code>`),
        ' or ',
      )}
    </p>
    ${columns}${Object.values(content).map(({ schema }) => fieldTable(schema, places))}
    <p class="headers">Headers: ${headerLinks(Object.keys(headers))}</p>
    ${
      own.length === 0
        ? null
        : html`<ul>
            ${own.map(([name, header]) => html`<li><code>${name}</code>: ${inline(header.description, places)}</li>`)}
          </ul> `
    }${Object.values(content).map(({ example }) => (example === undefined ? null : exampleOf(example)))}`
}

function headerLinks(names: readonly string[]): Content {
  return joined(
    names.map(name => html`<a href="#${headerId(name)}"><code>${name}</code></a>`),
    ', ',
  )
}

/** Length of an example from which its lists are shortened. */
const LONG = 6000

/** Scrolls if too large, also by keyboard. */
export function exampleOf(example: unknown, title = 'Example'): Html {
  const fullText =
    typeof example === 'string' ? example.trimEnd() : shortLists(JSON.stringify(example, null, 2))
  const isLong = typeof example !== 'string' && fullText.length > LONG
  const text = isLong ? shortLists(JSON.stringify(firstItems(example), null, 2)) : fullText
  return html`<p class="label">${isLong ? 'Example, with the first item of each list' : title}</p>
    <pre class="example" tabindex="0"><code>${escapedText(text)}</code></pre> `
}

/** Quotes, of which examples have many, stay as they are: only attributes need them escaped. */
function escapedText(text: string): Html {
  return new Html(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
}

function firstItems(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(firstItems)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, firstItems(part)]))
}

function shortLists(json: string): string {
  return json.replace(/\[\n[^[\]{}]*\]/g, list =>
    list.replace(/\n\s*/g, ' ').replace('[ ', '[').replace(/ \]$/, ']'),
  )
}

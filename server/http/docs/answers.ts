import type { Answer, Contract, PlacedOperation } from './contract.ts'
import { html, joined, type Content, type Html } from './html.ts'
import { inline, type Places } from './markdown.ts'
import { headerId } from './places.ts'
import { columnTable, fieldTable } from './schema.ts'
import { table } from './table.ts'

type Headers = Contract['components']['headers']

export function answers({ responses, 'x-columns': columns }: PlacedOperation, general: Headers, places: Places): Html {
  const { '200': found, ...others } = responses
  const rows = Object.entries(others).map(([status, { description, headers = {} }]) => ({
    cells: [html`<b>${status}</b>`, inline(description, places), headerLinks(Object.keys(headers))],
  }))
  return html`<h5>Response 200</h5>
    ${found === undefined ? null : successBody(found, columns === undefined ? null : columnTable(columns, places), general, places)}
    <details class="others">
      <summary>Other responses: ${joined(Object.keys(others), ', ')}</summary>
      ${table(['Status', 'Meaning', 'Headers'], rows)}
    </details> `
}

function successBody({ description, headers = {}, content = {} }: Answer, columns: Html | null, general: Headers, places: Places): Html {
  const own = Object.entries(headers).filter(([name, { description }]) => description !== general[name]?.description)
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

/** Scrolls if too large, by keyboard too. */
export function exampleOf(example: unknown, title = 'Example'): Html {
  const text = typeof example === 'string' ? example.trimEnd() : shortLists(JSON.stringify(example, null, 2))
  return html`<p class="label">${title}</p>
    <pre class="example" tabindex="0"><code>${text}</code></pre> `
}

function shortLists(json: string): string {
  return json.replace(/\[\n[^[\]{}]*\]/g, list => list.replace(/\n\s*/g, ' ').replace('[ ', '[').replace(/ \]$/, ']'))
}

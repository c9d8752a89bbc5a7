import { operationsOf, type Schema } from './contract.ts'
import { TERMS } from './glossary.ts'
import { html, Html } from './html.ts'
import { PROBLEMS } from '../../core/checks/problem.ts'
import type { DocsContent } from './recipes.ts'

interface Entry {
  /** The id of its place. */
  id: string
  name: string
  about: string
  /** What it contains: a search finds it by these too. */
  words: readonly string[]
}

/** Shows the entries that have every word of the search. The policy of the page allows this text by its hash. */
const SCRIPT = `
const [input, list] = ['find', 'found'].map(id => document.getElementById(id))
input.hidden = false
input.addEventListener('input', () => {
  const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean)
  for (const item of list.children) item.hidden = words.length === 0 || !words.every(word => item.dataset.words.includes(word))
})
`

/** A search of operations, tools, recipes, terms and error codes that works in the browser alone; absent without scripts. */
export function search(content: DocsContent): Html {
  return html`<section id="search">
    <input type="search" id="find" hidden placeholder="Search" aria-label="Search the documentation" aria-controls="found" />
    <ul id="found" aria-live="polite">
      ${entriesOf(content).map(
        ({ id, name, about, words }) =>
          html`<li hidden data-words="${[name, about, ...new Set(words)].join(' ').toLowerCase()}">
            <a href="#${id}">${name}</a>: ${about}
          </li> `,
      )}
    </ul>
    ${new Html(`<script>${SCRIPT}</script>`)}
  </section> `
}

function entriesOf({ contract, recipes }: DocsContent): Entry[] {
  return [
    ...operationsOf(contract).map(
      ({ operationId, path, summary, parameters = [], responses, 'x-columns': columns = {} }) => ({
        id: operationId,
        name: operationId,
        about: summary,
        words: [
          path,
          ...parameters.map(({ name }) => name),
          ...Object.keys(columns),
          ...Object.values(responses['200']?.content ?? {}).flatMap(({ schema }) =>
            fieldNames(schema),
          ),
        ],
      }),
    ),
    ...Object.entries(contract['x-mcp-tools']).map(([name, { title, arguments: parameters }]) => ({
      id: name,
      name,
      about: title,
      words: ['tool', ...Object.keys(parameters)],
    })),
    ...recipes.map(({ id, title, path }) => ({ id, name: title, about: 'recipe', words: [path] })),
    ...TERMS.map(({ id, name }) => ({ id, name, about: 'term', words: [] })),
    ...Object.entries(PROBLEMS).map(([code, { status }]) => ({
      id: code,
      name: code,
      about: `error ${status}`,
      words: [],
    })),
  ]
}

function fieldNames({ items, properties = {} }: Schema): string[] {
  return [
    ...(items === undefined ? [] : fieldNames(items)),
    ...Object.entries(properties).flatMap(([name, field]) => [name, ...fieldNames(field)]),
  ]
}

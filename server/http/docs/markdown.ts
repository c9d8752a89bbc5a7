import { html, type Content, type Html } from './html.ts'

/** The ids on the page by what is written for them: an error code, an operation, a tool, a header. */
export type Places = ReadonlyMap<string, string>

const NOWHERE: Places = new Map()

const CODE_OR_BOLD = /(`[^`]+`|\*\*[^*]+\*\*|\bsvc_[a-z_]+\b)/

/**
 * The Markdown that the contract uses: paragraphs, `code` and **bold**. All else is text. What names a place on the page, between
 * backticks or as a tool's name, leads there.
 */
export function markdown(text: string, places: Places = NOWHERE): Html {
  const paragraphs = text.trim().split(/\n\s*\n/)
  return html`${paragraphs.map(paragraph => html`<p>${inline(paragraph, places)}</p>`)}`
}

/** The same of a single paragraph, without its element. */
export function inline(text: string, places: Places = NOWHERE): Html {
  return html`${text
    .trim()
    .split(CODE_OR_BOLD)
    .map((part, i) => (i % 2 === 0 ? part : marked(part, places)))}`
}

function marked(part: string, places: Places): Content {
  if (part.startsWith('**')) return html`<strong>${part.slice(2, -2)}</strong>`
  if (part.startsWith('`')) return linked(part.slice(1, -1), places)
  return places.has(part) ? linked(part, places) : part
}

function linked(name: string, places: Places): Html {
  const id = places.get(name)
  return id === undefined ? html`<code>${name}</code>` : html`<a href="#${id}"><code>${name}</code></a>`
}

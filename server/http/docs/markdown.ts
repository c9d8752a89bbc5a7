import { html, type Content, type Html } from './html.ts'

/** Anchors by text: error code, operation, tool, header. */
export type Places = ReadonlyMap<string, string>

const NOWHERE: Places = new Map()

const CODE_OR_BOLD = /(`[^`]+`|\*\*[^*]+\*\*|\bsvc_[a-z_]+\b)/

/** The contract's Markdown subset: paragraphs, `code` and **bold**. Code that names an anchor becomes a link. */
export function markdown(text: string, places: Places = NOWHERE): Html {
  const paragraphs = text.trim().split(/\n\s*\n/)
  return html`${paragraphs.map(paragraph => html`<p>${inline(paragraph, places)}</p>`)}`
}

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

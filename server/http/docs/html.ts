export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

export type Content = string | number | Html | null | readonly Content[]

/** Escapes values except HTML; null is empty. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Html(parts.reduce((text, part, i) => text + written(contents[i - 1]!) + part))
}

function written(content: Content): string {
  if (content === null) return ''
  if (content instanceof Html) return content.text
  if (typeof content === 'object') return content.map(written).join('')
  return escapeHtml(String(content))
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

export function joined(contents: readonly Content[], between: Content): Content[] {
  return contents.flatMap((content, i) => (i === 0 ? [content] : [between, content]))
}

/** Anchors by text: error code, operation, tool, header. */
export type Places = ReadonlyMap<string, string>

const NOWHERE: Places = new Map()

const CODE_OR_BOLD = /(`[^`]+`|\*\*[^*]+\*\*|\bsvc_[a-z_]+\b)/

/** The contract's Markdown subset: paragraphs, `code` and **bold**. Code with an anchor becomes a link. */
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
  return id === undefined
    ? html`<code>${name}</code>`
    : html`<a href="#${id}"><code>${name}</code></a>`
}

export interface Row {
  id?: string
  /** One per column; null: empty. */
  cells: readonly Content[]
}

/** Becomes cards on narrow screens. */
export function table(columns: readonly string[], rows: readonly Row[]): Html {
  return html`<table>
    <thead>
      <tr>
        ${columns.map(name => html`<th scope="col">${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(({ id, cells }) => html`<tr${id === undefined ? null : html` id="${id}"`}>${cells.map((content, i) => cell(columns[i]!, content))}</tr>\n`)}
    </tbody>
  </table> `
}

/** Cells of these columns say on cards too what they are. */
const LABELLED: ReadonlySet<string> = new Set(['Default', 'Status', 'Headers'])

function cell(column: string, content: Content): Html {
  if (content === null) return html`<td class="empty"></td>`
  return html`<td${LABELLED.has(column) ? html` data-label="${column}"` : null}>${content}</td>`
}

interface Frame {
  title: string
  style: string
  /** Links to the other documents. */
  documents: Html
  contents: Html
  main: Html
}

/** A page of the documentation, with little white space. Its contents are a menu on narrow screens and a column on wide ones. */
export function frame({ title, style, documents, contents, main }: Frame): string {
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${style}" />
      </head>
      <body>
        <header class="top">${documents}</header>
        <details class="menu" id="contents">
          <summary>Contents</summary>
          <nav aria-label="Contents">${contents}</nav>
        </details>
        <div class="columns">
          <nav class="side" aria-label="Contents">${contents}</nav>
          <main>${main}</main>
        </div>
      </body>
    </html> `
  return text.replace(/>\s*\n\s*</g, '>\n<')
}

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
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
}

export function joined(contents: readonly Content[], between: string): Content[] {
  return contents.flatMap((content, i) => (i === 0 ? [content] : [between, content]))
}

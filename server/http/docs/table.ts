import { html, type Content, type Html } from './html.ts'

export interface Row {
  id?: string
  /** One per column; null: empty. */
  cells: readonly Content[]
}

/** Becomes cards on narrow screens: each cell knows its column. */
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

function cell(column: string, content: Content): Html {
  return content === null ? html`<td class="empty"></td>` : html`<td data-label="${column}">${content}</td>`
}

import { html, type Html } from './html.ts'
import { inline } from './markdown.ts'
import { headerId } from './places.ts'
import type { Shown } from './recipes.ts'
import { typeOf } from './schema.ts'
import { table } from './table.ts'

export function headers({ contract, places }: Shown): Html {
  const rows = Object.entries(contract.components.headers).map(([name, { description, schema }]) => ({
    id: headerId(name),
    cells: [html`<code>${name}</code>`, typeOf(schema), inline(description, places)],
  }))
  return html`<section id="headers">
    <h2>Response headers</h2>
    ${table(['Header', 'Type', 'Meaning'], rows)}
  </section> `
}

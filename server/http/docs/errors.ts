import { PROBLEMS } from '../../checks/problem.ts'
import { exampleOf } from './answers.ts'
import { html, type Html } from './html.ts'
import { inline } from './markdown.ts'
import type { Shown } from './recipes.ts'
import { fieldTable } from './schema.ts'
import { table } from './table.ts'

export function errors({ contract, places }: Shown): Html {
  const rows = Object.entries(PROBLEMS).map(([code, { status, title, doc }]) => ({
    id: code,
    cells: [html`<code>${code}</code>`, `${status} ${title}`, inline(doc)],
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

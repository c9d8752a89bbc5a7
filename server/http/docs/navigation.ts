import { PROBLEMS } from '../../checks/problem.ts'
import { operationsOf } from './contract.ts'
import { TERMS } from './glossary.ts'
import { html, type Html } from './html.ts'
import { tagId } from './places.ts'
import type { Shown } from './recipes.ts'

export function navigation({ contract, recipes }: Shown): Html {
  const all = operationsOf(contract)
  return html`<ul>
    <li><a href="#start">Start</a></li>
    ${group(
      'recipes',
      'Recipes',
      recipes.map(({ id, title }) => link(id, title)),
    )}
    ${contract.tags.map(({ name }) =>
      group(
        tagId(name),
        name,
        all.filter(({ tags }) => tags.includes(name)).map(({ operationId }) => link(operationId, operationId)),
      ),
    )}
    <li><a href="#headers">Response headers</a></li>
    ${group(
      'tools',
      'Tools',
      Object.keys(contract['x-mcp-tools']).map(name => link(name, name)),
    )}
    ${group(
      'glossary',
      'Glossary',
      TERMS.map(({ id, name }) => link(id, name)),
    )}
    ${group('errors', 'Error codes', [...Object.keys(PROBLEMS).map(code => link(code, code)), link('problem', 'Problem documents')])}
    <li><a href="docs/client">TypeScript client</a></li>
    <li><a href="openapi.yaml">openapi.yaml</a></li>
    <li><a href="openapi.json">openapi.json</a></li>
    <li><a href="llms.txt">llms.txt</a></li>
  </ul> `
}

function group(id: string, title: string, links: readonly Html[]): Html {
  return html`<li>
    <a href="#${id}">${title}</a>
    <ul>
      ${links}
    </ul>
  </li> `
}

function link(id: string, text: string): Html {
  return html`<li><a href="#${id}">${text}</a></li>`
}

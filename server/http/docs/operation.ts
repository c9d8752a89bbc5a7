import { answers } from './answers.ts'
import { operationsOf, type PlacedOperation } from './contract.ts'
import { command, curlOfOperation } from './curl.ts'
import { html, joined, type Html } from './html.ts'
import { markdown } from './markdown.ts'
import { parameterTable } from './parameters.ts'
import { tagId } from './places.ts'
import type { Recipe, Shown } from './recipes.ts'

export function operations(shown: Shown): Html {
  const all = operationsOf(shown.contract)
  return html`<section id="operations">
    <h2>Operations</h2>
    ${shown.contract.tags.map(
      ({ name, description }) =>
        html`<section id="${tagId(name)}">
          <h3 class="tag">${name}</h3>
          <p>${description}</p>
          ${all.filter(({ tags }) => tags.includes(name)).map(operation => article(operation, shown))}
        </section> `,
    )}
  </section> `
}

function article(operation: PlacedOperation, { contract, places, recipes, address }: Shown): Html {
  const { operationId, method, path, summary, description, parameters = [] } = operation
  const used = recipes.filter(recipe => recipe.operation === operationId)
  return html`<article id="${operationId}">
    <h4 class="name"><a href="#${operationId}">${summary}</a></h4>
    <p class="route"><b>${method}</b> <code>${path}</code> <span>${operationId}</span></p>
    ${markdown(description, places)}
    ${used.length === 0 ? null : html`<p class="label">Recipes: ${recipeLinks(used)}</p> `}${command(curlOfOperation(address, operation))}
    <h5>Parameters</h5>
    ${parameters.length === 0 ? html`<p>None.</p> ` : parameterTable(parameters, places)}${answers(operation, contract.components.headers, places)}
  </article> `
}

export function recipeLinks(recipes: readonly Recipe[]): Html {
  const links = recipes.map(({ id, title }) => html`<a href="#${id}">${title}</a>`)
  return html`${joined(links, ', ')}`
}

import { parseContract } from './contract.ts'
import { command } from './curl.ts'
import { errors } from './errors.ts'
import { frame } from './frame.ts'
import { glossary } from './glossary.ts'
import { headers } from './headers.ts'
import { html } from './html.ts'
import { markdown } from './markdown.ts'
import { navigation } from './navigation.ts'
import { operations } from './operation.ts'
import { placesOf } from './places.ts'
import { recipeSection, recipesOf, type Shown } from './recipes.ts'
import { tools } from './tools.ts'

interface PageOptions {
  web: boolean
  /** `YYYY-MM-DD`, UTC. */
  today: string
}

/**
 * The documentation, without scripts.
 * @param json the contract, with the address for examples
 */
export function docsPage(json: string, { web, today }: PageOptions): string {
  const contract = parseContract(json)
  const shown: Shown = { contract, places: placesOf(contract), recipes: recipesOf(today), address: contract.servers[0]!.url }
  const { title, summary, description } = contract.info
  return frame({
    title: `${title} API`,
    style: 'docs/docs.css',
    documents: html`<a class="brand" href="#start">${title}</a>
      <nav aria-label="Documents">
        <a class="narrow" href="#contents">Contents</a> ${web ? html`<a href="./">Try it</a> ` : null}
        <a class="wide" href="docs/client">TypeScript</a>
        <a class="wide" href="openapi.yaml">openapi.yaml</a> <a class="wide" href="openapi.json">openapi.json</a>
        <a class="wide" href="llms.txt">llms.txt</a>
      </nav>`,
    contents: navigation(shown),
    main: html`<section id="start">
        <h1>${title} API</h1>
        <p class="lead">${summary}</p>
        ${markdown(description, shown.places)}
        <p>
          The commands on this page take the key from the environment. The service prints one at its first start with the demo; the operator
          creates more.${web ? html` To try the views without commands, <a href="./">open the page with a form for each</a>.` : null}
        </p>
        ${command('export UASCOPE_API_KEY=uascope_...')}
      </section>
      ${recipeSection(shown)}${operations(shown)}${headers(shown)}${tools(shown)}${glossary(shown)}${errors(shown)}`,
  })
}

import { frame, html, type Html, joined, markdown, type Places, table } from './html.ts'
import { linkedPages } from './linked-pages.ts'

/** The client's exports, extracted from the sources by `scripts/generate/client-reference.ts`. */
interface Item {
  name: string
  kind: 'class' | 'function' | 'interface' | 'type' | 'member'
  signature: string
  doc: string
  members: readonly Item[]
}

interface Module {
  name: string
  doc: string
  items: readonly Item[]
}

const GROUPS = {
  class: 'Classes',
  function: 'Functions',
  interface: 'Interfaces',
  type: 'Types',
} as const

/**
 * The reference of the TypeScript client, from its doc comments: the first page, '', and one for each export, by its name.
 * @param json the contents of `generated/client/reference.json`
 */
export function clientPages(json: string): Map<string, string> {
  const modules = JSON.parse(json) as Module[]
  const all = modules.flatMap(({ items }) => items)
  const places: Places = new Map(
    all.flatMap(({ name, members }) => [[name, name] as const, ...placesIn(name, members)]),
  )
  const page = (name: string, main: Html): string =>
    frame({
      title: name === '' ? '@uascope/client' : `${name} · @uascope/client`,
      style: name === '' ? 'docs.css' : '../docs.css',
      documents: html`<a class="brand" href="#start">@uascope/client</a>
        <nav aria-label="Documents">
          <a class="narrow" href="#contents">Contents</a> <a href="${name === '' ? '' : '../'}../docs">API</a>
        </nav>`,
      contents: html`<ul>
        ${modules.map(module => html`<li><a href="#${idOf(module)}">${module.name}</a></li> `)}
      </ul> `,
      main,
    })
  const articles = all.map(item => [item.name, page(item.name, article(item, places))] as const)
  return linkedPages('client', new Map([['', page('', firstPage(modules, places))], ...articles]))
}

function firstPage(modules: readonly Module[], places: Places): Html {
  return html`<section id="start">
      <h1>@uascope/client</h1>
      <p class="lead">Everything that the TypeScript client exports, by entry point.</p>
      <p>
        <code>npm pack -w client</code> in the service's repository makes the package; its README has installation, examples and recipes. A
        method of <a href="#UascopeClient"><code>UascopeClient</code></a> is also a function, which takes a
        <a href="#Connection"><code>Connection</code></a> first.
      </p>
    </section>
    ${modules.map(module => section(module, places))}`
}

/** Anchors of members that readers look up by their own names, such as options of the client. */
function placesIn(name: string, members: readonly Item[]): [string, string][] {
  return name === 'ClientOptions' || name === 'DownloadedFile'
    ? members.map(member => [member.name, `${name}.${member.name}`])
    : []
}

function idOf(module: Module): string {
  return module.name.replace('@uascope/', '').replace('/', '-')
}

function section(module: Module, places: Places): Html {
  const kinds = Object.entries(GROUPS).map(([kind, title]) => ({
    title,
    items: module.items.filter(item => item.kind === kind),
  }))
  return html`<section id="${idOf(module)}">
    <h2>${module.name}</h2>
    ${markdown(module.doc, places)}
    ${kinds.flatMap(({ title, items }) =>
      items.length === 0
        ? []
        : html`<h3 class="tag">${title}</h3>
            <p>
              ${joined(
                items.map(({ name }) => html`<a href="#${name}"><code>${name}</code></a>`),
                ', ',
              )}
            </p> `,
    )}
  </section> `
}

function article({ name, signature, doc, members }: Item, places: Places): Html {
  const methods = members.filter(member => isMethod(member))
  const fields = members.filter(member => !isMethod(member))
  const rows = fields.map(field => ({
    id: `${name}.${field.name}`,
    cells: [
      html`<code>${field.signature}</code>`,
      field.doc === '' ? null : markdown(field.doc, places),
    ],
  }))
  return html`<article id="${name}">
    <h4 class="name"><a href="#${name}">${name}</a></h4>
    <pre class="command"><code>${signature}</code></pre>
    ${markdown(doc, places)} ${rows.length === 0 ? null : table(['Property', 'Meaning'], rows)}
    ${methods.map(
      method =>
        html`<h5 id="${name}.${method.name}">${method.name}</h5>
          <pre class="command"><code>${method.signature}</code></pre>
          ${markdown(method.doc, places)}`,
    )}
  </article> `
}

function isMethod({ signature, name }: Item): boolean {
  return name === 'constructor' || (signature.startsWith(name) && /^[\w[\].]*[<(]/.test(signature))
}

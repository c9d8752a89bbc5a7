import { readFileSync } from 'node:fs'
import t from 'tap'
import { PROBLEMS } from '../../../../server/checks/problem.ts'
import { operationsOf, parseContract } from '../../../../server/http/docs/contract.ts'
import { docsPage } from '../../../../server/http/docs/docs-page.ts'

const json = readFileSync('generated/openapi.json', 'utf8')
const contract = parseContract(json)
const page = docsPage(json, { web: true, today: '2026-03-05' })
const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(match => match[1]!)

/** What stands between the beginning of the article and its end. */
function article(id: string): string {
  const start = page.indexOf(`<article id="${id}">`)
  t.not(start, -1, id)
  return page.slice(start, page.indexOf('</article>', start))
}

t.test('every part of the contract is on the page', async t => {
  for (const operation of operationsOf(contract)) {
    const shown = article(operation.operationId)
    t.match(shown, `<code>${operation.path}</code>`)
    for (const { name } of operation.parameters ?? []) t.match(shown, `><code>${name}</code>`, `${operation.operationId} ${name}`)
    for (const name of Object.keys(operation['x-columns'] ?? {})) t.match(shown, `><code>${name}</code></td>`)
    for (const [status, { headers = {}, content = {} }] of Object.entries(operation.responses)) {
      t.ok(shown.includes(`<b>${status}</b>`) || shown.includes(`Response ${status}<`), `${operation.operationId} ${status}`)
      for (const name of Object.keys(headers)) t.match(shown, `<code>${name}</code>`)
      for (const type of Object.keys(content)) if (status === '200') t.match(shown, `<code>${type}</code>`)
    }
    const { schema } = operation.responses['200']?.content?.['application/json'] ?? {}
    for (const name of Object.keys(schema?.items?.properties ?? schema?.properties ?? {}))
      t.match(shown, `><code>${name}</code></td>`, name)
  }
  const tools = Object.entries(contract['x-mcp-tools'])
  t.equal(tools.length, 7)
  for (const [name, tool] of tools) {
    const shown = article(name)
    for (const argument of Object.keys(tool.arguments)) t.match(shown, `><code>${argument}</code>`, `${name} ${argument}`)
    for (const field of Object.keys(tool.output.properties ?? {})) t.match(shown, `><code>${field}</code></td>`, `${name} ${field}`)
    if (tool.example !== undefined) t.match(shown, 'class="example"')
  }
  for (const name of Object.keys(contract.components.headers)) t.ok(ids.includes(`header-${name.toLowerCase()}`), name)
  for (const code of Object.keys(PROBLEMS)) t.match(page, `<tr id="${code}">`)
})

t.test('ids are unique, and every link within the page has a target', async t => {
  t.same([...new Set(ids)], ids)
  const links = new Set([...page.matchAll(/href="#([^"]*)"/g)].map(match => match[1]!))
  t.ok(links.size > 80, String(links.size))
  for (const id of links) t.ok(ids.includes(id), id)
  for (const operation of operationsOf(contract)) t.ok(links.has(operation.operationId))
})

t.test('no text of the contract becomes markup', async t => {
  const evil = '<img src=x onerror=alert(1)>"\'&'
  const spoilt = JSON.stringify(contract, (key, value: unknown) =>
    ['description', 'summary', 'title', 'example', 'default'].includes(key) && typeof value === 'string' ? `${value}${evil}` : value,
  )
  const { length } = page.match(/<img/g) ?? []
  t.equal(length, 0)
  const shown = docsPage(spoilt, { web: true, today: '2026-03-05' })
  t.notMatch(shown, '<img')
  t.match(shown, '&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;')
})

t.test('dates in recipes are relative to the day', async t => {
  t.match(page, 'since=2026-02-26&amp;changed=true')
  t.match(page, 'startDate=2026-02-01&amp;endDate=2026-02-28')
  t.match(docsPage(json, { web: true, today: '2026-01-01' }), 'startDate=2025-12-01&amp;endDate=2025-12-31')
})

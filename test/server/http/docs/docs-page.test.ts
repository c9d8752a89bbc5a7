import { readFileSync } from 'node:fs'
import t from 'tap'
import { PROBLEMS } from '../../../../server/core/checks/problem.ts'
import { operationsOf, parseContract } from '../../../../server/http/docs/contract.ts'
import { docsPages } from '../../../../server/http/docs/docs-page.ts'

const json = readFileSync('generated/openapi.json', 'utf8')
const contract = parseContract(json)
const pages = docsPages(json, { web: true, today: '2026-03-05' })
const first = pages.get('')!
function idsOf(page: string): string[] {
  return [...page.matchAll(/\sid="([^"]*)"/g)].map(match => match[1]!)
}

/** What stands between the beginning of the article and its end. */
function article(id: string): string {
  const page = pages.get(id) ?? ''
  const start = page.indexOf(`<article id="${id}">`)
  t.not(start, -1, id)
  return page.slice(start, page.indexOf('</article>', start))
}

t.test('every part of the contract is on a page', async t => {
  for (const operation of operationsOf(contract)) {
    const rendered = article(operation.operationId)
    t.match(rendered, `<code>${operation.path}</code>`)
    for (const { name } of operation.parameters ?? [])
      t.match(rendered, `><code>${name}</code>`, `${operation.operationId} ${name}`)
    for (const name of Object.keys(operation['x-columns'] ?? {}))
      t.match(rendered, `><code>${name}</code></td>`)
    for (const [status, { headers = {}, content = {} }] of Object.entries(operation.responses)) {
      t.ok(
        rendered.includes(`<b>${status}</b>`) || rendered.includes(`Response ${status}<`),
        `${operation.operationId} ${status}`,
      )
      for (const name of Object.keys(headers)) t.match(rendered, `<code>${name}</code>`)
      for (const type of Object.keys(content))
        if (status === '200') t.match(rendered, `<code>${type}</code>`)
    }
    const { schema } = operation.responses['200']?.content?.['application/json'] ?? {}
    for (const name of Object.keys(schema?.items?.properties ?? schema?.properties ?? {}))
      t.match(rendered, `><code>${name}</code></td>`, name)
  }
  const tools = Object.entries(contract['x-mcp-tools'])
  t.equal(tools.length, 7)
  for (const [name, tool] of tools) {
    const rendered = article(name)
    for (const argument of Object.keys(tool.arguments))
      t.match(rendered, `><code>${argument}</code>`, `${name} ${argument}`)
    for (const field of Object.keys(tool.output.properties ?? {}))
      t.match(rendered, `><code>${field}</code></td>`, `${name} ${field}`)
    if (tool.example !== undefined) t.match(rendered, 'class="example"')
  }
  for (const name of Object.keys(contract.components.headers))
    t.ok(idsOf(first).includes(`header-${name.toLowerCase()}`), name)
  for (const code of Object.keys(PROBLEMS)) t.match(first, `<tr id="${code}">`)
})

t.test('ids of a page are unique, and every link to a page has a target', async t => {
  let links = 0
  for (const [name, page] of pages) {
    t.same([...new Set(idsOf(page))], idsOf(page))
    const path = name === '' ? '/docs' : `/docs/${name}`
    for (const [, href] of page.matchAll(/href="((?:\.\.\/docs|docs\/\w+|\w+)?(?:#[^"]*)?)"/g)) {
      const { pathname, hash } = new URL(href!, `http://service.test${path}`)
      if (pathname === '/docs/client') continue
      const target = pages.get(pathname.slice('/docs/'.length))
      t.ok(target, `${path}: ${href}`)
      if (hash !== '')
        t.ok(idsOf(target!).includes(decodeURIComponent(hash.slice(1))), `${path}: ${href}`)
      links++
    }
  }
  t.ok(links > 1000, String(links))
  for (const { operationId } of operationsOf(contract)) t.match(first, `href="docs/${operationId}"`)
})

t.test(
  'the search finds operations by parameters, columns and fields, and terms and error codes by name',
  async t => {
    const entries = [
      ...first.matchAll(/<li hidden data-words="([^"]*)">\s*<a href="([^"]*)">/g),
    ].map(([, words, href]) => ({ words, href }))
    const linksOf = (...words: string[]) =>
      entries
        .filter(entry => words.every(word => entry.words!.includes(word.toLowerCase())))
        .map(({ href }) => href)
    t.strictSame(linksOf('exactly nothing'), [])
    t.ok(linksOf('dsiValues').includes('docs/getReport'))
    t.ok(linksOf('roas_age').includes('docs/getRoasHistory'))
    t.ok(linksOf('marginalRoas').includes('docs/getRecommendations'))
    t.ok(linksOf('pacing', 'term').includes('docs/glossary#term-pacing'))
    t.ok(linksOf('rate_limited').includes('#rate_limited'))
  },
)

t.test('no text of the contract becomes markup', async t => {
  const evil = '<img src=x onerror=alert(1)>"\'&'
  const spoilt = JSON.stringify(contract, (key, value: unknown) =>
    ['description', 'summary', 'title', 'example', 'default'].includes(key) &&
    typeof value === 'string'
      ? `${value}${evil}`
      : value,
  )
  for (const page of pages.values()) t.notMatch(page, '<img')
  const rendered = [...docsPages(spoilt, { web: true, today: '2026-03-05' }).values()].join('')
  t.notMatch(rendered, '<img')
  t.match(rendered, '&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;')
})

t.test('dates in recipes are relative to the day', async t => {
  const recipes = pages.get('recipes')
  t.match(recipes, 'since=2026-02-26&amp;changed=true')
  t.match(recipes, 'startDate=2026-02-01&amp;endDate=2026-02-28')
  t.match(
    docsPages(json, { web: true, today: '2026-01-01' }).get('recipes'),
    'startDate=2025-12-01&amp;endDate=2025-12-31',
  )
})

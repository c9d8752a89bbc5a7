import { readFileSync } from 'node:fs'
import t from 'tap'
import * as uascope from '../../../../client/src/index.ts'
import * as testing from '../../../../server/http/testing/index.ts'
import { clientPages } from '../../../../server/http/docs/client-page.ts'

const json = readFileSync('generated/client/reference.json', 'utf8')
const pages = clientPages(json)
const page = [...pages.values()].join('')
function idsOf(text: string): string[] {
  return [...text.matchAll(/\sid="([^"]*)"/g)].map(match => match[1]!)
}
const ids = idsOf(page)

t.test('every export of the client has a place with its doc comment', async t => {
  for (const name of [
    ...Object.keys(uascope),
    ...Object.keys(testing),
    'toRows',
    'toArrow',
    'toTable',
    'saveTo',
  ]) {
    t.ok(ids.includes(name), name)
  }
  const methods = [
    uascope.UascopeClient.prototype,
    Object.getPrototypeOf(uascope.UascopeClient.prototype) as object,
  ]
  for (const name of methods.flatMap(object => Object.getOwnPropertyNames(object)))
    t.ok(ids.includes(`UascopeClient.${name}`), name)
  t.match(page, 'Called before every attempt; it may change the headers')
  t.match(page, 'interface FileRequestOptions extends RequestOptions')
  t.match(page, '<code>roasTypes?: readonly (')
  t.match(page, 'Throws <a href="UascopeError"><code>UascopeError</code></a>')
  for (const entry of ['node', 'rows', 'arrow', 'arquero', 'testing'])
    t.ok(ids.includes(`client-${entry}`), entry)
})

t.test('ids of a page are unique, and every link to a page has a target', async t => {
  for (const [name, text] of pages) {
    t.same([...new Set(idsOf(text))], idsOf(text))
    const path = name === '' ? '/docs/client' : `/docs/client/${name}`
    for (const [, href] of text.matchAll(
      /href="((?:\.\.\/client|client\/\w+|\w+)?(?:#[^"]*)?)"/g,
    )) {
      const { pathname, hash } = new URL(href!, `http://service.test${path}`)
      const target = pages.get(pathname.slice('/docs/client/'.length))
      t.ok(target, `${path}: ${href}`)
      if (hash !== '') t.ok(idsOf(target!).includes(hash.slice(1)), `${path}: ${href}`)
    }
  }
})

t.test('no doc comment becomes markup', async t => {
  const spoilt = json
    .replaceAll('"doc":"', '"doc":"<img src=x>')
    .replaceAll('"signature":"', '"signature":"<img src=x>')
  t.notMatch([...clientPages(spoilt).values()].join(''), '<img')
})

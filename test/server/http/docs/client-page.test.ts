import { readFileSync } from 'node:fs'
import t from 'tap'
import * as uascope from '../../../../client/src/index.ts'
import * as testing from '../../../../client/testing/index.ts'
import { clientPage } from '../../../../server/http/docs/client-page.ts'

const json = readFileSync('generated/client/reference.json', 'utf8')
const page = clientPage(json)
const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(match => match[1]!)

t.test('every export of the client has a place with its doc comment', async t => {
  for (const name of [...Object.keys(uascope), ...Object.keys(testing), 'toRows', 'toArrow', 'toTable', 'saveTo']) {
    t.ok(ids.includes(name), name)
  }
  const methods = [uascope.UascopeClient.prototype, Object.getPrototypeOf(uascope.UascopeClient.prototype) as object]
  for (const name of methods.flatMap(object => Object.getOwnPropertyNames(object))) t.ok(ids.includes(`UascopeClient.${name}`), name)
  t.match(page, 'Called before every attempt; it may change the headers')
  t.match(page, 'interface FileRequestOptions extends RequestOptions')
  t.match(page, '<code>roasTypes?: readonly (')
  t.match(page, 'Throws <a href="#UascopeError"><code>UascopeError</code></a>')
  for (const entry of ['node', 'rows', 'arrow', 'arquero', 'testing']) t.ok(ids.includes(`client-${entry}`), entry)
})

t.test('ids are unique, and every link within the page has a target', async t => {
  t.same([...new Set(ids)], ids)
  const links = new Set([...page.matchAll(/href="#([^"]*)"/g)].map(match => match[1]!))
  for (const id of links) t.ok(ids.includes(id), id)
})

t.test('no doc comment becomes markup', async t => {
  const spoilt = json.replaceAll('"doc":"', '"doc":"<img src=x>').replaceAll('"signature":"', '"signature":"<img src=x>')
  t.notMatch(clientPage(spoilt), '<img')
})

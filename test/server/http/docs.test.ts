import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { parse } from 'yaml'
import { PROBLEMS } from '../../../server/checks/problem.ts'
import { fixture } from '../../support/http-server.ts'

const file = parse(readFileSync('openapi.yaml', 'utf8'))

t.test("the contract is served with the service's own address", async t => {
  const { server } = await fixture(t.testdir())
  await server.start()
  t.teardown(() => server.stop())
  const yaml = await server.inject('/openapi.yaml')
  const json = await server.inject('/openapi.json')
  t.match(yaml.headers['content-type'], /^application\/yaml/)
  t.match(json.headers['content-type'], /^application\/json/)
  const want = structuredClone(file)
  want.servers[0].url = `http://127.0.0.1:${server.info.port}`
  t.same(parse(yaml.payload), want)
  t.notMatch(yaml.payload, /<<:/, 'merge keys, which YAML 1.2 and so OpenAPI 3.1 does not have')
  t.same(JSON.parse(json.payload), want)
})

t.test('the contract and the service agree on the error codes', async t => {
  const codes: string[] = file.components.schemas.Problem.properties.code['x-extensible-enum']
  t.same([...codes].sort(), Object.keys(PROBLEMS).sort())
})

t.test('the documentation loads nothing from other hosts', async t => {
  const { server } = await fixture(t.testdir())
  const page = await server.inject('/docs')
  t.equal(page.statusCode, 200)
  t.match(page.headers['content-type'], /^text\/html/)
  const policy = String(page.headers['content-security-policy'])
  t.match(policy, "default-src 'none'")
  t.notMatch(policy, /https?:|\*|unsafe|script/, 'no script at all, no style but a file')
  t.notMatch(page.payload, /<script|<style|\sstyle=|\son\w+=/)
  const links = [...page.payload.matchAll(/(?:src|href)="([^"]*)"/g)].map(match => match[1]!)
  t.ok(links.length > 4)
  for (const link of new Set(links.filter(link => !link.startsWith('#') && !link.startsWith('data:')))) {
    const url = new URL(link, 'http://service.test/docs')
    t.equal(url.host, 'service.test', link)
    const asset = await server.inject(url.pathname)
    t.equal(asset.statusCode, 200, link)
    const again = await server.inject({ url: url.pathname, headers: { 'if-none-match': String(asset.headers['etag']) } })
    t.equal(again.statusCode, 304)
  }
})

t.test('page resources are compressed in advance, so that their length is known', async t => {
  const { server } = await fixture(t.testdir())
  for (const url of ['/openapi.yaml', '/openapi.json', '/docs', '/docs/docs.css', '/llms.txt']) {
    const plain = await server.inject(url)
    const zipped = await server.inject({ url, headers: { 'accept-encoding': 'gzip' } })
    t.notOk('content-encoding' in plain.headers)
    t.match(
      zipped.headers,
      { 'content-encoding': 'gzip', 'content-length': zipped.rawPayload.length, 'content-type': plain.headers['content-type'] },
      url,
    )
    t.same(gunzipSync(zipped.rawPayload), plain.rawPayload)
    t.not(zipped.headers['etag'], plain.headers['etag'], 'other bytes')
    for (const { headers } of [plain, zipped]) {
      t.match(headers['vary'], /accept-encoding/)
      const again = await server.inject({ url, headers: { 'accept-encoding': 'gzip', 'if-none-match': String(headers['etag']) } })
      t.match([again.statusCode, again.payload], [304, ''])
    }
  }
})

t.test('every error code has an anchor on the page', async t => {
  const { server } = await fixture(t.testdir())
  const { payload } = await server.inject('/docs')
  for (const code of Object.keys(PROBLEMS)) t.match(payload, `id="${code}"`)
})

t.test("a problem's type links to its code on the page, also if the service has a path", async t => {
  for (const [baseUrl, docs] of [
    [null, '/docs'],
    ['https://public.example', '/docs'],
    ['https://public.example/uascope', '/uascope/docs'],
  ] as const) {
    const config = { host: '127.0.0.1', port: 0, baseUrl, corsOrigins: [], metrics: false, trustProxy: false, web: false }
    const { server } = await fixture(t.testdir(), {}, { config })
    t.equal(JSON.parse((await server.inject('/v1/apps')).payload).type, `${docs}#unauthorized`)
  }
})

t.test('language models get a description with working addresses', async t => {
  const baseUrl = 'https://public.example/uascope'
  const config = { host: '127.0.0.1', port: 0, baseUrl, corsOrigins: [], metrics: false, trustProxy: false, web: false }
  const { server } = await fixture(t.testdir(), {}, { config })
  const { payload, headers, statusCode } = await server.inject('/llms.txt')
  t.equal(statusCode, 200)
  t.match(headers['content-type'], /^text\/plain; charset=utf-8/)
  t.match(payload, /^# uascope\n\n> /)
  const docs = (await server.inject('/docs')).payload
  const links = [...payload.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm)].map(match => new URL(match[1]!))
  t.ok(links.length > 20)
  for (const { href, pathname, hash } of links) {
    t.ok(href.startsWith(`${baseUrl}/`), href)
    const path = pathname.slice('/uascope'.length)
    t.match(path, /^\/(docs|openapi\.yaml|openapi\.json|v1\/mcp)$/)
    if (hash !== '') t.match(docs, `id="${hash.slice(1)}"`)
  }
})

t.test('the page links to forms, and `/` without a page links to the documentation', async t => {
  for (const web of [true, false]) {
    const config = { host: '127.0.0.1', port: 0, baseUrl: null, corsOrigins: [], metrics: false, trustProxy: false, web }
    const { server } = await fixture(t.testdir(), {}, { config })
    t.equal((await server.inject('/docs')).payload.includes('href="./"'), web)
    const root = await server.inject('/')
    t.equal(root.statusCode, web ? 200 : 404)
    if (!web) t.match(JSON.parse(root.payload), { code: 'not_found', detail: 'Nothing exists at this path. /docs describes the API.' })
  }
})

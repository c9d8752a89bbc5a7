import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { parse } from 'yaml'
import { PROBLEMS } from '../../../server/core/checks/problem.ts'
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
  const paths = [
    '/docs',
    '/docs/recipes',
    '/docs/getReport',
    '/docs/svc_get_report',
    '/docs/client',
    '/docs/client/UascopeClient',
  ]
  const assets = new Set<string>()
  for (const path of paths) {
    const page = await server.inject(path)
    t.equal(page.statusCode, 200, path)
    t.match(page.headers['content-type'], /^text\/html/)
    const policy = String(page.headers['content-security-policy'])
    t.match(policy, "default-src 'none'")
    t.notMatch(
      policy,
      /https?:|\*|unsafe|script-src(?! 'sha256-[\w+/=]+'$)/,
      'no script but the search, no style but a file',
    )
    t.equal(/<script/.test(page.payload), path === '/docs', 'only the search is a script')
    t.equal(policy.includes('script-src'), path === '/docs')
    t.notMatch(page.payload, /<style|\sstyle=|\son\w+=/)
    const links = [...page.payload.matchAll(/(?:src|href)="([^"]*)"/g)].map(match => match[1]!)
    t.ok(links.length > 4)
    for (const link of links.filter(link => !link.startsWith('#') && !link.startsWith('data:'))) {
      const url = new URL(link, `http://service.test${path}`)
      t.equal(url.host, 'service.test', link)
      assets.add(url.pathname)
    }
  }
  for (const path of assets) {
    const asset = await server.inject(path)
    t.equal(asset.statusCode, 200, path)
    const again = await server.inject({
      url: path,
      headers: { 'if-none-match': String(asset.headers['etag']) },
    })
    t.equal(again.statusCode, 304)
  }
})

t.test('a page that does not exist is 404 and names the page that lists them', async t => {
  const { server } = await fixture(t.testdir())
  for (const [path, first] of [
    ['/docs/getReports', '/docs'],
    ['/docs/constructor', '/docs'],
    ['/docs/client/Nothing', '/docs/client'],
  ]) {
    const { statusCode, payload } = await server.inject(path!)
    t.equal(statusCode, 404)
    t.match(JSON.parse(payload), {
      code: 'not_found',
      detail: `No page has this name; ${first} lists them.`,
    })
  }
})

t.test('no page is larger than 60 KB', async t => {
  const { server } = await fixture(t.testdir())
  for (const first of ['/docs', '/docs/client']) {
    const { payload } = await server.inject(first)
    const links = [...payload.matchAll(/href="([^"#]+)/g)].map(
      match => new URL(match[1]!, `http://service.test${first}`).pathname,
    )
    const pages = new Set([
      first,
      ...links.filter(link => link.startsWith(`${first}/`) && !link.endsWith('.css')),
    ])
    t.ok(pages.size > 20, first)
    for (const page of pages) t.ok((await server.inject(page)).rawPayload.length <= 60_000, page)
  }
})

t.test('page resources are compressed in advance, so that their length is known', async t => {
  const { server } = await fixture(t.testdir())
  for (const url of [
    '/openapi.yaml',
    '/openapi.json',
    '/docs',
    '/docs/getReport',
    '/docs/docs.css',
    '/llms.txt',
  ]) {
    const plain = await server.inject(url)
    const zipped = await server.inject({ url, headers: { 'accept-encoding': 'gzip' } })
    t.notOk('content-encoding' in plain.headers)
    t.match(
      zipped.headers,
      {
        'content-encoding': 'gzip',
        'content-length': zipped.rawPayload.length,
        'content-type': plain.headers['content-type'],
      },
      url,
    )
    t.same(gunzipSync(zipped.rawPayload), plain.rawPayload)
    t.not(zipped.headers['etag'], plain.headers['etag'], 'other bytes')
    for (const { headers } of [plain, zipped]) {
      t.match(headers['vary'], /accept-encoding/)
      const again = await server.inject({
        url,
        headers: { 'accept-encoding': 'gzip', 'if-none-match': String(headers['etag']) },
      })
      t.match([again.statusCode, again.payload], [304, ''])
    }
  }
})

t.test("dates in the examples follow the service's clock", async t => {
  const { server } = await fixture(
    t.testdir(),
    {},
    { clock: () => new Date('2026-03-08T12:00:00Z') },
  )
  t.match((await server.inject('/docs/recipes')).payload, 'since=2026-03-01&amp;changed=true')
})

t.test('every error code has an anchor on the page', async t => {
  const { server } = await fixture(t.testdir())
  const { payload } = await server.inject('/docs')
  for (const code of Object.keys(PROBLEMS)) t.match(payload, `id="${code}"`)
})

t.test(
  "a problem's type links to its code on the page, also if the service has a path",
  async t => {
    for (const [baseUrl, docs] of [
      [null, '/docs'],
      ['https://public.example', '/docs'],
      ['https://public.example/uascope', '/uascope/docs'],
    ] as const) {
      const config = {
        host: '127.0.0.1',
        port: 0,
        baseUrl,
        corsOrigins: [],
        metrics: false,
        trustProxy: false,
        web: false,
      }
      const { server } = await fixture(t.testdir(), {}, { config })
      t.equal(JSON.parse((await server.inject('/v1/apps')).payload).type, `${docs}#unauthorized`)
    }
  },
)

t.test('language models get a description with working addresses', async t => {
  const baseUrl = 'https://public.example/uascope'
  const config = {
    host: '127.0.0.1',
    port: 0,
    baseUrl,
    corsOrigins: [],
    metrics: false,
    trustProxy: false,
    web: false,
  }
  const { server } = await fixture(t.testdir(), {}, { config })
  const { payload, headers, statusCode } = await server.inject('/llms.txt')
  t.equal(statusCode, 200)
  t.match(headers['content-type'], /^text\/plain; charset=utf-8/)
  t.match(payload, /^# uascope\n\n> /)
  const links = [...payload.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm)].map(
    match => new URL(match[1]!),
  )
  t.ok(links.length > 20)
  for (const { href, pathname, hash } of links) {
    t.ok(href.startsWith(`${baseUrl}/`), href)
    const path = pathname.slice('/uascope'.length)
    t.match(path, /^\/(docs(\/\w+)?|openapi\.yaml|openapi\.json|v1\/mcp)$/)
    if (path === '/v1/mcp') continue
    const page = await server.inject(path)
    t.equal(page.statusCode, 200, path)
    if (hash !== '') t.match(page.payload, `id="${hash.slice(1)}"`)
  }
})

t.test('the page links to forms, and `/` without a page links to the documentation', async t => {
  for (const web of [true, false]) {
    const config = {
      host: '127.0.0.1',
      port: 0,
      baseUrl: null,
      corsOrigins: [],
      metrics: false,
      trustProxy: false,
      web,
    }
    const { server } = await fixture(t.testdir(), {}, { config })
    t.equal((await server.inject('/docs')).payload.includes('href="./"'), web)
    const root = await server.inject('/')
    t.equal(root.statusCode, web ? 200 : 404)
    if (!web)
      t.match(JSON.parse(root.payload), {
        code: 'not_found',
        detail: 'Nothing exists at this path. /docs describes the API.',
      })
  }
})

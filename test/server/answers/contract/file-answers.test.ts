import { appendFile, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import t from 'tap'
import { fileName } from '../../../../server/answers/analytics/file.ts'
import { fileAnswer, fixture } from '../../../support/http-server.ts'

const url = '/v1/report?appId=1&granularity=campaign'
const content = 'install_cohort,spend\n2026-01-01,1\n2026-01-02,2\n'
const size = Buffer.byteLength(content)

t.test('a file comes with its headers', async t => {
  const { server, auth } = await fixture(t.testdir(), {
    getReport: async () =>
      fileAnswer(content, {
        headers: { 'Run-Id': 4, 'Start-Date': '2026-01-01', Currency: undefined },
      }),
  })
  const response = await server.inject({ url, headers: { ...auth, 'accept-encoding': 'gzip' } })
  t.equal(response.statusCode, 200)
  t.equal(response.payload, content)
  t.match(response.headers, {
    'content-type': 'text/csv; charset=utf-8',
    'content-length': size,
    'content-disposition': /^attachment; filename="?report\.csv"?; filename\*=UTF-8''report\.csv$/,
    'x-content-type-options': 'nosniff',
    'cache-control': /private/,
    'accept-ranges': 'bytes',
    'total-rows': '3',
    'run-id': '4',
    'start-date': '2026-01-01',
    etag: /^"[\w-]+"$/,
  })
  t.notOk('content-encoding' in response.headers)
  t.notOk('currency' in response.headers)
})

t.test('Parquet is a stream of bytes', async t => {
  const bytes = Buffer.from([80, 65, 82, 49, 0, 255, 254])
  const { server, auth } = await fixture(t.testdir(), {
    getReport: async () => fileAnswer(bytes, { format: 'parquet', fileName: 'a.parquet' }),
  })
  const response = await server.inject({ url, headers: auth })
  t.equal(response.headers['content-type'], 'application/octet-stream')
  t.same(response.rawPayload, bytes)
})

t.test('any file name can be sent in a header', async t => {
  const names = ['Größe (neu) – 報告.csv', 'it\'s 100% "quoted".csv', 'a*b.csv', '😀.csv']
  for (const fileName of names) {
    const { server, auth } = await fixture(t.testdir(), {
      getReport: async () => fileAnswer(content, { fileName }),
    })
    const header = String(
      (await server.inject({ url, headers: auth })).headers['content-disposition'],
    )
    t.match(
      header,
      /^attachment; filename="?[\x20-\x7e]+"?; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]+$/,
    )
    t.equal(decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(header)![1]!), fileName)
  }
})

t.test('the longest file name gives a header below 1 KB', async t => {
  for (const one of ['a', ' ', 'é', '報', '🚀', '%', "'"]) {
    const name = fileName([`x${one.repeat(512)}`, 'report', 'campaign_geo'], 'parquet')
    const { server, auth } = await fixture(t.testdir(), {
      getReport: async () => fileAnswer(content, { fileName: name }),
    })
    const header = String(
      (await server.inject({ url, headers: auth })).headers['content-disposition'],
    )
    t.ok(`content-disposition: ${header}\r\n`.length < 1024, `${header.length}: ${one}`)
    t.equal(decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(header)![1]!), name)
  }
})

t.test('HEAD is GET without the body, and ignores ranges', async t => {
  const { server, auth } = await fixture(t.testdir(), {
    getReport: async () => fileAnswer(content),
  })
  const response = await server.inject({
    method: 'HEAD',
    url,
    headers: { ...auth, range: 'bytes=0-3' },
  })
  t.equal(response.statusCode, 200)
  t.equal(response.payload, '')
  t.match(response.headers, { 'content-length': size, 'total-rows': '3', etag: /"/ })
})

t.test('a current copy gets 304 and no file is built', async t => {
  const dir = t.testdir({ a: {}, b: {} })
  const one = await fixture(`${dir}/a`, { getReport: async () => fileAnswer(content) })
  const etag = String((await one.server.inject({ url, headers: one.auth })).headers['etag'])
  const other = await fixture(`${dir}/b`, {
    getReport: async () => fileAnswer(content, { build: () => Promise.reject(new Error('built')) }),
  })
  const response = await other.server.inject({
    url,
    headers: { ...other.auth, 'if-none-match': `W/${etag}` },
  })
  t.equal(response.statusCode, 304)
  t.equal(response.headers['etag'], etag)
  t.equal(response.payload, '')
  t.equal((await other.server.inject({ url, headers: other.auth })).statusCode, 500)
})

t.test('a file that caches must not keep says so', async t => {
  const { server, auth } = await fixture(t.testdir(), {
    getReport: async () => fileAnswer(content, { store: false }),
  })
  const response = await server.inject({ url, headers: auth })
  t.equal(response.headers['cache-control'], 'no-store')
  const again = await server.inject({
    url,
    headers: { ...auth, 'if-none-match': String(response.headers['etag']) },
  })
  t.equal(again.statusCode, 304)
  t.equal(again.headers['cache-control'], 'no-store')
})

t.test('parts of a file can be requested', async t => {
  const { server, auth } = await fixture(t.testdir(), {
    getReport: async () => fileAnswer(content),
  })
  const etag = String((await server.inject({ url, headers: auth })).headers['etag'])
  const parts: [string, number, number][] = [
    ['bytes=0-0', 0, 0],
    ['bytes=5-9', 5, 9],
    ['bytes=5-', 5, size - 1],
    ['bytes=-4', size - 4, size - 1],
    [`bytes=-${size + 10}`, 0, size - 1],
    ['bytes=3-99999', 3, size - 1],
  ]
  for (const [range, start, end] of parts) {
    for (const condition of [{}, { 'if-range': etag }]) {
      const response = await server.inject({ url, headers: { ...auth, range, ...condition } })
      t.equal(response.statusCode, 206, range)
      t.equal(response.payload, content.slice(start, end + 1))
      t.match(response.headers, {
        'content-range': `bytes ${start}-${end}/${size}`,
        'content-length': end - start + 1,
        etag,
        'content-type': 'text/csv; charset=utf-8',
      })
    }
  }
  for (const headers of [
    { range: 'bytes=0-0', 'if-range': '"other"' },
    { range: 'bytes=0-0', 'if-range': `W/${etag}` },
    { range: 'bytes=0-0', 'if-range': new Date().toUTCString() },
    { range: 'bytes=5-2' },
    { range: 'bytes=0-1,3-4' },
    { range: 'lines=0-1' },
    { range: 'bytes=-' },
    { range: 'bytes=a-b' },
  ]) {
    const response = await server.inject({ url, headers: { ...auth, ...headers } })
    t.equal(response.statusCode, 200, JSON.stringify(headers))
    t.equal(response.payload, content)
  }
  for (const range of [`bytes=${size}-`, 'bytes=99999-100000', 'bytes=-0']) {
    const response = await server.inject({ url, headers: { ...auth, range } })
    t.equal(response.statusCode, 416, range)
    t.equal(response.headers['content-range'], `bytes */${size}`)
    t.match(JSON.parse(response.payload), { code: 'range_not_satisfiable', status: 416 })
  }
})

t.test('a failed build leaves nothing behind, and the next one may succeed', async t => {
  let builds = 0
  const dir = t.testdir()
  const { server, auth } = await fixture(dir, {
    getReport: async () =>
      fileAnswer(content, {
        build: async (path, work) => {
          const done = await fileAnswer('half').build(path, work)
          if (++builds === 1) throw new Error('no memory')
          return done
        },
      }),
  })
  t.equal((await server.inject({ url, headers: auth })).statusCode, 500)
  t.same(await readdir(`${dir}/spool`), [])
  t.equal((await server.inject({ url, headers: auth })).statusCode, 200)
})

async function counting(dir: string, content: string) {
  const counted = { builds: 0 }
  const { server, auth } = await fixture(dir, {
    getReport: async () =>
      fileAnswer(content, {
        build: (path, work) => {
          counted.builds++
          return fileAnswer(content).build(path, work)
        },
      }),
  })
  return {
    counted,
    server,
    auth,
    ask: async () => (await server.inject({ url, headers: auth })).payload,
  }
}

async function empty(dir: string): Promise<void> {
  for (const name of await readdir(dir)) await rm(`${dir}/${name}`)
}

t.test('a file is built once, and again if it is missing', async t => {
  const dir = t.testdir()
  const large = 'x'.repeat(200_000)
  const { ask, counted } = await counting(dir, large)
  t.same(new Set(await Promise.all([ask(), ask(), ask()])), new Set([large]))
  t.equal(counted.builds, 1)
  await empty(`${dir}/spool`)
  t.equal(await ask(), large)
  t.equal(counted.builds, 2)
})

t.test('a small file is served from memory, whole or in part', async t => {
  const dir = t.testdir()
  const { ask, counted, server, auth } = await counting(dir, content)
  const first = await ask()
  await empty(`${dir}/spool`)
  t.equal(await ask(), first)
  const part = await server.inject({ url, headers: { ...auth, range: 'bytes=1-3' } })
  t.match(part, {
    statusCode: 206,
    payload: content.slice(1, 4),
    headers: { 'content-range': `bytes 1-3/${content.length}` },
  })
  t.equal(counted.builds, 1)
})

t.test('a damaged file is rebuilt; parts end with its content', async t => {
  const dir = t.testdir()
  const large = `${'x'.repeat(200_000)}end`
  const { ask, counted, server, auth } = await counting(dir, large)
  await ask()
  for (const damage of [
    (path: string) => truncate(path, 100_000),
    (path: string) => appendFile(path, 'y'),
    (path: string) => writeFile(path, ''),
  ]) {
    const builds = counted.builds
    for (const name of await readdir(`${dir}/spool`)) await damage(`${dir}/spool/${name}`)
    const part = await server.inject({ url, headers: { ...auth, range: 'bytes=-3' } })
    t.match(part, {
      statusCode: 206,
      payload: 'end',
      headers: { 'content-range': `bytes 200000-200002/${large.length}` },
    })
    t.equal(await ask(), large)
    t.equal(counted.builds, builds + 1)
  }
})

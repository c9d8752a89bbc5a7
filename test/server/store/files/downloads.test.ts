import { request, type IncomingMessage } from 'node:http'
import type { Server } from '@hapi/hapi'
import t, { type Test } from 'tap'
import { Spool } from '../../../../server/store/files/spool.ts'
import { COMPANY, fileAnswer, fixture, type Fixture } from '../../../support/http-server.ts'
import { until } from '../../../support/until.ts'

const REPORT = '/v1/report?appId=1&granularity=campaign'
const LINK = '/v1/exports/link'
const MEGABYTE = 2 ** 20
const SIZE = 16 * MEGABYTE

interface Answered {
  response: IncomingMessage
  status: number
  end: () => void
}

/** Asks for a file, and takes no more of it than its head. */
async function open(
  server: Server,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answered> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ port: server.info.port, path, headers, method, agent: false }, resolve)
      .on('error', reject)
      .end()
  })
  response.on('error', () => undefined)
  return { response, status: response.statusCode!, end: () => response.destroy() }
}

async function problemOf({ response }: Answered): Promise<{ code: string; detail: string }> {
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return JSON.parse(text) as { code: string; detail: string }
}

/** Retries until the response is not "too many downloads". */
async function admitted(
  server: Server,
  path: string,
  headers: Record<string, string>,
): Promise<Answered> {
  let answer = await open(server, path, headers)
  await until('a download is admitted', async () => {
    if (answer.status !== 429) return true
    answer.end()
    answer = await open(server, path, headers)
    return answer.status !== 429
  })
  return answer
}

async function started(
  t: Test,
  handlers: Parameters<typeof fixture>[1],
  overrides: Parameters<typeof fixture>[2] = {},
): Promise<Fixture> {
  const made = await fixture(t.testdir(), handlers, {
    bounds: { mostDownloads: 3 },
    linkCaller: async () => ({ companyId: COMPANY, kind: 'api_key', id: 'maker' }),
    ...overrides,
  })
  await made.server.start()
  t.teardown(() => made.server.stop({ timeout: 100 }))
  return made
}

t.test('a company has a limit of open downloads over all keys and links', async t => {
  const getReport = async () => fileAnswer(Buffer.alloc(SIZE))
  const { server, parts, auth } = await started(t, { getReport, downloadExport: getReport })
  const another = {
    authorization: `Bearer ${(await parts.keys.create({ companyId: COMPANY })).key}`,
  }
  const foreign = {
    authorization: `Bearer ${(await parts.keys.create({ companyId: COMPANY + 1 })).key}`,
  }
  const downloads = [
    await open(server, REPORT, auth),
    await open(server, REPORT, another),
    await open(server, LINK),
  ]
  t.same(
    downloads.map(({ status }) => status),
    [200, 200, 200],
  )
  for (const [path, headers] of [
    [REPORT, auth],
    [REPORT, another],
    [LINK, {}],
  ] as const) {
    const refused = await open(server, path, headers)
    t.equal(refused.status, 429)
    t.match(refused.response.headers, { 'retry-after': /^[1-9]\d*$/, ratelimit: /r=/ })
    t.match(await problemOf(refused), { code: 'too_many_downloads', detail: /3/ })
  }
  const other = await open(server, REPORT, foreign)
  t.equal(other.status, 200, 'another company is not concerned')
  t.equal((await open(server, '/v1/apps', auth)).status, 200, 'nor are lists')

  downloads[0]!.end()
  const next = await admitted(server, REPORT, auth)
  t.equal(next.status, 200, 'one that broke off is done')
  downloads[1]!.response.resume()
  const last = await admitted(server, REPORT, auth)
  t.equal(last.status, 200, 'and so is one that came to its end')
  for (const { end } of [...downloads, other, next, last]) end()
})

t.test('closed downloads do not count', async t => {
  const { server, auth } = await started(t, {
    getReport: async () => fileAnswer(Buffer.alloc(SIZE)),
  })
  const whole = await open(server, REPORT, auth)
  const etag = whole.response.headers.etag!
  for (let i = 0; i < 5; i++) {
    t.equal((await admitted(server, REPORT, { ...auth, range: 'bytes=0-9' })).status, 206)
    t.equal((await open(server, REPORT, { ...auth, 'if-none-match': etag })).status, 304)
    t.equal((await open(server, REPORT, auth, 'HEAD')).status, 200)
    const inner = {
      strategy: 'apiKey',
      credentials: {
        app: { companyId: COMPANY, kind: 'api_key' as const, id: 'k', counted: true },
      },
    }
    const within = await Promise.all(
      [1, 2, 3, 4].map(() =>
        server.inject({ url: `${REPORT}&limit=1`, auth: inner, headers: { range: 'bytes=0-0' } }),
      ),
    )
    t.same(
      within.map(({ statusCode }) => statusCode),
      [206, 206, 206, 206],
      'a request within another',
    )
  }
  whole.end()
})

t.test('a download that would be refused builds no file', async t => {
  let builds = 0
  const { server, auth } = await started(t, {
    getReport: async ({ query: { limit } }) =>
      fileAnswer('', {
        tag: String(limit),
        build: (path, stop) => {
          builds++
          return fileAnswer(Buffer.alloc(SIZE)).build(path, stop)
        },
      }),
  })
  const downloads = [
    await open(server, REPORT, auth),
    await open(server, REPORT, auth),
    await open(server, REPORT, auth),
  ]
  t.equal((await open(server, `${REPORT}&limit=7`, auth)).status, 429)
  t.equal(builds, 1)
  for (const { end } of downloads) end()
})

t.test(
  "a company's downloads hold at most half of the space, each file once, but always one file",
  async t => {
    const dir = t.testdir()
    const spool = await Spool.open(`${dir}/spool`, { maxBytes: 64 * MEGABYTE })
    const { server, auth } = await started(
      t,
      {
        getReport: async ({ query: { limit } }) =>
          fileAnswer(Buffer.alloc((limit ?? 0) * MEGABYTE), { tag: `of ${limit}` }),
      },
      { spool, bounds: {} },
    )
    const of = (megabytes: number) => open(server, `${REPORT}&limit=${megabytes}`, auth)
    const first = await of(20)
    const again = await of(20)
    t.same([first.status, again.status], [200, 200])
    const refused = await of(15)
    t.equal(refused.status, 429)
    t.match(await problemOf(refused), { code: 'too_many_downloads', detail: /32 MiB/ })
    first.end()
    again.end()
    const large = await admitted(server, `${REPORT}&limit=40`, auth)
    t.equal(large.status, 200)
    large.end()
  },
)

t.test('stalled readers cannot fill the disk: other companies still get files', async t => {
  const dir = t.testdir()
  const spool = await Spool.open(`${dir}/spool`, { maxBytes: 64 * MEGABYTE })
  const { server, parts, auth } = await started(
    t,
    {
      getReport: async ({ query: { limit }, companyId }) =>
        fileAnswer(Buffer.alloc(12 * MEGABYTE), { tag: `${companyId} ${limit}` }),
    },
    { spool, bounds: {} },
  )
  const foreign = {
    authorization: `Bearer ${(await parts.keys.create({ companyId: COMPANY + 1 })).key}`,
  }
  const statuses: number[] = []
  const opened: Answered[] = []
  for (let n = 1; n <= 8; n++) opened.push(await open(server, `${REPORT}&limit=${n}`, auth))
  for (const { status } of opened) statuses.push(status)
  t.same(statuses, [200, 200, 429, 429, 429, 429, 429, 429])
  const neighbor = await open(server, `${REPORT}&limit=1`, foreign)
  t.equal(neighbor.status, 200)
  for (const { end } of [...opened, neighbor]) end()
})

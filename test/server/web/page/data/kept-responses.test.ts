import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { Budget } from '../../../../../server/web/page/data/budget.ts'
import { KeptResponses } from '../../../../../server/web/page/data/kept-responses.ts'

async function serve(
  t: Test,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => new Promise(resolve => server.close(resolve)))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function keptBy(t: Test, id: string, fresh: number): KeptResponses {
  const kept = new KeptResponses(
    { id, authorization: async () => `Bearer ${id}` },
    new Budget(),
    fresh,
  )
  t.teardown(() => kept.clear())
  return kept
}

const init = { method: 'GET', headers: {}, signal: new AbortController().signal }

t.test('a fresh response is reused; a stale one is revalidated by its ETag', async t => {
  const tags: (string | undefined)[] = []
  const url = await serve(t, (request, response) => {
    tags.push(request.headers['if-none-match'])
    if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end()
    else response.writeHead(200, { etag: '"1"', 'content-type': 'application/json' }).end('[1]')
  })
  let now = Date.now()
  t.intercept(Date, 'now', { value: () => now })
  const kept = keptBy(t, 'a', 2000)
  t.same(await (await kept.fetch(`${url}/v1/apps`, init)).json(), [1])
  t.same(await (await kept.fetch(`${url}/v1/apps`, init)).json(), [1])
  t.same(tags, [undefined])
  now += 2100
  const again = await kept.fetch(`${url}/v1/apps`, init)
  t.same(await again.json(), [1])
  t.equal(again.status, 200)
  t.same(tags, [undefined, '"1"'], 'confirmed without a body')
  await kept.fetch(`${url}/v1/apps`, init)
  t.equal(tags.length, 2, 'and fresh again')
})

t.test('tabs share responses, but never across credentials', async t => {
  let requests = 0
  const url = await serve(t, (request, response) => {
    requests++
    response.writeHead(200, { etag: '"1"' }).end(request.headers.authorization)
  })
  const first = keptBy(t, 'key of one', 60_000)
  await first.fetch(`${url}/v1/apps`, init)
  const second = keptBy(t, 'key of one', 60_000)
  t.equal(await (await second.fetch(`${url}/v1/apps`, init)).text(), 'Bearer key of one')
  t.equal(requests, 1, 'from the other tab')
  const other = keptBy(t, 'key of another', 60_000)
  t.equal(await (await other.fetch(`${url}/v1/apps`, init)).text(), 'Bearer key of another')
  t.equal(requests, 2)
})

t.test('a 429 causes a wait; an error is not cached', async t => {
  const statuses = [429, 500, 200]
  const url = await serve(t, (_request, response) => {
    const status = statuses.shift()!
    response.writeHead(status, status === 429 ? { 'retry-after': '1' } : {}).end(String(status))
  })
  const kept = keptBy(t, 'b', 60_000)
  const began = Date.now()
  t.equal((await kept.fetch(`${url}/v1/apps`, init)).status, 500, 'asked again after the wait')
  t.ok(Date.now() - began >= 950)
  t.equal((await kept.fetch(`${url}/v1/apps`, init)).status, 200)
})

t.test('a response that arrives after the credential was given up is not stored', async t => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
    removeItem: (name: string) => void stored.delete(name),
  }
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage')
  Object.defineProperty(globalThis, 'sessionStorage', { value: storage, configurable: true })
  t.teardown(() => {
    Reflect.deleteProperty(globalThis, 'sessionStorage')
    if (descriptor !== undefined) Object.defineProperty(globalThis, 'sessionStorage', descriptor)
  })
  let answer = () => {}
  const arrived = new Promise<void>(resolve => {
    void serve(t, (_request, response) => {
      answer = () => response.writeHead(200, { ratelimit: '"company";r=9;t=30' }).end('secret')
      resolve()
    }).then(url => (pending = kept.fetch(`${url}/v1/apps`, init)))
  })
  let pending: Promise<Response> | undefined
  const kept = keptBy(t, 'gone', 60_000)
  await arrived
  kept.clear()
  answer()
  t.equal(await (await pending!).text(), 'secret', 'the request itself does not fail')
  t.strictSame([...stored], [])
})

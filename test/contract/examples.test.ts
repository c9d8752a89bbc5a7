import { readFile } from 'node:fs/promises'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import { startService } from '../support/started-service.ts'

const today = '2026-04-01'

/** The example of an operation's 200 answer in openapi.yaml. */
async function exampleOf(path: string, type: string): Promise<unknown> {
  const contract = parse(await readFile('openapi.yaml', 'utf8'))
  return contract.paths[path].get.responses['200'].content[type].example
}

t.test(
  `the contract's examples are the service's responses to the demo delivery of ${today}`,
  async t => {
    const service = await startService(t, { now: `${today}T12:00:00Z`, demo: today })

    const includes = async (t: Test, path: string, query: string, key = 'id'): Promise<void> => {
      const all = (await service.get(`${path}${query}`)).json() as Record<string, unknown>[]
      const examples = (await exampleOf(path, 'application/json')) as Record<string, unknown>[]
      t.not(examples.length, 0)
      for (const example of examples)
        t.same(
          all.find(row => row[key] === example[key]),
          example,
        )
    }
    await t.test('the example of apps matches', t => includes(t, '/v1/apps', ''))
    await t.test('the example of the overview matches', t =>
      includes(t, '/v1/overview', '', 'appId'),
    )
    await t.test("the example of an app's settings matches", async t => {
      t.same(
        (await service.get('/v1/app-settings?appId=101')).json(),
        await exampleOf('/v1/app-settings', 'application/json'),
      )
    })
    await t.test('the example of campaigns matches', t =>
      includes(t, '/v1/campaigns', '?appId=101', 'campaign'),
    )
    await t.test('the example of recommendations matches', t =>
      includes(t, '/v1/recommendations', '?appId=101'),
    )
    await t.test('the example of the track record matches', t =>
      includes(t, '/v1/track-record', '?appId=101&groupBy=platform', 'platform'),
    )
    await t.test('the example of forecast accuracy matches', t =>
      includes(t, '/v1/forecast-accuracy', '?appId=101', 'age'),
    )
    await t.test('the example of alerts matches', t => includes(t, '/v1/alerts', '?appId=101'))
    await t.test('the example of events matches', t => includes(t, '/v1/events', '?appId=101'))
    await t.test('the example of pacing matches', t =>
      includes(t, '/v1/pacing', '?appId=101', 'budgetId'),
    )
    await t.test('the example of a budget plan matches, with fewer campaigns', async t => {
      const plan = (await service.get('/v1/budget-plan?appId=101&budgetChange=0.1')).json()
      const example = await exampleOf('/v1/budget-plan', 'application/json')
      t.same(cutLike(plan, example), example)
    })
    await t.test('the example of a report matches', async t => {
      const query =
        'appId=101&granularity=campaign&installGrouping=weekly&metrics=spend,installs,cpi,ltv,roas&dsiValues=7&format=csv&limit=3'
      t.equal(
        (await service.get(`/v1/report?${query}`)).body.toString(),
        await exampleOf('/v1/report', 'text/csv'),
      )
    })
    await t.test('the example of ROAS history matches', async t => {
      const answer = await service.get(
        '/v1/roas-history?appId=101&granularity=app&startDate=2026-03-23&format=csv',
      )
      t.equal(answer.body.toString(), await exampleOf('/v1/roas-history', 'text/csv'))
    })
    await t.test('the example of a bad request matches', async t => {
      const answer = await service.get(
        '/v1/report?appId=101&granularity=campaign&limit=0&countries=US',
      )
      const contract = parse(await readFile('openapi.yaml', 'utf8'))
      const { requestId, ...example } =
        contract.components.responses.BadRequest.content['application/problem+json'].example
      t.match(answer.json(), example)
      t.ok(requestId)
    })
    await t.test('the examples of tools match, with shortened lists', async t => {
      const contract = parse(await readFile('openapi.yaml', 'utf8'))
      const authorization = `Bearer ${await service.keyOf(1)}`
      for (const [name, { arguments: args, example }] of Object.entries<Tool>(
        contract['x-mcp-tools'],
      )) {
        const { payload } = await service.server.inject({
          method: 'POST',
          url: '/v1/mcp',
          headers: {
            authorization,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
          payload: {
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name, arguments: 'appId' in args ? { appId: 101 } : {} },
          },
        })
        const answer = JSON.parse(payload).result.structuredContent
        // Another key has another id, and another service other links.
        const { id, downloadUrl, ...rest } = example
        t.same(cutLike(answer, rest), rest, name)
        if (id !== undefined) t.match(answer.id, /^[0-9a-f]{12}$/)
        if (downloadUrl !== undefined)
          t.match(answer.downloadUrl, /^http:\/\/[^/]+\/v1\/exports\/./)
      }
    })
  },
)

interface Tool {
  arguments: object
  example: Record<string, unknown>
}

/** The value without what the example leaves out at the ends of its lists, and without an id or a link. */
function cutLike(value: unknown, example: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(example))
    return value.slice(0, example.length).map((item, i) => cutLike(item, example[i]))
  if (
    typeof value !== 'object' ||
    value === null ||
    typeof example !== 'object' ||
    example === null
  )
    return value
  const kept = Object.entries(value).filter(
    ([key]) => key in example || (key !== 'id' && key !== 'downloadUrl'),
  )
  return Object.fromEntries(
    kept.map(([key, part]) => [key, cutLike(part, (example as Record<string, unknown>)[key])]),
  )
}

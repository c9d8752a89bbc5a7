import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat, unlink } from 'node:fs/promises'
import Fastify from 'fastify'
import { LRUCache } from 'lru-cache'

/**
 * A thin service over an engine: keys by their hash, the company's apps alone, values checked, answers kept. It has no limits per company, no ETags,
 * no imports while it runs, no metrics, and does not look whether revenue is complete.
 * @param {{ recommendations(query: object): Promise<Buffer>, alerts(query: object): Promise<Buffer>, report(query: object, path: string): Promise<void> }} engine
 */
export async function serve(engine) {
  const { keys, apps } = JSON.parse(await readFile(`${process.env.PEER_DATA}/apps.json`, 'utf8'))
  const companies = new Map(Object.entries(keys))
  const byId = new Map(apps.map(app => [app.id, app]))
  const lists = new Map()
  for (const { id, name, createdAt, companyId } of apps) lists.set(companyId, [...(lists.get(companyId) ?? []), { id, name, createdAt }])
  /** Data do not change, so that what was answered once holds. */
  const kept = new LRUCache({ maxSize: 2 ** 26, sizeCalculation: body => body.length })
  let files = 0

  const fastify = Fastify()
  fastify.decorateRequest('companyId', null)
  fastify.addHook('onRequest', async (request, reply) => {
    const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    request.companyId = companies.get(createHash('sha256').update(key).digest('hex'))
    if (request.companyId === undefined) return reply.code(401).send({ title: 'Unauthorized' })
  })

  const list = (values, of) => ({ type: 'string', pattern: of ?? `^(${values.join('|')})(,(${values.join('|')}))*$` })
  const names = { type: 'string', maxLength: 2000 }
  const app = { appId: { type: 'integer', minimum: 1 } }
  const date = { type: 'string', format: 'date' }
  const filters = {
    granularity: { type: 'string', enum: ['campaign', 'campaign_geo'], default: 'campaign' },
    platforms: list(['ios', 'android', 'web']),
    networks: names,
    countries: list([], '^[A-Z]{2}(,[A-Z]{2})*$'),
    actions: list(['scale', 'hold', 'reduce']),
  }
  const querystring = properties => ({
    querystring: { type: 'object', required: ['appId'], additionalProperties: false, properties: { ...app, ...properties } },
  })
  const appOf = request => {
    const found = byId.get(request.query.appId)
    if (found?.companyId === request.companyId) return found
    throw Object.assign(new Error('not your app'), { statusCode: 403 })
  }

  fastify.get('/v1/apps', async request => lists.get(request.companyId))
  for (const name of ['recommendations', 'alerts']) {
    fastify.get(`/v1/${name}`, { schema: querystring(name === 'alerts' ? {} : filters) }, async (request, reply) => {
      const found = appOf(request)
      let body = kept.get(request.url)
      if (body === undefined) kept.set(request.url, (body = await engine[name]({ ...request.query, ...found })))
      return reply.type('application/json').send(body)
    })
  }
  const report = {
    granularity: filters.granularity,
    installGrouping: { type: 'string', enum: ['daily', 'weekly'], default: 'weekly' },
    metrics: { ...list(['ltv', 'roas']), default: 'ltv' },
    roasTypes: { ...list(['paid', 'incremental_blended', 'full_blended']), default: 'paid' },
    revenueTypes: { ...list(['gross', 'net']), default: 'gross' },
    dsiValues: { ...list([], '^\\d{1,3}(,\\d{1,3})*$'), default: '7,365' },
    format: { type: 'string', enum: ['parquet', 'csv'], default: 'parquet' },
    startDate: date,
    endDate: date,
  }
  fastify.get('/v1/report', { schema: querystring(report) }, async (request, reply) => {
    const { format } = request.query
    const found = appOf(request)
    reply.type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/octet-stream')
    const body = kept.get(request.url)
    if (body !== undefined) return reply.send(body)
    const path = `${process.env.PEER_SCRATCH}/${++files}.${format}`
    await engine.report({ ...range(request.query), ...found }, path)
    const { size } = await stat(path)
    if (size < 2 ** 20) {
      const small = await readFile(path)
      await unlink(path)
      kept.set(request.url, small)
      return reply.send(small)
    }
    const stream = createReadStream(path, { highWaterMark: 2 ** 18 }).once('close', () => void unlink(path))
    return reply.header('content-length', size).send(stream)
  })

  console.log(`Listening on ${await fastify.listen({ host: '127.0.0.1', port: 0 })}`)
  process.once('SIGTERM', () => process.exit(0))
}

/** Thirty days through yesterday, unless it is said. */
function range(query) {
  const day = (from, days) => new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10)
  const endDate = query.endDate ?? day(new Date().toISOString().slice(0, 10), -1)
  return { ...query, endDate, startDate: query.startDate ?? day(endDate, -30) }
}

/** The columns of a list of recommendations, as SQL that both engines take. */
export function recommendationColumns(double) {
  const camel = name => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase())
  const types = ['paid', 'incremental_blended', 'full_blended']
  const roas = ['target', 'predicted'].flatMap(side =>
    types.flatMap(type => ['gross', 'net'].map(revenue => `${side}_${type}_${revenue}_roas`)),
  )
  const change = `(predicted_paid_gross_roas / target_paid_gross_roas - 1)`
  const daily = `${double('spend')} / lookback_days`
  const action = `CASE WHEN ${change} > 0.05 THEN 'SCALE' WHEN ${change} >= -0.05 THEN 'HOLD' ELSE 'REDUCE' END`
  return [
    'recommendation_id AS "id"',
    ...['country', 'platform', 'network', 'campaign'],
    `${action} AS "action"`,
    `CASE WHEN ${daily} < 5 OR confidence_score < 0.3 THEN 'LOW' WHEN confidence_score < 0.6 THEN 'MEDIUM' ELSE 'HIGH' END AS "status"`,
    'confidence_score AS "confidenceScore"',
    `${daily} AS "dailySpend"`,
    ...types.map(type => `${type}_installs AS "${camel(type)}Installs"`),
    ...types.map(type => `${double('spend')} / ${type}_installs AS "${camel(type)}Cpi"`),
    'optimisation_dsi AS "optimisationDsi"',
    'target_dsi AS "targetDsi"',
    ...['live', 'paced', 'raw', 'predicted'].map(which => `optimisation_${which}_roas AS "${camel(`optimisation_${which}_roas`)}"`),
    ...roas.map(name => `${name} AS "${camel(name)}"`),
  ].join(', ')
}

/** What a report asks for: cells of each group of cohorts, and what they are made of. `sumAt(revenue, dsi)` sums a revenue at a DSI. */
export function reportParts({ metrics, roasTypes, revenueTypes, dsiValues, granularity }, sumAt) {
  const names = ['platform', 'network', 'campaign', ...(granularity === 'campaign_geo' ? ['country'] : [])]
  const revenues = []
  const cells = []
  for (const metric of metrics.split(',')) {
    for (const type of roasTypes.split(',')) {
      for (const revenue of revenueTypes.split(',')) {
        for (const dsi of dsiValues.split(',').map(Number)) {
          const column = `${type}_${revenue}_${dsi}`
          const sum = `${sumAt(`${type}_${revenue}`, dsi)} AS ${column}`
          if (!revenues.includes(sum)) revenues.push(sum)
          cells.push({ name: `${metric}_${type}_${revenue}_d${dsi}`, column, per: metric === 'ltv' ? `${type}_installs` : 'spend' })
        }
      }
    }
  }
  return { names, revenues, cells, dsis: [...new Set(dsiValues.split(',').map(Number))].join() }
}

/** Filters of a list, as pairs of a column and its allowed values. */
export function filtersOf({ platforms, networks, countries, actions }) {
  const pairs = [
    ['platform', platforms?.toUpperCase()],
    ['network', networks],
    ['country', countries],
    ['action', actions?.toUpperCase()],
  ]
  return pairs.filter(([, values]) => values !== undefined).map(([column, values]) => [column, values.split(',')])
}

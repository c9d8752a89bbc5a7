import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/**
 * The baseline of `lists`: Fastify with the service's checks of keys, rate limits, parameters and access, ETags and headers, around bytes
 * that it once took from the service at ORIGIN. FASTIFY is the module's path.
 */

interface Request {
  headers: Record<string, string | undefined>
  query: { appId?: number }
  url: string
}

interface Reply {
  code(status: number): Reply
  header(name: string, value: string | number): Reply
  send(body?: string | Buffer): Reply
}

type Handler = (request: Request, reply: Reply) => Promise<Reply>

interface Fastify {
  get(path: string, options: object, handler: Handler): void
  listen(options: { port: number; host: string }): Promise<string>
  close(): Promise<void>
}

const { default: fastify } = (await import(process.env['FASTIFY']!)) as { default: (options: object) => Fastify }
const { ORIGIN: origin, COMPANIES: companiesFile } = process.env

interface Company {
  appId: number
  key: string
}

const companies = JSON.parse(await readFile(companiesFile!, 'utf8')) as Company[]
const known = new Map(companies.map(({ appId, key }) => [digest(key), { appId, used: 0, until: 0 }]))

const LIMIT = 1_000_000
const WINDOW = 60_000

interface Kept {
  bytes: Buffer
  etag: string
  totalRows: string
}
const kept = new Map<string, Kept>()

function digest(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

async function bytesOf(url: string, authorization: string): Promise<Kept> {
  const found = kept.get(url + authorization)
  if (found !== undefined) return found
  const answer = await fetch(`${origin}${url}`, { headers: { authorization } })
  const { headers, status } = answer
  if (status !== 200) throw new Error(`${status} for ${url}`)
  const made = { bytes: Buffer.from(await answer.arrayBuffer()), etag: headers.get('etag')!, totalRows: headers.get('total-rows') ?? '0' }
  kept.set(url + authorization, made)
  return made
}

const list: Handler = async ({ headers, query, url }, reply) => {
  const authorization = headers['authorization'] ?? ''
  reply.header('x-request-id', headers['x-request-id'] ?? randomUUID())
  const company = /^Bearer \S+$/.test(authorization) ? known.get(digest(authorization.slice(7))) : undefined
  if (company === undefined) return reply.code(401).header('www-authenticate', 'Bearer').send()
  const now = Date.now()
  if (now >= company.until) Object.assign(company, { used: 0, until: now + WINDOW })
  company.used++
  const left = Math.ceil((company.until - now) / 1000)
  reply
    .header('ratelimit-policy', `"company";q=${LIMIT};w=60`)
    .header('ratelimit', `"company";r=${Math.max(0, LIMIT - company.used)};t=${left}`)
  if (company.used > LIMIT) return reply.code(429).header('retry-after', left).send()
  if (query.appId !== undefined && query.appId !== company.appId) return reply.code(403).send()
  const { bytes, etag, totalRows } = await bytesOf(url, authorization)
  reply.header('etag', etag).header('cache-control', 'private, no-cache').header('vary', 'accept-encoding')
  if (headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.header('content-type', 'application/json').header('total-rows', totalRows).send(bytes)
}

const names = { type: 'string', minLength: 1 }
const appId = { type: 'integer', minimum: 1 }
function accepts(properties: object, required: readonly string[] = []): object {
  return { schema: { querystring: { type: 'object', additionalProperties: false, properties, required } } }
}

const app = fastify({ ajv: { customOptions: { removeAdditional: false } } })
const filters = { platforms: names, networks: names, countries: names, campaigns: names }
app.get('/v1/apps', accepts({}), list)
app.get('/v1/alerts', accepts({ appId, ...filters }, ['appId']), list)
app.get(
  '/v1/recommendations',
  accepts({ appId, ...filters, actions: names, granularity: { enum: ['campaign', 'campaign_geo'] } }, ['appId']),
  list,
)
console.log(`Listening on ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))

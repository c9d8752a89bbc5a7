import fc from './fast-check.ts'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import {
  budgetRow,
  cohortRow,
  eventRow,
  recommendationRow,
  revenueRow,
  runRow,
} from '../reference/minimal-delivery.ts'
import type { Delivery } from '../reference/delivery.ts'
import { linkTo } from './links.ts'
import { twoCompanies } from './two-companies.ts'
import type { TestService } from './started-service.ts'
import { LINK, oddRequest, type Credential, type OddRequest } from './odd-requests.ts'

/** Two companies, whose names and data differ by a word: company 1's contain Quokka, company 2's Wombat. */
export function fuzzDelivery(): Delivery {
  const delivery = twoCompanies()
  const named = (id: number) => (id === 4 ? 'Wombat' : 'Quokka')
  const run = runRow({ run_id: 40, app_id: 4 })
  const campaign = 'Wombat hunt'
  return {
    ...delivery,
    companies: [
      { company_id: 1, name: 'Quokka Works' },
      { company_id: 2, name: 'Wombat Works' },
    ],
    apps: delivery.apps.map(app => ({ ...app, name: `${named(app.app_id)} ${app.app_id}` })),
    runs: [...delivery.runs, run],
    cohorts: [
      ...delivery.cohorts.map(row => ({ ...row, campaign: 'Quokka hunt' })),
      cohortRow({ run_id: 40, campaign }),
    ],
    cohort_revenue: [
      ...delivery.cohort_revenue.map(row => ({ ...row, campaign: 'Quokka hunt' })),
      revenueRow({ run_id: 40, campaign }),
    ],
    roas_snapshots: delivery.roas_snapshots.map(row => ({ ...row, campaign: 'Quokka hunt' })),
    recommendations: [
      ...delivery.recommendations.map(row => ({ ...row, campaign: 'Quokka hunt' })),
      recommendationRow({ recommendation_id: 40, run_id: 40, campaign }),
    ],
    alerts: delivery.alerts.map(row => ({ ...row, campaign: 'Quokka hunt' })),
    events: delivery.apps.map(({ app_id }) =>
      eventRow({ event_id: app_id, app_id, title: named(app_id), note: `${named(app_id)} hunt` }),
    ),
    budgets: delivery.apps.map(({ app_id }) =>
      budgetRow({ budget_id: app_id, app_id, network: `${named(app_id)} hunt` }),
    ),
  }
}

/** What is inside the service; what was sent may be quoted in an answer, but none of this is ever sent. */
const INSIDE = [
  'node_modules',
  'SELECT ',
  'read_parquet',
  '.ts:',
  'at async',
  'DuckDB',
  'Binder Error',
  'ENOENT',
  '"code":-32603',
]

const OWN = 1
const OTHER = 2
const FOREIGN = {
  own: /wombat/i,
  other: /quokka/i,
  none: /wombat|quokka/i,
  wrong: /wombat|quokka/i,
}

/** How many requests are under way at once, and made up at once. */
const AT_ONCE = 8
const LOT = 400

/** How long, in ms, a socket that says nothing more is listened to. */
const SILENCE = 150

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/**
 * Sends made-up requests to a listening service that holds `fuzzDelivery` and signs links with the tests' secret: each must be answered
 * with a success or a problem, never with a fault of the service, and tell nothing of its inside or of another company.
 * @returns how many there were of each kind and status; -: the connection was closed without an answer
 * @throws naming the request that broke it
 */
export async function fuzz(
  service: TestService,
  { count, seed }: { count: number; seed: number },
): Promise<Map<string, number>> {
  const { path: link } = await linkTo(service)
  const port = Number(service.server.info.port)
  const keys: Record<Credential, string> = {
    own: await service.keyOf(OWN),
    other: await service.keyOf(OTHER),
    none: '',
    wrong: 'uascope_x',
  }
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const seen = new Map<string, number>()
  const inside = [...INSIDE, service.dataDir, keys.own, keys.other]

  const one = async (odd: OddRequest): Promise<void> => {
    const answers =
      odd.kind === 'raw'
        ? await sendRaw(port, odd.bytes, keys.own)
        : [await send(port, agent, withLink(odd, link), keys)]
    if (answers.length === 0) seen.set(`${odd.kind} -`, (seen.get(`${odd.kind} -`) ?? 0) + 1)
    for (const answer of answers) {
      seen.set(`${odd.kind} ${answer.status}`, (seen.get(`${odd.kind} ${answer.status}`) ?? 0) + 1)
      const fault = faultOf(odd, answer, inside)
      if (fault !== null)
        throw new Error(
          `seed ${seed}: ${fault}\n${describe(odd)}\n${answer.status} ${answer.body.slice(0, 2000)}`,
        )
    }
  }

  try {
    for (let done = 0; done < count; done += LOT) {
      const lot = fc.sample(oddRequest, { numRuns: Math.min(LOT, count - done), seed: seed + done })
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let odd = lot.pop(); odd !== undefined; odd = lot.pop()) await one(odd)
        }),
      )
    }
    const alive = await send(
      port,
      agent,
      { kind: 'rest', method: 'GET', path: '/v1/apps', headers: {}, credential: 'own' },
      keys,
    )
    if (alive.status !== 200)
      throw new Error(`seed ${seed}: afterwards a good request gets ${alive.status}`)
    return seen
  } finally {
    agent.destroy()
  }
}

/** What must not be about an answer; null for nothing. */
function faultOf(
  odd: OddRequest,
  { status, headers, body }: Answer,
  inside: readonly string[],
): string | null {
  // Nobody told the service to be busy.
  if (status >= 500) return `a fault of the service`
  // A Parquet file names its writer.
  const leak = inside.find(text => body.includes(text) && (text !== 'DuckDB' || status >= 400))
  if (leak !== undefined) return `${leak} in an answer`
  const credential =
    odd.kind === 'raw' || (odd.kind === 'rest' && odd.path.startsWith(LINK))
      ? 'own'
      : odd.credential
  if (FOREIGN[credential].test(body)) return "another company's data in an answer"
  if (odd.kind === 'raw') return null
  if (typeof headers['x-request-id'] !== 'string') return 'no X-Request-Id'
  const isProblem = String(headers['content-type']).startsWith('application/problem+json')
  if (status < 400) return isProblem ? 'a problem that is a success' : null
  if (odd.kind === 'rest' && !isProblem)
    return `an error of type ${String(headers['content-type'])}`
  if (body === '')
    return odd.kind === 'rest' && odd.method === 'HEAD' ? null : 'an error without words'
  const said = JSON.parse(body) as {
    status?: unknown
    code?: unknown
    error?: { message?: unknown }
  }
  const hasMessage = isProblem
    ? said.status === status && typeof said.code === 'string'
    : typeof said.error?.message === 'string'
  return hasMessage ? null : 'an error without words'
}

function withLink(
  odd: Exclude<OddRequest, { kind: 'raw' }>,
  link: string,
): Exclude<OddRequest, { kind: 'raw' }> {
  return odd.kind === 'rest' ? { ...odd, path: odd.path.replace(LINK, link) } : odd
}

function send(
  port: number,
  agent: Agent,
  odd: Exclude<OddRequest, { kind: 'raw' }>,
  keys: Record<Credential, string>,
): Promise<Answer> {
  const key = keys[odd.credential]
  const headers = {
    ...(odd.kind === 'mcp'
      ? { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
      : {}),
    ...odd.headers,
    ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
  }
  const [method, path] = odd.kind === 'mcp' ? ['POST', '/v1/mcp'] : [odd.method, odd.path]
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', agent, method, path, headers }, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          body: textOf(Buffer.concat(chunks), response.headers['content-encoding']),
        }),
      )
    })
    sent.on('error', reject).end(odd.kind === 'mcp' ? odd.body : undefined)
  })
}

/** Every answer that comes before the connection ends, or falls silent. */
function sendRaw(port: number, bytes: Uint8Array, key: string): Promise<Answer[]> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.setTimeout(SILENCE, () => socket.destroy())
    socket
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('error', () => undefined)
      .on('close', () => {
        const text = Buffer.concat(chunks).toString('latin1')
        resolve(
          [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => ({
            status: Number(status),
            headers: {},
            body: text,
          })),
        )
      })
    socket.write(Buffer.from(Buffer.from(bytes).toString('latin1').replace('KEY', key), 'latin1'))
  })
}

function textOf(bytes: Buffer, encoding: string | undefined): string {
  return (encoding === 'gzip' && bytes.length > 0 ? gunzipSync(bytes) : bytes).toString()
}

function describe(odd: OddRequest): string {
  const { kind, ...rest } = odd
  const bytes =
    'bytes' in rest
      ? { bytes: Buffer.from(rest.bytes).toString('latin1') }
      : 'body' in rest
        ? { body: Buffer.from(rest.body).toString('latin1') }
        : {}
  return `${kind} ${JSON.stringify({ ...rest, ...bytes }).slice(0, 3000)}`
}

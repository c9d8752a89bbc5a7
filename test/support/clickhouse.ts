import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import type { Reply, Statement } from './clickhouse-engine.ts'
import { CHDB } from './clickhouse-runtime.ts'
import { lakeOf, type TestLake } from './lake.ts'
import { requireOrSkip } from './require-or-skip.ts'
import { S3_KEYS } from './s3.ts'
import { makeFolder, removeFolder } from './temporary-folder.ts'
import { latency } from './pauses.ts'

export const CLICKHOUSE_USER = { user: 'uascope', password: 'p+a/s s' }

/** Its S3 client takes the region from AWS's addresses alone. */
const REGION = 'us-east-1'

export interface ClickhouseQuery {
  id: string
  text: string
  settings: Record<string, string>
  /** How it ended; undefined while it runs. */
  ended?: 'answered' | 'refused' | 'cancelled'
}

/** What goes wrong with a query. */
export interface ClickhouseFault {
  /** ms before it begins. */
  delay?: number
  /** The result. */
  answer?: string
  /** Refused with this error of ClickHouse. */
  error?: { code: number; type: string; message: string }
  /** The connection ends, or, with `stall`, lasts and nothing more comes, after this many bytes of the result. */
  cut?: number
  stall?: boolean
}

/** ClickHouse's real engine, behind as much of the HTTP interface of its server as the client needs. */
export interface TestClickhouse {
  /** `CLICKHOUSE_URL`; the collection is there for a lake in S3. */
  url: string
  queries: ClickhouseQuery[]
  /** Rows and bytes after decompression that answered queries read. */
  read: { rows: number; bytes: number }
  fault(of: (query: ClickhouseQuery) => ClickhouseFault | undefined): void
  /** Ends the engine, as a crash does; the next query starts it again. */
  killEngine(): void
  /** Takes no connections until it is up again. */
  down(): Promise<void>
  up(): Promise<void>
}

export const hasClickhouse = existsSync(CHDB)

/** A lake with ClickHouse; undefined, the test being skipped, where one of the servers is missing. */
export async function clickhouseLake(
  t: Test,
  kind: 'file' | 's3',
): Promise<(TestLake & { clickhouse: TestClickhouse }) | undefined> {
  if (!requireOrSkip(t, hasClickhouse, 'chDB')) return undefined
  const lake = await lakeOf(t, kind, REGION)
  if (lake === undefined) return undefined
  const clickhouse = await startClickhouse(lake, stop => t.teardown(stop))
  return {
    ...lake,
    environment: { ...lake.environment, CLICKHOUSE_URL: clickhouse.url },
    clickhouse,
  }
}

/** `onEnd` gets the function that stops it. */
export async function startClickhouse(
  lake: Pick<TestLake, 's3'>,
  onEnd: (stop: () => Promise<void>) => void,
): Promise<TestClickhouse> {
  const engine = new Engine(
    makeFolder('clickhouse'),
    lake.s3 === undefined ? [] : [collectionOf(lake.s3.endpoint)],
  )
  const queries: ClickhouseQuery[] = []
  const read = { rows: 0, bytes: 0 }
  let faultOf: (query: ClickhouseQuery) => ClickhouseFault | undefined = () => undefined

  const cancel = (query: ClickhouseQuery): void => {
    if (query.ended !== undefined) return
    query.ended = 'cancelled'
    engine.kill()
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url!, 'http://host')
    if (pathname === '/ping') return void response.end('Ok.\n')
    const body = await text(request)
    const expected = `Basic ${Buffer.from(`${CLICKHOUSE_USER.user}:${CLICKHOUSE_USER.password}`).toString('base64')}`
    if (request.headers.authorization !== expected) return refuse(response, AUTHENTICATION_FAILED)
    const parameters = Object.fromEntries(searchParams)
    const settings = Object.fromEntries(
      Object.entries(parameters).filter(([name]) => !NOT_SETTINGS.test(name)),
    )
    if (body.startsWith('KILL QUERY')) {
      const killed = queries.find(({ id }) => id === parameters['param_id'])
      if (killed) cancel(killed)
      return void response.end()
    }
    const query: ClickhouseQuery = { id: parameters['query_id']!, text: body, settings }
    queries.push(query)
    response.once('close', () => {
      if (
        settings['cancel_http_readonly_queries_on_client_close'] === '1' &&
        settings['readonly'] === '2'
      )
        cancel(query)
    })
    const { delay = 0, answer, error, cut, stall } = faultOf(query) ?? {}
    if (delay > 0) await latency(delay)
    if (query.ended !== undefined) return
    if (answer !== undefined) return void response.end(answer)
    const result =
      error === undefined
        ? await engine.run(withSettings(body, settings))
        : { error: `Code: ${error.code}. DB::Exception: ${error.message}. (${error.type})` }
    if (query.ended !== undefined) return
    query.ended = result.error === undefined ? 'answered' : 'refused'
    if (result.error === ENDED) return void response.destroy()
    if (result.error !== undefined) return refuse(response, result.error)
    read.rows += result.rowsRead
    read.bytes += result.bytesRead
    response.writeHead(200, {
      'x-clickhouse-query-id': query.id,
      'content-length': result.result.length,
    })
    if (cut === undefined) return void response.end(result.result)
    response.write(result.result.subarray(0, cut), () => (stall ? undefined : response.destroy()))
  }

  const server = createServer(
    (request, response) =>
      void answer(request, response).catch((error: Error) => response.destroy(error)),
  )
  const up = (port = 0): Promise<void> =>
    new Promise(resolve => server.listen(port, '127.0.0.1', resolve))
  const down = (): Promise<void> =>
    new Promise(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await up()
  const { port } = server.address() as AddressInfo
  onEnd(async () => {
    if (server.listening) await down()
    await engine.close()
  })
  const { user, password } = CLICKHOUSE_USER
  return {
    url: `http://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${lake.s3 === undefined ? '' : `?collection=${COLLECTION}`}`,
    queries,
    read,
    fault: of => void (faultOf = of),
    killEngine: () => engine.kill(),
    down,
    up: () => up(port),
  }
}

const COLLECTION = 'the_lake'

function collectionOf(endpoint: string): string {
  const { accessKeyId, secretAccessKey } = S3_KEYS
  const keys = `access_key_id = '${accessKeyId}', secret_access_key = '${secretAccessKey}'`
  return `CREATE NAMED COLLECTION ${COLLECTION} AS url = '${endpoint}/bucket/some/prefix/', ${keys}`
}

/** Parameters of a request that the server does not hand to the query. */
const NOT_SETTINGS =
  /^(query_id|database|default_format|wait_end_of_query|enable_http_compression|session_.*|role|param_.*)$/

/** A statement ends with its format. */
function withSettings(query: string, settings: Record<string, string>): string {
  const pairs = Object.entries(settings).map(
    ([name, value]) => `${name} = ${/^\d+$/.test(value) ? value : `'${value}'`}`,
  )
  return `${query} SETTINGS ${pairs.join(', ')}`
}

const AUTHENTICATION_FAILED =
  'Code: 516. DB::Exception: uascope: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED)'

function refuse(response: ServerResponse, error: string): void {
  const code = /^Code: (\d+)/.exec(error)?.[1] ?? '1001'
  response
    .writeHead(code === '516' ? 403 : 500, { 'x-clickhouse-exception-code': code })
    .end(`${error} (version 26.7.2.1)\n`)
}

const ENDED = 'the engine ended'

type EngineResult =
  { error: string } | { error?: undefined; result: Buffer; rowsRead: number; bytesRead: number }

/** The process of the engine, started by the first statement. */
class Engine {
  readonly #folder: string
  readonly #first: readonly string[]
  #child: ChildProcess | undefined
  #waiting = new Map<number, (reply: Reply) => void>()
  #statements = 0

  constructor(folder: string, first: readonly string[]) {
    this.#folder = folder
    this.#first = first
  }

  async run(query: string): Promise<EngineResult> {
    if (this.#child === undefined) {
      this.#start()
      for (const statement of this.#first) void this.#ask(statement)
    }
    return await this.#ask(query)
  }

  kill(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
    for (const [id, reply] of this.#waiting) reply({ id, error: ENDED })
    this.#waiting.clear()
  }

  async close(): Promise<void> {
    this.kill()
    await removeFolder(this.#folder)
  }

  async #ask(text: string): Promise<EngineResult> {
    const id = this.#statements++
    const file = join(this.#folder, String(id))
    const child = this.#child!
    const reply = await new Promise<Reply>(resolve => {
      this.#waiting.set(id, resolve)
      child.send({ id, text, file } satisfies Statement)
    })
    if ('error' in reply) return reply
    const result = await readFile(file)
    await rm(file)
    return { result, rowsRead: reply.rowsRead, bytesRead: reply.bytesRead }
  }

  #start(): void {
    const child = fork(fileURLToPath(new URL('./clickhouse-engine.ts', import.meta.url)), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child = child
    child.on('message', (reply: Reply) => {
      this.#waiting.get(reply.id)?.(reply)
      this.#waiting.delete(reply.id)
    })
    child.once('exit', () => {
      if (this.#child === child) this.kill()
    })
  }
}

import { setMaxListeners } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import http from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { folderPlace } from '../../../server/engines/embedded/place.ts'
import { withStorage } from '../../../server/storage/open-storage.ts'
import { addDays } from '../../../server/model/dates.ts'
import { addBenchApp, today, withFolder } from '../support/bench-store.ts'
import { measurement, type Measurement, timed } from '../support/measurement.ts'
import { get, type RunningService, runService } from '../support/running-service.ts'

/** Seconds. */
const QUIET = 30
const ATTACK = 120
/** Requests per minute of a company. */
const BUDGET = 60
/** The spool's bound, in bytes. */
const BOUND = 2 ** 30

let asked = 0

function fullReport(format: 'csv' | 'parquet') {
  return {
    appId: '1',
    granularity: 'campaign_geo',
    installGrouping: 'daily',
    metrics: 'ltv,roas,spend,installs,cpi',
    roasTypes: 'paid,incremental_blended,full_blended',
    revenueTypes: 'gross,net',
    dsiValues: ['7,365', '0,1,3,7,30,60,90,180,365'][asked % 2]!,
    format,
    startDate: addDays(today, -455 + (asked++ % 100)),
    order: asked % 4 < 2 ? 'install_cohort' : 'newest',
  }
}

function reportUrl({ url }: RunningService, parameters: Record<string, string>): string {
  return `${url}/v1/report?${new URLSearchParams(parameters).toString()}`
}

function ask(
  url: string,
  key: string,
  use: (response: http.IncomingMessage, request: http.ClientRequest) => void,
  body?: string,
): Promise<string> {
  return new Promise(resolve => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const request = http.request(url, { agent: false, method: body === undefined ? 'GET' : 'POST', headers }, response => {
      response.once('close', () => resolve(String(response.statusCode))).on('error', () => undefined)
      use(response, request)
    })
    request.once('error', () => resolve('closed'))
    request.end(body)
  })
}

function readAll(response: http.IncomingMessage): void {
  response.resume()
}

/** Some KB a second, until the attack is over. */
function readSlowly(signal: AbortSignal) {
  return (response: http.IncomingMessage, request: http.ClientRequest): void => {
    const timer = setInterval(() => void response.read(4096), 1000)
    signal.addEventListener('abort', () => request.destroy(), { once: true })
    response.once('close', () => clearInterval(timer))
  }
}

function exportCall(id: number) {
  const { appId, startDate } = fullReport('csv')
  const args = {
    appId: Number(appId),
    startDate,
    granularity: 'campaign_geo',
    installGrouping: 'DAILY',
    metrics: ['ltv', 'roas'],
    format: 'CSV',
  }
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'svc_export_report', arguments: args } }
}

export function worstMinute(service: RunningService, signal: AbortSignal): Promise<string>[] {
  const many = <Result>(count: number, make: (n: number) => Result): Result[] => Array.from({ length: count }, (_, n) => make(n))
  const format = (n: number) => (n % 2 === 0 ? ('csv' as const) : ('parquet' as const))
  const full = (n: number): string => reportUrl(service, fullReport(format(n)))
  const closed = (url: string): Promise<string> =>
    new Promise(resolve => {
      const request = http.get(url, { agent: false, headers: { authorization: `Bearer ${service.key}` } })
      request.on('error', () => undefined).once('close', () => resolve('closed'))
      setTimeout(() => {
        request.destroy()
      }, 20)
    })
  const answers = [
    ...many(20, n => closed(full(n))),
    ...many(15, n => ask(full(n), service.key, readAll)),
    ...many(10, n => ask(full(n), service.key, readSlowly(signal))),
    ask(`${service.url}/v1/mcp`, service.key, readAll, JSON.stringify(many(10, exportCall))),
    ...many(5, () => ask(reportUrl(service, { ...fullReport('csv'), limit: '100' }), service.key, readAll)),
  ]
  if (answers.length + 9 !== BUDGET) throw new Error(`${answers.length + 9} requests instead of ${BUDGET}`)
  return answers
}

interface Times {
  list: number[]
  report: number[]
  ready: number[]
}

/** Five lists a second (every other one new), a small new report every other second, and the readiness check. */
async function neighbor({ url }: RunningService, key: string, seconds: number): Promise<Times> {
  const times: Times = { list: [], report: [], ready: [] }
  const end = performance.now() + seconds * 1000
  const every = async (milliseconds: number, into: number[], address: () => string): Promise<void> => {
    const pending: Promise<unknown>[] = []
    while (performance.now() < end) {
      const asked = address()
      const answer = timed(() => get(asked, key)).then(time => into.push(time))
      answer.catch(() => undefined)
      pending.push(answer)
      await sleep(milliseconds)
    }
    await Promise.all(pending)
  }
  await Promise.all([
    every(200, times.list, () => `${url}/v1/recommendations?appId=2${asked++ % 2 === 0 ? '' : `&networks=Moloco,${asked}`}`),
    every(2000, times.report, () =>
      reportUrl({ url } as RunningService, {
        appId: '2',
        granularity: 'campaign',
        installGrouping: 'weekly',
        endDate: addDays(today, -1 - (asked++ % 300)),
        dsiValues: '7,30',
      }),
    ),
    every(500, times.ready, () => `${url}/readyz`),
  ])
  return times
}

function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1]!
}

/** Bytes of a folder's files, as far as they are seen. */
async function bytesOf(folder: string): Promise<number> {
  const sizes = await Promise.all(
    (await readdir(folder)).map(name =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

export function counted(answers: readonly string[]): string {
  const kinds = [...new Set(answers)].sort()
  return kinds.map(kind => `${answers.filter(answer => answer === kind).length} x ${kind}`).join(', ')
}

export function fairness(): Promise<Measurement[]> {
  return withFolder(async dataDir => {
    await addBenchApp(dataDir, 1)
    await addBenchApp(dataDir, 2, folderPlace(dataDir), 2)
    const service = await runService(dataDir)
    const { key } = await withStorage({ dataDir, databaseUrl: null }, ({ keys }) => keys.create({ companyId: 2, name: 'neighbor' }))
    const over = new AbortController()
    setMaxListeners(0, over.signal)
    try {
      await neighbor(service, key, 5)
      const quiet = await neighbor(service, key, QUIET)
      const answers: Promise<string>[] = []
      const attacking = setInterval(() => answers.push(...worstMinute(service, over.signal)), 60_000)
      answers.push(...worstMinute(service, over.signal))
      let most = 0
      const looking = setInterval(() => void bytesOf(join(dataDir, 'spool')).then(bytes => (most = Math.max(most, bytes))), 500)
      const attacked = await neighbor(service, key, ATTACK).finally(() => {
        clearInterval(attacking)
        clearInterval(looking)
        over.abort()
      })
      console.error(`The attacker's requests: ${counted(await Promise.all(answers))}`)
      const compare = (what: string, of: (times: Times) => number, goal: string): Measurement =>
        measurement(`${what}, under attack / quiet`, of(attacked), of(quiet), 'ms', goal)
      return [
        compare("a neighbor's list, 99 of 100", ({ list }) => p99(list), 'at most 5, and under 100 ms'),
        compare("a neighbor's small report, the slowest", ({ report }) => Math.max(...report), 'under 3000 ms'),
        compare('/readyz, the slowest', ({ ready }) => Math.max(...ready), 'under 1000 ms'),
        measurement('the spool at its largest / its bound', most / 2 ** 20, BOUND / 2 ** 20, 'MB', 'at most 1'),
      ]
    } finally {
      await service.stop()
    }
  })
}

import { writeFile } from 'node:fs/promises'
import { Writable } from 'node:stream'
import type { Server } from '@hapi/hapi'
import { createLogger } from '../../server/core/runtime/logger.ts'
import type { FileAnswer, Handlers, ListAnswer } from '../../server/answers/contract/answers.ts'
import { memoryRateLimiter } from '../../server/http/callers.ts'
import { createServer, type ServerParts } from '../../server/http/server.ts'
import { Spool } from '../../server/store/files/spool.ts'
import { storesIn } from './records.ts'

export const COMPANY = 7

export interface Fixture {
  server: Server
  parts: ServerParts
  /** A valid key of `COMPANY`. */
  key: string
  /** Headers that carry it. */
  auth: { authorization: string }
  /** What was logged, a parsed line each. */
  logged: Record<string, unknown>[]
  /** What was logged, as text. */
  log: () => string
}

export function appsAnswer(
  overrides: Partial<ListAnswer<{ id: number; name: string; createdAt: string }>> = {},
) {
  const apps = [{ id: 1, name: 'Tides', createdAt: '2026-01-02T03:04:05.678Z' }]
  return {
    kind: 'list' as const,
    tag: 'apps v1',
    headers: {},
    body: async () => apps,
    ...overrides,
  }
}

export function fileAnswer(
  content: string | Buffer,
  overrides: Partial<FileAnswer> = {},
): FileAnswer {
  return {
    kind: 'file',
    tag: 'file v1',
    headers: {},
    fileName: 'report.csv',
    format: 'csv',
    build: async path => {
      await writeFile(path, content)
      return { totalRows: 3 }
    },
    ...overrides,
  }
}

function unused() {
  return Promise.reject(new Error('not part of this test'))
}

/** A server around handlers that a test gives; its data go to `dir`. */
export async function fixture(
  dir: string,
  handlers: Partial<Handlers> = {},
  overrides: Partial<ServerParts> = {},
): Promise<Fixture> {
  const lines: string[] = []
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const { keys } = await storesIn(dir)
  const { key } = await keys.create({ companyId: COMPANY })
  const parts: ServerParts = {
    config: {
      host: '127.0.0.1',
      port: 0,
      baseUrl: null,
      corsOrigins: [],
      metrics: false,
      trustProxy: false,
      web: false,
    },
    handlers: {
      listApps: async () => appsAnswer(),
      getOverview: unused,
      getAppSettings: unused,
      listCampaigns: unused,
      getForecastAccuracy: unused,
      getRecommendations: unused,
      getBudgetPlan: unused,
      getPacing: unused,
      getReport: unused,
      getRoasHistory: unused,
      getAlerts: unused,
      getTrackRecord: unused,
      listEvents: unused,
      downloadExport: unused,
      ...handlers,
    },
    keys,
    limiter: memoryRateLimiter(1000),
    spool: await Spool.open(`${dir}/spool`),
    logger: createLogger('info', destination),
    ready: async () => undefined,
    linkCaller: unused,
    ...overrides,
  }
  return {
    server: await createServer(parts),
    parts,
    key,
    auth: { authorization: `Bearer ${key}` },
    get logged() {
      return lines.map(line => JSON.parse(line) as Record<string, unknown>)
    },
    log: () => lines.join(''),
  }
}

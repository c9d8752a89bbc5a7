import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import fc from './fast-check.ts'
import type { Test } from 'tap'
import { readConfig } from '../../server/core/runtime/config.ts'
import { changeRun } from '../../server/imports/load/changes.ts'
import { pruneRuns } from '../../server/imports/load/prune.ts'
import { removeApps } from '../../server/imports/load/remove-apps.ts'
import { servedRun } from '../../server/core/model/runs.ts'
import { createService, type Service } from '../../server/http/service.ts'
import { arbitraryImports } from '../reference/arbitrary-imports.ts'
import { arbitraryRequest } from '../reference/requests.ts'
import { toUrl, type Request } from '../reference/request-types.ts'
import { startService, type TestService } from './started-service.ts'
import { seed } from './seed.ts'
import { copyStore } from './store/granted-store.ts'
import { makeFolder, removeFolder, temporaryFolder } from './temporary-folder.ts'

const today = '2026-03-20'
const now = `${today}T12:00:00Z`

/** Days whose runs a prune leaves, of the weeks that the drawn imports span. */
const KEPT_DAYS = 3

/** What is a store's, in a data directory. */
const STORE = ['records', 'deliveries']

/**
 * Imports anything into a service's store and asks it the same after each: it must answer as one does that has just started on the same
 * store, with and without what the service kept beside it, and where an answer has an ETag that one to the same request had before, be that answer. Now and then a run is withdrawn and
 * restored, at the end runs are pruned and an app is removed, and the store of a data directory put back to what it was before a restart.
 */
export async function neverStale(
  t: Test,
  {
    imports,
    requests,
    environment = {},
  }: { imports: number; requests: number; environment?: Record<string, string> },
): Promise<void> {
  const [drawn] = fc.sample(arbitraryImports(today, imports), { numRuns: 1, seed })
  const { first, later } = drawn!
  const sampled = fc.sample(arbitraryRequest(first, today), { numRuns: requests, seed }).map(inCsv)
  let service = await startService(t, { now, deliveries: [first], environment })
  const backup =
    environment['DATABASE_URL'] === undefined ? temporaryFolder(t, 'backup') : undefined
  const seen = new Map<string, string>()
  const compare = async (when: string): Promise<void> => {
    service.passSecond()
    await compareWithFresh(t, service, environment, sampled, seen, when)
  }
  for (const [step, delivery] of [{}, ...later].entries()) {
    if (backup !== undefined && step === Math.floor(imports / 3))
      await copyFolders(service.dataDir, backup)
    if (backup !== undefined && step === Math.floor((2 * imports) / 3)) {
      await service.stop()
      for (const name of STORE) await rm(join(service.dataDir, name), { recursive: true })
      await copyFolders(backup, service.dataDir)
      service = await startService(t, { now, environment, dataDir: service.dataDir })
    }
    if (step > 0) await service.import(delivery)
    await compare(`after import ${step} of ${Object.keys(delivery).join()}`)
    if (step % 3 !== 1) continue
    const served = await servedRunOf(service, first.apps[step % first.apps.length]!.app_id)
    if (served === undefined) continue
    for (const withdrawn of [true, false]) {
      await changeRun(service.storage.imports, { runId: served, withdrawn, force: true })
      await compare(`${withdrawn ? 'without' : 'with'} run ${served} again`)
    }
  }
  const apps = first.apps.map(({ app_id }) => app_id)
  const { imports: destination } = service.storage
  await pruneRuns(destination, { apps, keepDays: KEPT_DAYS }, undefined, new Date(now))
  await compare('after a prune')
  await removeApps(destination, { apps: apps.slice(0, 1) })
  await compare(`without app ${apps[0]}`)
}

async function servedRunOf({ store }: TestService, appId: number): Promise<number | undefined> {
  return servedRun(await store.catalog(appId), appId, 'recommendation')?.run_id
}

async function compareWithFresh(
  t: Test,
  service: TestService,
  environment: Record<string, string>,
  requests: readonly Request[],
  seen: Map<string, string>,
  when: string,
): Promise<void> {
  const store = environment['DATABASE_URL'] === undefined ? STORE : []
  // What a service keeps beside a database has its name.
  const kept = (await readdir(service.dataDir)).filter(name => name.startsWith('spool'))
  const [fresh, restarted] = [
    await startOnCopy(service, store, environment),
    await startOnCopy(service, [...store, ...kept], environment),
  ]
  try {
    for (const request of requests) {
      const what = `${when}, company ${request.companyId}: ${toUrl(request)}`
      const made = await answerOf(fresh, request)
      t.equal((await answerOf(service, request)).text, made.text, what)
      t.equal((await answerOf(restarted, request)).text, made.text, `restarted, ${what}`)
      if (made.etag === undefined) continue
      const key = `${request.companyId} ${toUrl(request)} ${made.etag}`
      t.equal(seen.get(key) ?? made.text, made.text, `the same ETag, the same answer, ${what}`)
      seen.set(key, made.text)
    }
  } finally {
    await fresh.stop()
    await restarted.stop()
  }
}

/** A service on a copy of parts of another's data directory, which goes with it. */
async function startOnCopy(
  { dataDir: from }: TestService,
  names: readonly string[],
  environment: Record<string, string>,
): Promise<Pick<Service, 'server' | 'stop'>> {
  const dataDir = makeFolder('fresh')
  await copyFolders(from, dataDir, names)
  const config = readConfig({ LOG_LEVEL: 'silent', ...environment, DATA_DIR: dataDir, PORT: '0' })
  const service = await createService(config, { clock: () => new Date(now) })
  return {
    server: service.server,
    async stop() {
      await service.stop()
      await removeFolder(dataDir)
    },
  }
}

/** A response without what is specific to the request; for an error, only that it is one. */
async function answerOf(
  { server }: Pick<Service, 'server'>,
  request: Request,
): Promise<{ text: string; etag: string | undefined }> {
  const app = {
    companyId: request.companyId,
    kind: 'api_key' as const,
    id: '0123456789ab',
    counted: true,
  }
  const answer = await server.inject({
    url: toUrl(request),
    auth: { strategy: 'apiKey', credentials: { app } },
  })
  if (answer.statusCode !== 200) return { text: String(answer.statusCode), etag: undefined }
  const { date: _date, 'x-request-id': _id, ...headers } = answer.headers
  // Rows with equal keys may come in any order.
  const lines =
    headers['content-type'] === 'application/json'
      ? [answer.payload]
      : answer.payload.split('\n').sort()
  return { text: JSON.stringify({ headers, lines }, null, 1), etag: String(headers['etag']) }
}

/** Compared by lines. */
function inCsv(request: Request): Request {
  if (request.operation !== 'getReport' && request.operation !== 'getRoasHistory') return request
  return { ...request, parameters: { ...request.parameters, format: 'csv' } } as Request
}

async function copyFolders(
  from: string,
  to: string,
  names: readonly string[] = STORE,
): Promise<void> {
  for (const name of names) await copyStore(join(from, name), join(to, name))
}

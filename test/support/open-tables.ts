import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { arbitraryImports } from '../reference/arbitrary-imports.ts'
import { compareFile } from '../reference/compare.ts'
import { deliveredTables } from '../reference/delta-delivery.ts'
import { mergeDeliveries, type Delivery } from '../reference/delivery.ts'
import { reference } from '../reference/reference.ts'
import { toUrl } from '../reference/request.ts'
import { arbitraryRequest } from '../reference/requests.ts'
import { changeRun } from '../../server/delivery/load/changes.ts'
import { removeRuns } from '../server/engines/support/remove.ts'
import fc from './fast-check.ts'
import type { TestLake } from './lake.ts'
import { startService, type TestService } from './service.ts'
import type { Test } from 'tap'

const today = '2026-03-20'
const APPS = [1, 2]

export interface OpenTablesAgreement {
  /** Imports, withdrawals and prunes. */
  steps: number
  reportsEach: number
  seed: number
  /** Loads a delivery in another way than `service.import`. */
  load?: (service: TestService, delivery: Delivery) => Promise<void>
}

export interface Agreed {
  reports: number
  rows: number
  differences: string[]
  /** Last version of each app's facts. */
  versions: (number | undefined)[]
}

/** Folder of the one store of a lake. */
export async function storeFolder(lake: Pick<TestLake, 'folder'>): Promise<string> {
  const [store] = await readdir(lake.folder)
  return join(lake.folder, store!)
}

/**
 * Random imports, withdrawals and prunes; after each, random reports and ROAS histories of the service are compared in every cell with
 * those that the reference calculates from the rows of an independent Delta reader.
 */
export async function openTablesAgree(t: Pick<Test, 'teardown'>, lake: TestLake, options: OpenTablesAgreement): Promise<Agreed> {
  const { steps, reportsEach, seed, load } = options
  const service = await startService(t, { now: `${today}T12:00:00Z`, environment: lake.environment })
  const [imports] = fc.sample(arbitraryImports(today, steps), { numRuns: 1, seed })
  const deliveries: Delivery[] = []
  const agreed: Agreed = { reports: 0, rows: 0, differences: [], versions: [] }
  for (const [step, delivery] of [imports!.first, ...imports!.later].entries()) {
    if (load !== undefined && step > 0) await load(service, delivery)
    else await service.import(delivery, step % 2 === 0 ? 'csv' : 'parquet')
    deliveries.push(delivery)
    if (step % 4 === 3) await withdrawOrPrune(service, step, delivery)
    service.passSecond()
    await compareWithTables(service, lake, deliveries, { count: reportsEach, seed: seed + step, agreed })
  }
  return agreed
}

/** In turn: withdraws an app's newest run, restores it, deletes an older one. */
async function withdrawOrPrune({ storage, store }: TestService, step: number, delivery: Delivery): Promise<void> {
  const app = delivery.runs?.[0]?.app_id ?? 1
  const { runs } = await store.catalog(app)
  const own = runs.filter(run => run.app_id === app && run.kind === 'recommendation' && run.status === 'succeeded')
  const withdrawn = own.filter(run => run.withdrawn !== undefined)
  const newest = own.toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
  if (withdrawn[0] !== undefined) await changeRun(storage.imports, { runId: withdrawn[0].run_id, withdrawn: false, force: true })
  else if (step % 8 === 3 && newest.length > 1) await changeRun(storage.imports, { runId: newest[0]!.run_id, withdrawn: true, force: true })
  else if (newest.length > 2) await removeRuns(storage, { app, runs: [newest.at(-1)!.run_id] })
}

export interface Comparison {
  count: number
  seed: number
  agreed: Agreed
}

export async function compareWithTables(
  service: TestService,
  lake: TestLake,
  deliveries: readonly Delivery[],
  { count, seed, agreed }: Comparison,
): Promise<void> {
  const store = await storeFolder(lake)
  const merged = mergeDeliveries(...deliveries)
  const read = await Promise.all(APPS.map(app => deliveredTables(store, app)))
  const catalogs = await Promise.all(APPS.map(app => service.store.catalog(app)))
  const known = new Map(catalogs.flatMap(({ runs }) => runs).map(run => [run.run_id, run]))
  const runs = merged.runs
    .filter(run => known.has(run.run_id))
    .map(run => (known.get(run.run_id)!.withdrawn === undefined ? run : { ...run, status: 'failed' as const }))
  const rows = {
    cohorts: read.flatMap(({ rows }) => rows.cohorts),
    cohort_revenue: read.flatMap(({ rows }) => rows.cohort_revenue),
    roas_snapshots: read.flatMap(({ rows }) => rows.roas_snapshots),
  }
  agreed.rows += rows.cohorts.length + rows.roas_snapshots.length
  agreed.versions = read.map(({ versions }) => versions[0])
  const kept = { ...merged, runs, recommendations: merged.recommendations.filter(row => known.has(row.run_id)) }
  // Only apps that somebody may read can be requested.
  const asked = { ...kept, apps: kept.apps.filter(app => app.live) }
  if (asked.apps.length === 0) return
  const answer = reference({ ...kept, ...rows }, today)
  const requests = arbitraryRequest(asked, today, ['getReport', 'getReport', 'getReport', 'getRoasHistory'])
  for (const request of fc.sample(requests, { numRuns: count, seed })) {
    const expected = answer(request)
    const url = toUrl(request)
    const { status, body } = await service.get(url, request.companyId)
    agreed.reports++
    if (expected.kind !== 'file') throw new Error('not a file')
    const difference = status !== 200 ? body.toString() : expected.orderIsOpen ? undefined : await compareFile(expected, body)
    if (difference !== undefined) agreed.differences.push(`company ${request.companyId}: ${url}: ${difference}`)
  }
}

import { parse } from 'content-disposition'
import fc from './fast-check.ts'
import type { Test } from 'tap'
import { changeRun } from '../../server/imports/load/changes.ts'
import { arbitraryDelivery } from '../reference/arbitrary.ts'
import { compareFile, compareList, compareObject, sameFileName } from '../reference/compare.ts'
import type { Delivery, RunRow } from '../reference/delivery.ts'
import { reference } from '../reference/reference.ts'
import { arbitraryRequest } from '../reference/requests.ts'
import { toUrl, type Request } from '../reference/request-types.ts'
import { succeededRuns } from '../reference/runs.ts'
import { startService, type TestService } from './started-service.ts'
import { seed } from './seed.ts'

const today = '2026-03-20'

/** No status of a delivery: neither succeeded nor failed. */
const WITHDRAWN = 'withdrawn' as unknown as RunRow['status']

export interface AgreementOptions {
  deliveries: number
  requestsEach: number
  /** Those to ask for, each as often as it is listed; a mixture of all by default. */
  operations?: readonly Request['operation'][]
  /** Whether some of the runs are withdrawn before the first request, the newest of each app among them, and some restored. */
  withdrawn?: boolean
  /** Names the service's engine. */
  environment?: Record<string, string>
}

/** Holds a service's answers to random requests, over random deliveries, against the reference in every cell. */
export async function agreesWithReference(
  t: Test,
  {
    deliveries: count,
    requestsEach,
    operations,
    withdrawn = false,
    environment = {},
  }: AgreementOptions,
): Promise<void> {
  const deliveries = Array.from(
    { length: count },
    (_, index) =>
      fc.sample(arbitraryDelivery({ today, firstId: 1 + index * 100_000 }), {
        numRuns: 1,
        seed: seed + index,
      })[0]!,
  )
  const service = await startService(t, { now: `${today}T12:00:00Z`, environment })
  for (const [index, delivery] of deliveries.entries())
    await service.import(delivery, index % 2 === 0 ? 'csv' : 'parquet')
  const visible = withdrawn ? await withdrawSome(t, service, deliveries) : deliveries
  const answer = reference(visible, today)

  for (const [index, delivery] of visible.entries()) {
    for (const request of fc.sample(arbitraryRequest(delivery, today, operations), {
      numRuns: requestsEach,
      seed: seed + index,
    })) {
      const expected = answer(request)
      const url = toUrl(request)
      const got = await service.get(url, request.companyId)
      const what = `company ${request.companyId}: ${url}`
      if (got.status !== 200) {
        t.fail(what, { status: got.status, body: got.body.toString() })
        continue
      }
      for (const [name, value] of Object.entries(expected.headers ?? {}))
        t.equal(got.headers[name] ?? null, value, `${name} of ${what}`)
      if (expected.kind === 'object') {
        t.equal(compareObject(expected, got.json()), undefined, what)
        continue
      }
      if (expected.kind === 'any') {
        t.equal(expected.difference(got.json()), undefined, what)
        continue
      }
      if (expected.kind === 'list') {
        const difference = compareList(expected, got.json())
        t.equal(difference, undefined, what)
        t.equal(
          Number(got.headers['total-rows']),
          expected.totalRows ?? expected.items.length,
          'Total-Rows',
        )
        continue
      }
      if (!expected.orderIsOpen) t.equal(await compareFile(expected, got.body), undefined, what)
      const { filename } = parse(got.headers['content-disposition']!).parameters
      t.ok(sameFileName(expected, filename!), `${filename} is ${expected.fileName}`)
      t.match(
        got.headers,
        {
          'total-rows': String(expected.totalRows),
          'start-date': expected.startDate,
          'end-date': expected.endDate,
          currency: expected.currency,
        },
        'headers',
      )
      t.equal(
        got.headers['run-id'] ?? null,
        expected.runId === null ? null : String(expected.runId),
        'Run-Id',
      )
      t.equal(got.headers['data-through'] ?? null, expected.dataThrough, 'Data-Through')
    }
  }
}

/**
 * Withdraws the newest run of each app and kind and an old alert run, and withdraws and restores the one before. Returns the deliveries as they are then: what
 * is withdrawn is not served, but has not failed.
 */
async function withdrawSome(
  t: Test,
  service: TestService,
  deliveries: readonly Required<Delivery>[],
): Promise<Required<Delivery>[]> {
  const { imports } = service.storage
  const gone = new Set<number>()
  for (const delivery of deliveries) {
    for (const { app_id: app } of delivery.apps) {
      for (const kind of ['recommendation', 'alert'] as const) {
        const [newest, next, ...older] = succeededRuns(delivery, app, kind).map(run => run.run_id)
        if (newest === undefined) continue
        if (next !== undefined) {
          for (const withdrawn of [true, false])
            await changeRun(imports, { runId: next, withdrawn, force: true })
        }
        for (const runId of [newest, ...(kind === 'alert' ? older.slice(0, 1) : [])]) {
          gone.add(runId)
          t.match(await changeRun(imports, { runId, withdrawn: true, force: true }), {
            changed: true,
            served: next && { run_id: next },
          })
        }
      }
    }
  }
  service.passSecond()
  return deliveries.map(delivery => ({
    ...delivery,
    runs: delivery.runs.map(run => (gone.has(run.run_id) ? { ...run, status: WITHDRAWN } : run)),
  }))
}

import { execFile } from 'node:child_process'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { readConfig } from '../../../../../server/core/runtime/config.ts'
import { withStorage } from '../../../../../server/store/facts/open-storage.ts'
import {
  alertRow,
  appRow,
  cohortRow,
  eventRow,
  minimalDelivery,
  recommendationRow,
  revenueRow,
  runRow,
  snapshotRow,
} from '../../../../reference/minimal-delivery.ts'
import { writeDelivery } from '../../../../reference/write-delivery.ts'
import { emptyDatabase } from '../../../../support/mariadb.ts'
import type { Programs } from '../../../../support/built-service.ts'
import { admin, adminOf, startProcess } from '../../../../support/process.ts'
import { repository } from '../../../../support/repository.ts'
import { until } from '../../../../support/until.ts'
import { removeRuns } from '../../../../support/remove.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'
import { latency } from '../../../../support/pauses.ts'

/** The commit of 1.3.0, the version before this one. */
const BEFORE = 'a576e1e7'

const run = promisify(execFile)

/** The version before this one, built from the repository with the packages that are installed here; undefined where the clone lacks it. */
async function versionBefore(t: Test): Promise<Programs | undefined> {
  const cwd = temporaryFolder(t, 'before')
  try {
    await run('sh', ['-c', `git -C "$0" archive ${BEFORE} | tar -x -C "$1"`, repository, cwd])
    await run('test', ['-f', join(cwd, 'server/main.ts')])
  } catch {
    return undefined
  }
  await symlink(join(repository, 'node_modules'), join(cwd, 'node_modules'))
  await run(process.execPath, ['--import', 'tsx', 'scripts/build/service/main.ts'], { cwd })
  return {
    cwd,
    node: process.execPath,
    service: ['dist/server.js'],
    admin: ['dist/admin.js'],
  }
}

const PATHS = [
  '/v1/apps',
  '/v1/recommendations?appId=1',
  '/v1/alerts?appId=1',
  '/v1/report?appId=1&granularity=campaign&metrics=spend,ltv,roas&format=csv',
  '/v1/roas-history?appId=1&granularity=campaign&dsi=7&format=csv',
]

/** Requests everything from a node repeatedly until stopped; returns counts by status. */
function load(
  url: string,
  key: string,
): { statuses: Map<number, number>; stop: () => Promise<void> } {
  const statuses = new Map<number, number>()
  let isOver = false
  const asking = (async () => {
    for (let n = 0; !isOver; n++) {
      // Another report each time: none is a copy of one that was built before.
      const path = `${PATHS[n % PATHS.length]}${n % PATHS.length === 3 ? `&limit=${1 + (n % 400)}` : ''}`
      const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
      await response.arrayBuffer()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      await latency(20)
    }
  })()
  return {
    statuses,
    async stop() {
      isOver = true
      await asking
    },
  }
}

for (const kind of ['tables', 'lake'] as const)
  t.test(`the previous version serves beside this one: ${kind}`, t => sideBySide(t, kind))

async function sideBySide(t: Test, kind: 'tables' | 'lake'): Promise<void> {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const before = await versionBefore(t)
  if (before === undefined) {
    const message = `SKIPPED, NOT TESTED: this clone lacks commit ${BEFORE}, the version before this one; fetch its history`
    console.error(`\n!!! ${t.fullname}: ${message}\n`)
    t.pass(message, { skip: message })
    return
  }
  const dirs = t.testdir({
    first: {},
    old: {},
    new: {},
    again: {},
    operator: {},
    deliveries: { base: {}, 20: {}, 30: {} },
  })
  // A lake's address allows fewer characters than the test's folder has.
  const lake = temporaryFolder(t, 'lake')
  const environment = (name: string) => ({
    DATA_DIR: join(dirs, name),
    DATABASE_URL: url,
    EXPORT_SECRET: 'a secret of these tests',
    DEMO: 'off',
    RATE_LIMIT: '1000000',
    ...(kind === 'lake' && { LAKE_URL: pathToFileURL(lake).href }),
  })
  const delivery = async (id: number, ofThisVersion = {}): Promise<string> => {
    const folder = join(dirs, 'deliveries', String(id))
    const created_at = new Date(Date.UTC(2026, 4, 1, 0, id)).toISOString()
    const rows = {
      runs: [
        runRow({ run_id: id, created_at }),
        runRow({ run_id: id + 1, kind: 'alert' as const, created_at }),
      ],
      cohorts: [cohortRow({ run_id: id, campaign: `C${id}` })],
      cohort_revenue: [1, 7, 365].map(dsi => revenueRow({ run_id: id, dsi, campaign: `C${id}` })),
      recommendations: [
        recommendationRow({ run_id: id, recommendation_id: id, campaign: `C${id}` }),
      ],
      roas_snapshots: [snapshotRow({ run_id: id, campaign: `C${id}` })],
      alerts: [alertRow({ run_id: id + 1, alert_id: id })],
      ...ofThisVersion,
    }
    await writeDelivery(folder, rows, { format: 'csv' })
    return folder
  }
  const done = async (ended: ReturnType<typeof admin>): Promise<string> => {
    const { code, stdout, stderr } = await ended
    t.equal(code, 0, stderr)
    return stdout
  }
  const base = join(dirs, 'deliveries/base')
  await writeDelivery(base, minimalDelivery({ apps: [appRow()] }), { format: 'csv' })
  await done(adminOf(before, environment('operator'), 'import', base))
  const key = (
    await done(adminOf(before, environment('operator'), 'keys', 'create', '--company', '1'))
  ).trim()

  const old = await startProcess(t, environment('old'), undefined, before)
  const onOld = load(old.url, key)
  t.match(await done(admin(environment('operator'), 'migrate')), 'nothing to do')

  const now = await startProcess(t, environment('new'))
  const onNew = load(now.url, key)
  const served = async ({ url }: { url: string }): Promise<string | null> => {
    const answer = await fetch(url + PATHS[3]!, { headers: { authorization: `Bearer ${key}` } })
    await answer.arrayBuffer()
    return answer.headers.get('run-id')
  }
  const bothServe = (id: number) =>
    until(
      `both serve run ${id}`,
      async () => (await served(old)) === String(id) && (await served(now)) === String(id),
    )
  await done(adminOf(before, environment('operator'), 'import', await delivery(20)))
  await bothServe(20)
  const alerts = [
    alertRow({ run_id: 31, alert_id: 30, metric: 'roas', value: 0.5, reference: 1, change: -0.5 }),
  ]
  await done(
    admin(environment('operator'), 'import', await delivery(30, { alerts, events: [eventRow()] })),
  )
  await bothServe(30)
  // The previous version reads what is left of a removed run as one that failed.
  await withStorage(readConfig(environment('operator')), storage =>
    removeRuns(storage, { app: 1, runs: [20, 21] }),
  )
  await bothServe(30)
  const again = await startProcess(t, environment('again'), undefined, before)
  t.equal(await served(again), '30', 'the version before starts on it, too')

  for (const [name, { statuses, stop }] of Object.entries({ old: onOld, new: onNew })) {
    await stop()
    t.strictSame([...statuses.keys()], [200], `${name}: ${JSON.stringify([...statuses])}`)
    t.ok(statuses.get(200)! > 50, `${name}: ${statuses.get(200)} answers`)
  }
}

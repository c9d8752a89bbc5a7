import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { changeRun } from '../../../../server/imports/load/changes.ts'
import { removeApps } from '../../../../server/imports/load/remove-apps.ts'
import type { Delivery } from '../../../reference/delivery.ts'
import {
  appRow,
  cohortRow,
  minimalDelivery,
  recommendationRow,
  revenueOf,
  revenueRow,
  runRow,
  snapshotRow,
} from '../../../reference/minimal-delivery.ts'
import { addDays } from '../../../reference/periods.ts'
import { below, randomOf, seeds } from '../../../support/seed.ts'
import { startService, type TestService } from '../../../support/started-service.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { copyStore } from '../../../support/store/granted-store.ts'

const FIRST_DAY = '2026-02-01'
const DSIS = [1, 3, 7]
const NAMES = (['IOS', 'ANDROID'] as const).flatMap(platform =>
  ['Meta', 'Google'].flatMap(network =>
    ['US', 'DE'].map(country => ({ platform, network, campaign: `${network} 1`, country })),
  ),
)

const GROUPED = 'groupBy=platform,network,action,status,size&examples=10'
const PATHS = [
  `/v1/track-record?appId=1&${GROUPED}`,
  `/v1/track-record?appId=1&granularity=campaign_geo&${GROUPED}`,
  `/v1/track-record?appId=1&startDate=2026-02-06&endDate=2026-02-14&${GROUPED}`,
  '/v1/recommendations?appId=1',
  '/v1/recommendations?appId=1&granularity=campaign_geo',
  '/v1/overview',
]

/** A number that depends on the parts only, from 0 to 1. */
function drawnBy(...parts: readonly (string | number)[]): number {
  return randomOf(
    [...parts.join()].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7),
  )()
}

/** One run a day. Run `n` sees the installs of 10 days before the first run to its own; it judges those of 2 to 5 days ago. */
function dailyRun(n: number, corrections: readonly string[]): Required<Delivery> {
  const through = addDays(FIRST_DAY, n)
  const created = { run_id: n, created_at: `${addDays(through, 1)}T06:00:00.000Z` }
  const cohorts: Delivery['cohorts'] = []
  const revenue: Delivery['cohort_revenue'] = []
  for (let day = addDays(FIRST_DAY, -10); day <= through; day = addDays(day, 1)) {
    for (const names of NAMES) {
      const of = { run_id: n, install_date: day, ...names }
      if (drawnBy('idle', day, names.campaign, names.country) < 0.1) continue
      const corrected = corrections.filter(correction => correction === day).length
      cohorts.push(
        cohortRow({
          ...of,
          spend: (5 + 20 * drawnBy('spend', day, ...Object.values(names))).toFixed(2),
        }),
      )
      for (const dsi of DSIS) {
        const known = addDays(day, dsi) <= through ? 'known' : n
        const amount = revenueOf(
          (30 * drawnBy('revenue', day, ...Object.values(names), dsi, known, corrected)).toFixed(2),
        )
        revenue.push(revenueRow({ ...of, dsi, ...amount }))
      }
    }
  }
  const geo = NAMES.map(names => ({ ...names, granularity: 'campaign_geo' as const }))
  const campaigns = NAMES.filter(({ country }) => country === 'US').map(names => ({
    ...names,
    country: 'GLOBAL',
    granularity: 'campaign' as const,
  }))
  const recommendations = [...geo, ...campaigns].map((names, index) => {
    const draw = (what: string): number => drawnBy(what, n, ...Object.values(names))
    const start = 5 - Math.floor(2 * draw('start'))
    return recommendationRow({
      recommendation_id: 100 * n + index,
      ...created,
      ...names,
      target_dsi: draw('dsi') < 0.9 ? 3 : 7,
      predicted_paid_gross_roas: draw('predicted') * 2,
      predicted_full_blended_net_roas: draw('other') * 2,
      confidence_score: draw('score'),
      lookback_start_date: addDays(through, -start),
      lookback_end_date: addDays(through, names.platform === 'IOS' ? -2 : -3),
    })
  })
  return minimalDelivery({
    apps: [appRow({ dsi_values: DSIS.join(), target_dsi: 3 })],
    networks: [{ network: 'Meta', traditional: true }],
    runs: [runRow({ ...created, max_install_date: through })],
    cohorts,
    cohort_revenue: revenue,
    roas_snapshots: [snapshotRow({ run_id: n, install_date: through, dsi: 3 })],
    recommendations,
    alerts: [],
  })
}

/** Runs 1 to `n`, with the cohorts of the last. */
function history(n: number): Required<Delivery> {
  const runs = Array.from({ length: n }, (_, index) => dailyRun(index + 1, []))
  return {
    ...runs.at(-1)!,
    runs: runs.flatMap(({ runs }) => runs),
    recommendations: runs.flatMap(({ recommendations }) => recommendations),
  }
}

async function bodies(service: TestService): Promise<string[]> {
  return await Promise.all(PATHS.map(async path => (await service.get(path)).body.toString()))
}

/** The responses of a new service on a copy of the records and the data, without cached rows. */
async function fromScratch(t: Test, service: TestService): Promise<string[]> {
  const dataDir = temporaryFolder(t)
  for (const name of ['records', 'deliveries'])
    await copyStore(join(service.dataDir, name), join(dataDir, name))
  const fresh = await startService(t, { dataDir })
  const expected = await bodies(fresh)
  await fresh.stop()
  return expected
}

async function restarted(t: Test, service: TestService): Promise<TestService> {
  await service.stop()
  return await startService(t, { dataDir: service.dataDir })
}

async function damageKeptRows(dataDir: string, random: () => number): Promise<void> {
  for (const name of await readdir(join(dataDir, 'spool'))) {
    if (!name.endsWith('.rows')) continue
    const path = join(dataDir, 'spool', name)
    const bytes = await readFile(path)
    bytes[below(random, bytes.length)]! ^= 1
    await writeFile(path, bytes)
  }
}

for (const seed of seeds)
  t.test(
    `kept decisions equal those judged from scratch after any change (seed ${seed})`,
    async t => {
      const random = randomOf(seed)
      const corrections: string[] = []
      let runs = 10
      let app = {}
      const next = (): Delivery => ({
        ...dailyRun(runs++, corrections),
        apps: [appRow({ dsi_values: DSIS.join(), target_dsi: 3, ...app })],
      })
      let service = await startService(t, { deliveries: [history(9)] })
      const changeApp = async (row: object): Promise<void> => {
        app = { ...app, ...row }
        const { companies, app_access } = minimalDelivery()
        await service.import({
          companies,
          app_access,
          apps: [appRow({ dsi_values: DSIS.join(), target_dsi: 3, ...app })],
        })
      }
      const withdraw = (withdrawn: boolean, runId: number): Promise<unknown> =>
        changeRun(service.storage.imports, { runId, withdrawn, force: true })
      const changes: Record<string, () => Promise<unknown>> = {
        'one more run': () => service.import(next()),
        'a run with a corrected day': async () => {
          corrections.push(addDays(FIRST_DAY, below(random, runs - 3)))
          await service.import(next())
        },
        'another threshold': () => changeApp({ action_threshold: random() / 2 }),
        'other target types': () =>
          changeApp({ target_roas_type: 'full_blended', target_revenue_type: 'net' }),
        'another target DSI': () => changeApp({ target_dsi: 7 }),
        'networks that are not traditional': () =>
          service.import({
            networks: ['Meta', 'Google'].map(network => ({ network, traditional: random() < 0.5 })),
          }),
        'a withdrawn run': () => withdraw(true, runs - 1),
        'the run restored': () => withdraw(false, runs - 1),
        'an earlier run withdrawn': () => withdraw(true, 3),
        'damaged rows': () => damageKeptRows(service.dataDir, random),
      }
      const order = Object.keys(changes)
      for (let index = order.length - 1; index > 0; index--) {
        const other = below(random, index + 1)
        ;[order[index], order[other]] = [order[other]!, order[index]!]
      }
      let decisions = 0
      for (const change of ['one more run', ...order, 'one more run']) {
        await changes[change]!()
        if (change === 'damaged rows' || random() < 0.3) service = await restarted(t, service)
        service.passSecond()
        const expected = await fromScratch(t, service)
        for (const [index, body] of (await bodies(service)).entries())
          t.equal(body, expected[index], `after ${change}: ${PATHS[index]!}`)
        decisions += (JSON.parse(expected[0]!) as { decisions: number }[]).reduce(
          (sum, group) => sum + group.decisions,
          0,
        )
      }
      t.ok(decisions > 100, `${decisions} decisions`)
      await removeApps(service.storage.imports, { apps: [1] })
      service.passSecond()
      t.same(
        (await readdir(join(service.dataDir, 'spool'))).filter(name => name.endsWith('.rows')),
        [],
        'an erased app leaves none',
      )
    },
  )

t.test(
  'dates that select the runs of the default range are answered first',
  { timeout: 30_000 },
  async t => {
    const service = await startService(t, { deliveries: [history(9)] })
    const ask = async (dates: string): Promise<unknown> =>
      (await service.get(`/v1/track-record?appId=1&groupBy=platform${dates}`)).json()
    const first = await ask('&startDate=2025-01-01')
    t.match(first, [{ decisions: Number }])
    t.strictSame(await ask(''), first)
  },
)

t.test(
  'an import of one more run reads the recommendations of earlier runs only if their cohorts changed',
  async t => {
    const service = await startService(t, { deliveries: [history(13)] })
    const [before] = await bodies(service)
    // Runs 4 to 7 judge the corrected day; those from 9 on have outcomes that were not known yet.
    await service.import(dailyRun(14, [addDays(FIRST_DAY, 2)]))
    const expected = await fromScratch(t, service)
    t.not(expected[0], before)
    const runs = (await service.store.catalog(1)).runs
    await service.stop()
    const copy = temporaryFolder(t)
    await copyStore(service.dataDir, copy)
    const withoutRuns = async (dataDir: string, ids: readonly number[]) => {
      for (const { run_id: id, recommendations } of runs)
        if (ids.includes(id)) await rm(join(dataDir, recommendations!.file))
      return await (await startService(t, { dataDir })).get(PATHS[0]!)
    }
    t.equal((await withoutRuns(service.dataDir, [1, 2, 3, 8])).body.toString(), expected[0])
    t.equal((await withoutRuns(copy, [4])).status, 503)
  },
)

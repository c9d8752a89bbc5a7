import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importApart } from '../../server/imports/load/import-apart.ts'
import { DeliveryError } from '../../server/imports/load/import.ts'
import { importDelivery } from '../../server/store/facts/embedded/embedded-destination.ts'
import { catalogIn } from '../../server/store/facts/embedded/named-files.ts'
import type { Catalog } from '../../server/core/model/catalog.ts'
import type { Delivery } from '../reference/delivery.ts'
import {
  alertRow,
  budgetRow,
  cohortRow,
  eventRow,
  minimalDelivery,
  recommendationRow,
  revenueRow,
  runRow,
  snapshotRow,
} from '../reference/minimal-delivery.ts'
import { writeDelivery } from '../reference/write-delivery.ts'
import { query } from '../support/delivery-folder.ts'
import { drawsOf, mutate } from './mutations.ts'
import { freshSeed } from '../support/seed.ts'
import { inFolder } from '../support/temporary-folder.ts'
import { deadline } from '../support/pauses.ts'

/** Longest that one import may take, in milliseconds: far more than any needs, on a busy machine too. */
const HANG = 120_000

/** A valid delivery that the store has not seen: its ids are its number's. */
function validDelivery(n: number): Delivery {
  const [run, alerts] = [10 * n, 10 * n + 1]
  return minimalDelivery({
    runs: [
      runRow({ run_id: run, untested_dsis: '7,365' }),
      runRow({ run_id: alerts, kind: 'alert' }),
    ],
    cohorts: [cohortRow({ run_id: run })],
    cohort_revenue: [1, 7, 365].map(dsi => revenueRow({ run_id: run, dsi })),
    roas_snapshots: [snapshotRow({ run_id: run })],
    events: [eventRow({ event_id: n, end_date: '2026-03-27', country: 'US' })],
    budgets: [budgetRow({ budget_id: n, platform: 'IOS', network: 'Meta' })],
    recommendations: [
      recommendationRow({
        run_id: run,
        recommendation_id: n,
        lookback_start_date: '2026-03-20',
        lookback_end_date: '2026-03-26',
        predicted_low_roas: 0.5,
        predicted_high_roas: 1.5,
        suggested_daily_spend: '12.5',
        response_elasticity: 0.8,
        response_low: 0.7,
        response_high: 0.9,
        marginal_roas: 0.6,
        response_evidence: 'learned',
      }),
    ],
    alerts: [
      alertRow({ run_id: alerts, alert_id: n, metric: 'cpi', value: 2, reference: 1, change: 1 }),
    ],
  })
}

/** What lies in a folder, told by name and content. */
async function contentOf(folder: string): Promise<string> {
  const hash = createHash('sha256')
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
  for (const name of names)
    hash
      .update(`${name}\0`)
      .update(await readFile(name))
      .update('\0')
  return hash.digest('hex')
}

export interface Outcome {
  loaded: number
  refused: number
  /** Imports whose own process came to its end, by what they said. */
  failed: Record<string, number>
}

/**
 * Imports valid deliveries with faults put into them, and looks by itself at what became of the store: what was refused left it as
 * it was, what was loaded is valid, and nothing outside of it was touched.
 */
export async function importMutated(
  count: number,
  seed: number,
  tell: (line: string) => void = () => {},
): Promise<Outcome> {
  return await inFolder('mutated', async root => {
    const dataDir = join(root, 'data')
    const outside = join(root, 'outside')
    const outcome: Outcome = { loaded: 0, refused: 0, failed: {} }
    // Keys without a catalog would be a damaged store.
    await importOne(
      dataDir,
      join(root, 'first'),
      async folder => writeDelivery(folder, validDelivery(1), { format: 'csv' }),
      false,
    )
    for (const folder of ['data/keys', 'outside/keys'])
      await mkdir(join(root, folder), { recursive: true })
    for (const file of [
      'data/export-secret',
      'data/keys/a.json',
      'outside/export-secret',
      'outside/keys/a.json',
    ])
      await writeFile(join(root, file), file)
    const untouched = async () => [
      await contentOf(join(outside, 'keys')),
      await contentOf(join(dataDir, 'keys')),
      await readFile(join(dataDir, 'export-secret'), 'utf8'),
      await readFile(join(outside, 'export-secret'), 'utf8'),
    ]
    const before = await untouched()
    for (let n = 0; n < count; n++) {
      const random = drawsOf(seed + n)
      const done: string[] = []
      const state = await storeOf(dataDir)
      // One in a few goes through a process of its own, whose start takes four times as long as the import.
      const apart = random.int(8) === 0
      const folder = join(root, `d${n}`)
      try {
        await importOne(
          dataDir,
          folder,
          async () => {
            await writeDelivery(folder, validDelivery(n + 2), {
              format: random.pick(['csv', 'parquet']),
            })
            for (let faults = 1 + random.int(3); faults > 0; faults--)
              done.push(await mutate(folder, outside, random))
          },
          apart,
        )
        outcome.loaded++
        await assertValid(dataDir)
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error
        assert.deepEqual(await storeOf(dataDir), state, 'a refusal leaves the store as it was')
        if (error instanceof DeliveryError) outcome.refused++
        else {
          const said = (error as Error).message.split('\n', 1)[0]!.slice(0, 160)
          assert.match(said, /^The import failed and nothing was loaded/)
          assert.doesNotMatch(
            said,
            /TypeError|undefined|Parser Error|Binder Error|Catalog Error/,
            'a delivery is refused in words',
          )
          outcome.failed[said] = (outcome.failed[said] ?? 0) + 1
        }
      } finally {
        tell(`${n} seed ${seed + n} ${done.join('; ')}`)
      }
      assert.deepEqual(await untouched(), before, `nothing outside is touched (seed ${seed + n})`)
      await rm(folder, { recursive: true, force: true })
    }
    return outcome
  })
}

async function importOne(
  dataDir: string,
  delivery: string,
  prepare: (folder: string) => Promise<void>,
  apart: boolean,
): Promise<void> {
  await prepare(delivery)
  const place = { dataDir, databaseUrl: null }
  await Promise.race([
    apart ? importApart(place, { delivery }) : importDelivery({ dataDir, delivery }),
    deadline(HANG, 'an import hangs'),
  ])
}

async function catalogOf(dataDir: string): Promise<Catalog> {
  return await catalogIn(dataDir)
}

async function storeOf(dataDir: string): Promise<unknown> {
  return [
    await catalogOf(dataDir),
    (await readdir(join(dataDir, 'deliveries'), { recursive: true })).sort(),
  ]
}

/** Looks at the store with nothing of the import's own: every file is there, and every value is one that the data model allows. */
async function assertValid(dataDir: string): Promise<void> {
  const catalog = await catalogOf(dataDir)
  const short = (text: string, most: number): boolean =>
    typeof text === 'string' && text !== '' && [...text].length <= most && !text.includes('\0')
  for (const { name } of [...catalog.companies, ...catalog.apps]) assert.ok(short(name, 512), name)
  for (const { network } of catalog.networks) assert.ok(short(network, 512), network)
  for (const { event_id, title, start_date, end_date, country } of Object.values(
    catalog.files,
  ).flatMap(app => app.events ?? [])) {
    assert.ok(Number.isSafeInteger(event_id) && short(title, 200) && start_date <= end_date, title)
    assert.ok(country === null || /^[A-Z]{2}$/.test(country), String(country))
  }
  for (const { budget_id, month, platform, amount } of Object.values(catalog.files).flatMap(
    app => app.budgets ?? [],
  )) {
    assert.ok(
      Number.isSafeInteger(budget_id) && /^20\d{2}-(0[1-9]|1[0-2])$/.test(month) && amount > 0,
      String(budget_id),
    )
    assert.ok(platform === null || ['IOS', 'ANDROID', 'WEB'].includes(platform), String(platform))
  }
  for (const app of catalog.apps) {
    assert.ok(
      Number.isSafeInteger(app.app_id) &&
        app.dsi_values.includes(app.target_dsi) &&
        app.action_threshold >= 0,
    )
    assert.match(app.currency, /^[A-Z]{3}$/)
  }
  const newest = catalog.runs.slice(-2)
  const files = [
    ...newest.flatMap(run => [run.facts?.file, run.recommendations?.file]),
    ...Object.values(catalog.files).flatMap(app => [
      app.identities?.file,
      app.snapshots.at(-1)?.file,
      app.alerts.at(-1)?.file,
    ]),
  ]
  for (const file of files.filter(name => name !== undefined)) {
    const path = join(dataDir, file).replaceAll("'", "''")
    const columns = (await query(`DESCRIBE FROM read_parquet('${path}')`)).map(row => [
      String(row['column_name']),
      String(row['column_type']),
    ])
    const has = (name: string): boolean => columns.some(([column]) => column === name)
    const broken = columns
      .filter(([, type]) => type === 'VARCHAR')
      .map(([name]) => `length("${name}") > 4000 OR contains("${name}", chr(0))`)
    for (const name of ['platform', 'network', 'campaign', 'country'])
      if (has(name)) broken.push(`${name} IS NULL OR ${name} = '' OR length(${name}) > 512`)
    if (has('platform')) broken.push(`platform NOT IN ('IOS', 'ANDROID', 'WEB', 'Unknown')`)
    if (has('spend')) broken.push('spend IS NULL OR spend < 0')
    if (has('paid_installs'))
      broken.push(
        'paid_installs < 0 OR paid_installs > incremental_blended_installs OR incremental_blended_installs > full_blended_installs',
      )
    if (has('install_date')) broken.push(`install_date IS NULL OR install_date > DATE '2026-03-30'`)
    const [row] = await query(
      `SELECT count(*) AS n FROM read_parquet('${path}') WHERE ${broken.map(rule => `(${rule})`).join(' OR ') || 'false'}`,
    )
    assert.equal(Number(row!['n']), 0, `${file} holds valid rows alone`)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [count = '500', seed = String(freshSeed())] = process.argv.slice(2)
  console.log(`${count} deliveries from seed ${seed}`)
  console.log(await importMutated(Number(count), Number(seed), line => console.error(line)))
}

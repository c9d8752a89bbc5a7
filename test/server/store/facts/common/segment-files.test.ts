import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { importInto } from '../../../../../server/imports/load/import.ts'
import { catalogIn } from '../../../../../server/store/facts/embedded/named-files.ts'
import { folderDestination } from '../../../../../server/store/facts/embedded/embedded-destination.ts'
import { openDuckdbStore } from '../../../../../server/store/facts/embedded/embedded-store.ts'
import type { Catalog, Segment } from '../../../../../server/core/model/catalog.ts'
import { addDays } from '../../../../../server/core/model/dates.ts'
import type { Store } from '../../../../../server/core/model/store.ts'
import type { AlertRow, Delivery, RoasSnapshotRow } from '../../../../reference/delivery.ts'
import {
  alertRow,
  appRow,
  minimalDelivery,
  runRow,
  snapshotRow,
} from '../../../../reference/minimal-delivery.ts'
import { changeCatalog } from '../../../../support/store-records.ts'
import fc from '../../../../support/fast-check.ts'
import { work } from '../../../../support/work.ts'
import { deliver, query } from '../../../../support/delivery-folder.ts'
import { removeRuns } from '../../../../support/remove.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

const LIMITS = { fresh: 4, bytes: 24_000 }
const DSIS = [1, 7, 365]
const FIRST = '2026-03-20'

interface Import {
  kind: 'import'
  /** Of snapshots, before the run. */
  ages: number[]
  dsis: number[]
  alerts: number
  /** Days since the import before. */
  pause: number
}

type Step = Import | { kind: 'remove'; picks: number[] } | { kind: 'earlier version' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      ages: fc.uniqueArray(fc.integer({ min: 1, max: 75 }), { maxLength: 12 }),
      dsis: fc.uniqueArray(fc.constantFrom(...DSIS), { minLength: 1 }),
      alerts: fc.integer({ min: 0, max: 3 }),
      pause: fc.constantFrom(1, 1, 7, 40),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('remove' as const),
      picks: fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('earlier version' as const) }) },
)

/** What the store should hold. */
interface Held {
  snapshots: Pick<RoasSnapshotRow, 'run_id' | 'install_date' | 'dsi' | 'spend'>[]
  alerts: Pick<AlertRow, 'alert_id' | 'run_id' | 'created_at'>[]
}

function deliveryOf(
  { ages, dsis, alerts }: Import,
  run: number,
  day: string,
): Required<Pick<Delivery, 'runs' | 'roas_snapshots' | 'alerts'>> {
  const created_at = `${day}T06:00:00.000Z`
  return {
    runs: [
      runRow({ run_id: run, created_at, max_install_date: addDays(day, -1) }),
      runRow({ run_id: 1000 + run, kind: 'alert', created_at }),
    ],
    roas_snapshots: ages.flatMap(age =>
      dsis.map(dsi =>
        snapshotRow({ run_id: run, install_date: addDays(day, -age), dsi, spend: `${run}.${dsi}` }),
      ),
    ),
    alerts: Array.from({ length: alerts }, (_, n) =>
      alertRow({ alert_id: 10 * run + n, run_id: 1000 + run, created_at }),
    ),
  }
}

async function rowsOf(
  dataDir: string,
  segments: readonly Segment[],
  columns: string,
): Promise<string[]> {
  if (segments.length === 0) return []
  const files = segments.map(({ file }) => `'${join(dataDir, file)}'`).join()
  return (
    await query(
      `SELECT concat_ws(' ', ${columns}) AS row FROM read_parquet([${files}], union_by_name = true) ORDER BY 1`,
    )
  ).map(({ row }) => String(row))
}

const SNAPSHOT = 'run_id, install_date, dsi, spend'
const ALERT = `alert_id, run_id, strftime(created_at, '%Y-%m-%d')`

function expectedRows({ snapshots, alerts }: Held) {
  return {
    snapshots: snapshots
      .map(row => [row.run_id, row.install_date, row.dsi, Number(row.spend).toFixed(4)].join(' '))
      .sort(),
    alerts: alerts
      .map(row => [row.alert_id, row.run_id, row.created_at.slice(0, 10)].join(' '))
      .sort(),
  }
}

/** The rows are those expected, and the catalog says of each segment exactly what is in it. */
async function holds(t: Test, dataDir: string, held: Held): Promise<Catalog> {
  const catalog = await catalogIn(dataDir)
  const { snapshots, alerts } = catalog.files[1]!
  t.strictSame(
    {
      snapshots: await rowsOf(dataDir, snapshots, SNAPSHOT),
      alerts: await rowsOf(dataDir, alerts, ALERT),
    },
    expectedRows(held),
  )
  for (const [table, segments] of Object.entries({ snapshots, alerts })) {
    const day = table === 'snapshots' ? 'install_date' : 'created_at::DATE'
    for (const { file, rows, month, span } of segments.filter(({ span }) => span !== undefined)) {
      const [actual] =
        await query(`SELECT count(*)::INTEGER AS rows, min(${day})::VARCHAR AS start, max(${day})::VARCHAR AS end,
        min(run_id)::INTEGER AS first_run, max(run_id)::INTEGER AS last_run FROM '${join(dataDir, file)}'`)
      t.strictSame({ rows, ...span }, actual, file)
      if (month) t.strictSame([span!.start.slice(0, 7), span!.end.slice(0, 7)], [month, month])
    }
    const fresh = segments.filter(({ month }) => month === undefined)
    t.ok(
      fresh.length < LIMITS.fresh || fresh.some(({ span }) => span === undefined),
      `${fresh.length} fresh segments`,
    )
  }
  return catalog
}

/** Answers of the store against sums over the expected rows. */
async function answersAgree(t: Test, store: Store, held: Held, day: string): Promise<void> {
  const catalog = await store.catalog(1)
  const runs = catalog.runs
    .filter(run => run.app_id === 1)
    .filter(run => run.kind === 'recommendation')
  const app = catalog.apps[0]!
  t.strictSame(
    await store.snapshotDsis(work, catalog, app, runs),
    DSIS.filter(dsi => held.snapshots.some(row => row.dsi === dsi)),
  )
  for (const range of [
    { start: addDays(day, -20), end: day },
    { start: addDays(day, -60), end: addDays(day, -40) },
    { start: '2026-01-01', end: day },
  ]) {
    const request = {
      app,
      runs,
      dsi: 7,
      roasType: 'paid',
      revenueType: 'gross',
      range,
      grouping: 'daily',
      granularity: 'app',
    } as const
    const ofDsi = held.snapshots.filter(row => row.dsi === 7 && row.install_date <= range.end)
    const firsts = new Map<number, string>()
    for (const row of ofDsi) {
      const known = firsts.get(row.run_id)
      if (known === undefined || row.install_date < known) firsts.set(row.run_id, row.install_date)
    }
    await store.withSnapshotGroups(
      work,
      catalog,
      { ...request, identityIds: undefined },
      async (session, groups) => {
        const inRange = ofDsi.filter(row => row.install_date >= range.start)
        const groupRows = await session.rows<{ run_id: number; install_cohort: string }>(
          await groups.groups(),
        )
        t.strictSame(
          groupRows.map(row => `${row.run_id} ${row.install_cohort}`).sort(),
          inRange.map(row => `${row.run_id} ${row.install_date}`).sort(),
        )
        if (inRange.length === 0) return
        const beginnings = await session.rows<{ run_id: number; first_install_date: string }>(
          await groups.beginnings(),
        )
        t.strictSame(
          beginnings.map(row => `${row.run_id} ${row.first_install_date}`).sort(),
          [...firsts].map(([run, first]) => `${run} ${first}`).sort(),
        )
      },
    )
    const alerts = await store.alerts(work, catalog, 1, catalog.runs, range)
    const expected = held.alerts.filter(
      row => row.created_at.slice(0, 10) >= range.start && row.created_at.slice(0, 10) <= range.end,
    )
    t.strictSame(alerts.map(row => row.alert_id).sort(), expected.map(row => row.alert_id).sort())
  }
}

/** A catalog as the version before wrote it. */
async function asEarlierVersion(dataDir: string): Promise<void> {
  const plain = ({
    month: _month,
    span: _span,
    min_id: _min,
    max_id: _max,
    ...segment
  }: Segment): Segment => segment
  await changeCatalog(dataDir, catalog => {
    const { snapshots, alerts, ...files } = catalog.files[1]!
    return {
      ...catalog,
      runs: catalog.runs.map(({ snapshots: _snapshots, ...run }) => run),
      files: { 1: { ...files, snapshots: snapshots.map(plain), alerts: alerts.map(plain) } },
    }
  })
}

async function emptyStore(t: Test): Promise<string> {
  const dataDir = temporaryFolder(t)
  const empty = {
    runs: [],
    cohorts: [],
    cohort_revenue: [],
    recommendations: [],
    roas_snapshots: [],
    alerts: [],
  }
  const delivery = await deliver(
    t,
    minimalDelivery({ apps: [appRow({ dsi_values: DSIS.join() })], ...empty }),
  )
  await importInto(folderDestination(dataDir, LIMITS), { delivery })
  return dataDir
}

/** Carries out a step on the store and on what it should hold; returns the day. */
async function carryOut(
  t: Test,
  dataDir: string,
  held: Held,
  one: Step,
  at: { run: number; day: string },
): Promise<void> {
  const imports = folderDestination(dataDir, LIMITS)
  if (one.kind === 'earlier version') {
    if ((await catalogIn(dataDir)).files[1]) await asEarlierVersion(dataDir)
  } else if (one.kind === 'remove') {
    const runs = (await catalogIn(dataDir)).runs.map(run => run.run_id)
    const gone = new Set(one.picks.map(pick => runs[pick % Math.max(1, runs.length)]!))
    if (runs.length === 0) return
    await removeRuns({ imports }, { app: 1, runs: [...gone] })
    held.snapshots = held.snapshots.filter(row => !gone.has(row.run_id))
    held.alerts = held.alerts.filter(row => !gone.has(row.run_id))
  } else {
    at.run++
    at.day = addDays(at.day, one.pause)
    const delivery = deliveryOf(one, at.run, at.day)
    await importInto(imports, {
      delivery: await deliver(t, delivery),
      now: () => new Date(`${at.day}T07:00:00Z`),
    })
    held.snapshots.push(...delivery.roas_snapshots)
    held.alerts.push(...delivery.alerts)
  }
}

t.test(
  'after any imports and removals, segments hold the rows and the catalog describes them',
  async t => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 8, maxLength: 22, size: 'max' }),
        async steps => {
          const dataDir = await emptyStore(t)
          const held: Held = { snapshots: [], alerts: [] }
          const at = { run: 0, day: FIRST }
          const [first, ...others] = steps
          for (const one of first!.kind === 'import'
            ? steps
            : [
                { kind: 'import', ages: [1, 40], dsis: DSIS, alerts: 1, pause: 1 } as const,
                ...others,
              ]) {
            await carryOut(t, dataDir, held, one as Step, at)
          }
          await holds(t, dataDir, held)
          const store = await openDuckdbStore(dataDir)
          await answersAgree(t, store, held, at.day).finally(() => store.close())
        },
      ),
      { numRuns: 1 },
    )
  },
)

/** Imports of one run a day that look back on two ages, 31 days apart. */
async function loadDays(t: Test, dataDir: string, days: number): Promise<Held> {
  const held: Held = { snapshots: [], alerts: [] }
  const at = { run: 0, day: FIRST }
  for (let day = 0; day < days; day++) {
    await carryOut(
      t,
      dataDir,
      held,
      { kind: 'import', ages: [1, 32], dsis: DSIS, alerts: 1, pause: 10 },
      at,
    )
  }
  return held
}

t.test('ROAS history and alerts open only segments of their range and runs', async t => {
  const dataDir = await emptyStore(t)
  const held = await loadDays(t, dataDir, 12)
  const catalog = await holds(t, dataDir, held)
  const { snapshots, alerts } = catalog.files[1]!
  t.ok(snapshots.length > 4 && alerts.length > 2)
  const range = { start: '2026-05-02', end: '2026-05-20' }
  const isIn = ({ span }: Segment): boolean => span!.start <= range.end && span!.end >= range.start
  const others = [...snapshots, ...alerts].filter(segment => !isIn(segment))
  t.ok(others.length > 3)
  for (const { file } of others) await rm(join(dataDir, file))
  const store = await openDuckdbStore(dataDir)
  t.teardown(() => store.close())
  const app = catalog.apps[0]!
  const runs = catalog.runs.filter(run => run.kind === 'recommendation')
  const request = {
    app,
    runs,
    dsi: 7,
    roasType: 'paid',
    revenueType: 'gross',
    range,
    grouping: 'daily',
    granularity: 'app',
  } as const
  const expected = held.snapshots.filter(
    row => row.dsi === 7 && row.install_date >= range.start && row.install_date <= range.end,
  )
  await store.withSnapshotGroups(
    work,
    catalog,
    { ...request, identityIds: undefined },
    async (session, groups) => {
      t.equal((await session.rows(await groups.groups())).length, expected.length)
      t.equal(
        (await session.rows(await groups.beginnings())).length,
        runs.filter(run => run.snapshots![0]!.first_install_date <= range.end).length,
      )
    },
  )
  t.strictSame(await store.snapshotDsis(work, catalog, app, runs), DSIS, 'from the catalog')
  t.equal((await store.alerts(work, catalog, 1, catalog.runs, range)).length, 2)
  const inRange = alerts.find(isIn)!
  const one = catalog.runs.filter(run => run.run_id === inRange.span!.first_run)
  t.equal((await store.alerts(work, catalog, 1, one)).length, 1, 'of one run')
})

t.test(
  'a removal drops segments without live rows and rewrites only those at the boundary',
  async t => {
    const dataDir = await emptyStore(t)
    const held = await loadDays(t, dataDir, 12)
    const before = (await catalogIn(dataDir)).files[1]!
    const gone = [1, 2, 3, 4, 5].flatMap(run => [run, 1000 + run])
    const ends = (segment: Segment): boolean =>
      gone.includes(segment.span!.first_run) && gone.includes(segment.span!.last_run)
    const straddles = (segment: Segment): boolean =>
      gone.includes(segment.span!.first_run) && !gone.includes(segment.span!.last_run)
    const all = [...before.snapshots, ...before.alerts]
    const [dropped, rewritten] = [all.filter(ends), all.filter(straddles)]
    t.ok(
      dropped.length > 0 && rewritten.length > 0 && all.length > dropped.length + rewritten.length,
    )
    for (const segment of all.filter(segment => !straddles(segment))) {
      await rename(join(dataDir, segment.file), join(dataDir, `${segment.file}.aside`))
      await writeFile(join(dataDir, segment.file), 'unreadable')
    }
    await removeRuns({ imports: folderDestination(dataDir, LIMITS) }, { app: 1, runs: gone })
    for (const segment of all.filter(segment => !straddles(segment))) {
      await rename(join(dataDir, `${segment.file}.aside`), join(dataDir, segment.file))
    }
    held.snapshots = held.snapshots.filter(row => !gone.includes(row.run_id))
    held.alerts = held.alerts.filter(row => !gone.includes(row.run_id))
    const { files } = await holds(t, dataDir, held)
    const made = [...files[1]!.snapshots, ...files[1]!.alerts].filter(
      ({ file }) => !all.some(known => known.file === file),
    )
    t.equal(made.length, rewritten.length)
    t.strictSame(made.map(({ month }) => month).sort(), rewritten.map(({ month }) => month).sort())
  },
)

t.test('a delivery too large for one segment is split by months, and months by days', async t => {
  const dataDir = await emptyStore(t)
  const held: Held = { snapshots: [], alerts: [] }
  const ages = Array.from({ length: 75 }, (_, age) => age + 1)
  const large = { kind: 'import', ages, dsis: DSIS, alerts: 0, pause: 1 } as const
  const limits = { fresh: 4, bytes: 80 * DSIS.length * 20 }
  const delivery = deliveryOf({ ...large, ages, dsis: DSIS }, 1, FIRST)
  await importInto(folderDestination(dataDir, limits), { delivery: await deliver(t, delivery) })
  held.snapshots.push(...delivery.roas_snapshots)
  const { files } = await holds(t, dataDir, held)
  const { snapshots } = files[1]!
  t.ok(snapshots.every(({ rows, month }) => rows <= DSIS.length * 20 && month !== undefined))
  t.strictSame(
    [...new Set(snapshots.map(({ month }) => month))],
    [...new Set(delivery.roas_snapshots.map(row => row.install_date.slice(0, 7)))].sort(),
  )
  t.ok(snapshots.length > 4)
})

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { start } from '../../server/start.ts'
import { RECORDS_FILE } from '../../server/store/records/records.ts'
import type { Delivery } from '../reference/delivery.ts'
import { admin } from '../support/admin.ts'
import { withDelivery } from '../support/delivery-folder.ts'
import { type BaseStore, baseStore, IMPORTS } from './store/base-store.ts'
import { contentsOf } from './store/contents.ts'
import { badDelivery, runDelivery } from '../support/store/deliveries.ts'

/** What the operator reads must name the file, and say how to get out of this. */
const MESSAGE = /records\.sqlite.*(verify --repair|restore)/is

/** Files that no reader misses: locks, and what a start notes of itself. */
const DISPOSABLE = /^(spill|staging)\/|^seen\.json$/

/** With the demo only once a start without it refuses: loading one takes minutes, and would be the fault. */
async function startWithDemo(dir: string): Promise<string> {
  let refusal = ''
  for (const DEMO of ['off', 'on']) {
    try {
      const { service } = await start({ DATA_DIR: dir, PORT: '0', LOG_LEVEL: 'silent', DEMO })
      await service.stop()
      return `It started with DEMO=${DEMO}`
    } catch (error) {
      refusal = String(error)
    }
  }
  return refusal
}

async function imported(dir: string, delivery: Delivery, ...options: string[]): Promise<string> {
  return await withDelivery(delivery, async folder => {
    const { code, stdout, stderr } = await admin(dir, 'import', ...options, folder)
    return `exit code ${code}: ${stdout}${stderr}`
  })
}

/** All that nightly jobs and operators do before they notice. */
const STEPS: [name: string, run: (dir: string) => Promise<string>][] = [
  ['a check of a bad delivery', dir => imported(dir, badDelivery(), '--check')],
  ['a refused import', dir => imported(dir, badDelivery())],
  ['a check of a good delivery', dir => imported(dir, runDelivery(IMPORTS + 1), '--check')],
  ['an import', dir => imported(dir, runDelivery(IMPORTS + 1))],
  ['a start with the demo', startWithDemo],
  ['a second start with the demo', startWithDemo],
]

t.test('missing records delete nothing, and every command reports what is missing', async t => {
  const base = await baseStore(t)
  await t.test('every command reports it, in turn', t => survives(t, base, [RECORDS_FILE], STEPS))
  for (const step of STEPS.slice(0, -1))
    await t.test(`${step[0]} as the first command reports it`, t =>
      survives(t, base, [RECORDS_FILE], [step]),
    )
})

t.test('missing records and missing copies give the same reports', async t => {
  const base = await baseStore(t)
  await t.test('every command reports it, in turn', t => survives(t, base, ['records'], STEPS))
  await t.test('a folder with data files only is reported', t =>
    survives(t, base, ['records', 'spool', 'export-secret', 'seen.json'], STEPS.slice(-2)),
  )
})

async function survives(
  t: Test,
  base: BaseStore,
  lost: readonly string[],
  steps: typeof STEPS,
): Promise<void> {
  const dir = await base.copy()
  for (const name of lost) await rm(join(dir, name), { recursive: true, force: true })
  const before = [...(await contentsOf(dir))].filter(([path]) => !DISPOSABLE.test(path))
  for (const [name, run] of steps) {
    t.match(await run(dir), MESSAGE, `${name} says what is missing`)
    const kept = await contentsOf(dir)
    const gone = before.filter(([path, digest]) => kept.get(path) !== digest).map(([path]) => path)
    t.strictSame(gone, [], `${name} leaves every file as it is`)
  }
}

import { createHash } from 'node:crypto'
import { appendFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import type { Repair } from '../../../../server/imports/delivery-faults.ts'
import {
  DeliveryError,
  formatFaults,
  formatRepair,
} from '../../../../server/imports/load/import.ts'
import { importDelivery } from '../../../../server/store/facts/embedded/embedded-destination.ts'
import { DELIVERIES } from './broken-deliveries.ts'
import { type Defect, writeBroken } from './sound-tables.ts'

/** A file to which all that is printed goes, to read it. */
const OUTPUT = process.env['SHOWN']

/** The faulty text at the end of a line, such as a header: it names columns of which nothing was said. */
const SAMPLE = / \("(?:[^"\\]|\\.)*"\)$/

/** A store that all deliveries are checked against: none is loaded. */
const dataDir = `${t.testdir({ data: {} })}/data`

/** The lines that a check prints when it refuses a delivery; undefined if it does not. */
async function refusalOf(delivery: string): Promise<string[] | undefined> {
  try {
    await importDelivery({ dataDir, delivery, check: true })
    return undefined
  } catch (error) {
    if (error instanceof DeliveryError) return formatFaults(error)
    throw error
  }
}

/** What `--fix` repaired, and the lines about the errors that are left. */
async function repairOf(
  delivery: string,
  fix: string,
): Promise<{ repairs: Repair[] | undefined; left: string[] }> {
  try {
    const { repairs, loaded } = await importDelivery({ dataDir, delivery, fix })
    if (loaded) throw new Error('--fix never loads')
    return { repairs, left: [] }
  } catch (error) {
    if (error instanceof DeliveryError) return { repairs: error.repairs, left: formatFaults(error) }
    throw error
  }
}

async function contentOf(folder: string): Promise<string> {
  const hash = createHash('sha256')
  for (const name of (await readdir(folder)).sort())
    hash.update(name).update(await readFile(join(folder, name)))
  return hash.digest('hex')
}

/** Checks, repairs everything that was said, and checks again while anything is left: the lines of each refusal. */
async function repairByHand(delivery: string, defects: readonly Defect[]): Promise<string[][]> {
  const rounds: string[][] = []
  for (let left = defects; ;) {
    await writeBroken(delivery, left)
    const lines = await refusalOf(delivery)
    if (lines === undefined) return rounds
    rounds.push(lines)
    const unsaid = left.filter(
      ({ said }) => !lines.slice(1).some(line => said.test(line.replace(SAMPLE, ''))),
    )
    if (unsaid.length === left.length)
      throw new Error(`nothing that a person could repair:\n${lines.join('\n')}`)
    if (unsaid.length === 0) return rounds
    left = unsaid
  }
}

t.test('the delivery without defects is accepted', async t => {
  const delivery = t.testdir()
  await writeBroken(delivery, [])
  t.equal(await refusalOf(delivery), undefined)
})

t.test('--fix repairs only what has exactly one meaning', async t => {
  for (const { name, defects, fix } of DELIVERIES)
    await t.test(name, async t => {
      const folder = t.testdir()
      const [delivery, fixed] = [join(folder, 'delivery'), join(folder, 'fixed')]
      await writeBroken(delivery, defects)
      const before = await contentOf(delivery)
      const { repairs = [], left } = await repairOf(delivery, fixed)
      t.equal(await contentOf(delivery), before, 'the delivery stays as it is')
      if (OUTPUT !== undefined)
        await appendFile(
          OUTPUT,
          `${[`## fix: ${name}`, ...repairs.map(formatRepair), '-- left', ...left].join('\n')}\n`,
        )
      t.strictSame(
        { repairs: repairs.length, left: left.length === 0 ? 0 : left.length - 1 },
        { repairs: fix.repairs, left: fix.left },
      )
    })
})

t.test('a refusal counts the errors that --fix repairs, and leaves no copy', async t => {
  const counts = {
    'cohorts as "Unicode text" of a spreadsheet': { total: 6, repairable: 2 },
    'a workbook named cohorts.csv': { total: 9, repairable: 0 },
    'Latin-1 cohorts, and small letters': { total: 82, repairable: 82 },
    'a list in brackets, and a target of its own': { total: 2, repairable: 2 },
  }
  for (const [name, counted] of Object.entries(counts)) {
    const folder = t.testdir()
    await writeBroken(join(folder, 'delivery'), DELIVERIES.find(one => one.name === name)!.defects)
    const options = { dataDir, delivery: join(folder, 'delivery'), countRepairable: true }
    await t.rejects(importDelivery(options), { name: 'DeliveryError', ...counted }, name)
    t.strictSame((await readdir(join(dataDir, 'staging'))).sort(), [
      'imports.lock',
      'imports.lock.pid',
    ])
  }
})

t.test('forty broken deliveries need at most two rounds', async t => {
  t.ok(DELIVERIES.length >= 40)
  for (const { name, defects } of DELIVERIES)
    await t.test(name, async t => {
      const rounds = await repairByHand(t.testdir(), defects)
      t.ok(rounds.length >= 1 && rounds.length <= 2, `${rounds.length} rounds`)
      if (OUTPUT !== undefined)
        await appendFile(
          OUTPUT,
          `${[`## ${name}: ${defects.length} defects, ${rounds.length} rounds`, ...rounds.flat()].join('\n')}\n`,
        )
    })
})

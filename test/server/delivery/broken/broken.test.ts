import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { DeliveryError, formatFaults } from '../../../../server/delivery/load/import.ts'
import { importDelivery } from '../../../../server/engines/embedded/place.ts'
import { DELIVERIES } from './deliveries.ts'
import { type Defect, writeBroken } from './world.ts'

/** A file to which all that is printed goes, to read it. */
const SHOWN = process.env['SHOWN']

/** The faulty text at the end of a line, such as a header: it names columns of which nothing was said. */
const SAMPLE = / \("(?:[^"\\]|\\.)*"\)$/

/** The lines that an import prints when it refuses a delivery; undefined if it does not. */
async function refusalOf(dataDir: string, delivery: string): Promise<string[] | undefined> {
  try {
    await importDelivery({ dataDir, delivery })
    return undefined
  } catch (error) {
    if (error instanceof DeliveryError) return formatFaults(error)
    throw error
  }
}

/** Imports, repairs everything that was said, and imports again: the lines of each refusal. */
async function repairByHand(folder: string, defects: readonly Defect[]): Promise<string[][]> {
  const rounds: string[][] = []
  for (let left = defects; ;) {
    await writeBroken(join(folder, 'delivery'), left)
    const lines = await refusalOf(join(folder, 'data'), join(folder, 'delivery'))
    if (lines === undefined) return rounds
    rounds.push(lines)
    const unsaid = left.filter(({ said }) => !lines.slice(1).some(line => said.test(line.replace(SAMPLE, ''))))
    if (unsaid.length === left.length) throw new Error(`nothing that a person could repair:\n${lines.join('\n')}`)
    left = unsaid
  }
}

t.test('forty broken deliveries: at most two rounds', async t => {
  t.ok(DELIVERIES.length >= 40)
  for (const { name, defects } of DELIVERIES)
    await t.test(name, async t => {
      const rounds = await repairByHand(t.testdir(), defects)
      t.ok(rounds.length >= 1 && rounds.length <= 2, `${rounds.length} rounds`)
      if (SHOWN !== undefined)
        await appendFile(SHOWN, `${[`## ${name}: ${defects.length} defects, ${rounds.length} rounds`, ...rounds.flat()].join('\n')}\n`)
    })
})

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forecastTo } from '../../../server/forecast/forecast.ts'
import type { Day } from '../../../server/model/days.ts'
import { measurement, type Measurement } from '../support/measurement.ts'
import { STUDIO, studioConfig, writeExports } from './restated-exports.ts'

const BEFORE = 100
const DAYS = 30

/** Differences between the run of a day, from the exports of that day, and the run as of it from all exports. */
export interface Compared {
  asOf: Day
  /** Files of the two deliveries with other bytes. */
  differ: readonly string[]
  /** Events in the delivery: what was suspicious then. */
  events: number
}

/** Runs on each of some days, then again as of them once all exports are there. */
export async function compareRuns(folder: string, days: readonly Day[], before = BEFORE): Promise<Compared[]> {
  const exports = join(folder, 'exports')
  const earlier = Array.from({ length: Math.ceil(before / STUDIO.window) }, (_, at) => days[0]! - 1 - at * (STUDIO.window - 1)).reverse()
  writeExports(exports, earlier)
  const then: Awaited<ReturnType<typeof run>>[] = []
  for (const day of days) {
    writeExports(exports, [day])
    then.push(await run(exports, join(folder, `then-${day}`)))
  }
  const compared: Compared[] = []
  for (const [at, { asOf, files, events }] of then.entries()) {
    const now = await run(exports, join(folder, `now-${days[at]}`), asOf)
    const names = [...new Set([...Object.keys(files), ...Object.keys(now.files)])]
    compared.push({ asOf, events, differ: names.filter(name => files[name]?.equals(now.files[name] ?? Buffer.of()) !== true) })
  }
  return compared
}

async function run(exports: string, out: string, asOf?: Day) {
  const { report } = await forecastTo({ config: studioConfig(exports), out, asOf, createdAt: new Date(0), progress: () => undefined })
  const names = await readdir(out)
  const files = Object.fromEntries(await Promise.all(names.map(async name => [name, await readFile(join(out, name))] as const)))
  await rm(out, { recursive: true })
  return { asOf: report.asOf, events: report.events.length, files }
}

export async function restated(): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'restated-'))
  try {
    const from = STUDIO.firstDay + BEFORE
    const runs = await compareRuns(
      folder,
      Array.from({ length: DAYS }, (_, at) => from + at),
    )
    const same = runs.filter(({ differ }) => differ.length === 0).length
    const suspicious = runs.filter(({ events }) => events > 0).length
    return [
      measurement('as-of runs whose bytes equal the run of that day / all', (100 * same) / DAYS, 100, '%', 'value 100'),
      measurement('of them with suspicious days / all', (100 * suspicious) / DAYS, 100, '%', '-'),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

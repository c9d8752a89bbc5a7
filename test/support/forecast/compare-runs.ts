import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { forecastTo } from '../../../server/forecast/forecast.ts'
import { type Day, dayOf } from '../../../server/core/model/dates.ts'
import { STUDIO, studioConfig, writeExports } from './restated-exports.ts'

/** Days with exports before the first run. */
export const BEFORE = 100

/** Differences between the run of a day, from the exports of that day, and the run as of it from all exports. */
export interface Compared {
  asOf: Day
  /** Files of the two deliveries with other bytes. */
  differ: readonly string[]
  /** Events in the delivery: what was suspicious then. */
  events: number
}

/** Runs on each of some days, then again as of them once all exports are there. */
export async function compareRuns(
  folder: string,
  days: readonly Day[],
  before = BEFORE,
): Promise<Compared[]> {
  const exports = join(folder, 'exports')
  const earlier = Array.from(
    { length: Math.ceil(before / STUDIO.window) },
    (_, at) => days[0]! - 1 - at * (STUDIO.window - 1),
  ).reverse()
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
    compared.push({
      asOf,
      events,
      differ: names.filter(name => files[name]?.equals(now.files[name] ?? Buffer.of()) !== true),
    })
  }
  return compared
}

async function run(exports: string, out: string, asOf?: Day) {
  const { summary } = await forecastTo({
    config: studioConfig(exports),
    out,
    asOf,
    createdAt: new Date(0),
    progress: () => undefined,
  })
  const names = await readdir(out)
  const files = Object.fromEntries(
    await Promise.all(names.map(async name => [name, await readFile(join(out, name))] as const)),
  )
  await rm(out, { recursive: true })
  return { asOf: dayOf(summary.asOf), events: summary.events, files }
}

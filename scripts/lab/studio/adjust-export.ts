import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dateOf, dayOf } from '../../../server/core/model/dates.ts'
import { apps } from './apps.ts'
import { configOf } from './config.ts'
import { factsOf } from './studio-facts.ts'
import { simulate } from './simulate.ts'
import { roundTo } from './targets.ts'

/** Ages with a column in the report. */
const AGES = [0, 1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 30, 45, 60, 75, 90, 105, 120] as const

const FILE = 'adjust-report.csv'

/**
 * Writes the export of the studio's first app from Adjust on the morning of `today`: a report by day, platform, channel,
 * campaign and country, with cumulative revenue by age, partial at ages that a cohort has not reached. The same date gives the same bytes.
 */
export async function writeAdjustExport(
  dir: string,
  { today }: { today: string },
): Promise<string> {
  const [app] = apps
  const day = dayOf(today)
  const { cells, names, revenue } = factsOf(app!, simulate(app!, day), configOf(app!, [], day))
  const [{ start, age, gross }] = revenue as [(typeof revenue)[number]]
  const named = (name: string | undefined) =>
    name === undefined ? '' : `"${name.replaceAll('"', '""')}"`
  const lines = Array.from({ length: cells.count }, (_, cell) => {
    let [sum, row] = [0, start[cell]!]
    const byAge = AGES.map(to => {
      while (row < start[cell + 1]! && age[row]! <= to) sum += gross[row++]!
      return roundTo(sum, 4)
    })
    const dimensions = [
      dateOf(cells.day[cell]!),
      names.platform[cells.platform[cell]!]?.toLowerCase(),
      names.network[cells.network[cell]!],
      names.campaign[cells.campaign[cell]!],
      names.country[cells.country[cell]!],
    ]
    return [...dimensions.map(named), cells.installs[cell], cells.spend[cell], ...byAge].join(',')
  })
  const revenues = AGES.map(age => `all_revenue_total_d${age}`)
  const header = [
    'day',
    'os_name',
    'channel',
    'campaign',
    'country_code',
    'installs',
    'cost',
    ...revenues,
  ].join(',')
  await mkdir(dir, { recursive: true })
  await writeFile(join(dir, FILE), [header, ...lines, ''].join('\r\n'))
  return join(dir, FILE)
}

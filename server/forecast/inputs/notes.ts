import type { Config } from '../config/forecast-config.ts'
import type { Table } from './formats/format.ts'
import { type Cells, DIMENSIONS, type Names, UNKNOWN } from '../model/facts.ts'
import type { Workspace } from '../../imports/workspace.ts'
import { sql } from '../../core/model/sql.ts'
import { partsSql } from './row-key.ts'

const MAX_UNATTRIBUTED = 0.2
/** Default of the configuration. */
const USUAL_ORGANIC = 'Organic'

export function unattributedNotes(
  { count, platform, campaign, organic, installs }: Cells,
  names: Names,
): string[] {
  const of = [...names.platform, 'unknown platform'].map(() => ({ paid: 0, without: 0 }))
  for (let cell = 0; cell < count; cell++) {
    if (organic[cell] === 1) continue
    const sums = of[platform[cell] === UNKNOWN ? names.platform.length : platform[cell]!]!
    sums.paid += installs[cell]!
    if (campaign[cell] === UNKNOWN) sums.without += installs[cell]!
  }
  return of.flatMap(({ paid, without }, index) => {
    if (paid === 0 || without <= MAX_UNATTRIBUTED * paid) return []
    const share = Math.round((100 * without) / paid)
    return [
      `${names.platform[index] ?? 'Unknown platform'}: ${share} % of paid installs have no campaign (SKAdNetwork or lost names); nothing is recommended for them.`,
    ]
  })
}

/** Notes on spend whose days are those of another zone than the days of installs. */
export function zoneNotes({ inputs, app }: Pick<Config, 'inputs' | 'app'>): string[] {
  const zonesOf = (...tables: Table[]): string[] => [
    ...new Set(
      inputs
        .filter(({ table }) => tables.includes(table))
        .map(({ timeZone = app.timeZone }) => timeZone ?? 'a zone that is not stated'),
    ),
  ]
  const [spend, installs] = [zonesOf('spend'), zonesOf('installs', 'events', 'revenue')]
  if (new Set([...spend, ...installs]).size < 2 || spend.length === 0) return []
  return [
    `Days of spend are those of ${spend.join(' and ')}, days of installs those of ${installs.join(' and ')}: a part of each day's spend meets the installs of the day before or after. Export both in one zone.`,
  ]
}

export function targetNotes(
  { targets, organic, networks }: Pick<Config, 'targets' | 'organic' | 'networks'>,
  { count, ...columns }: Cells,
  names: Names,
): string[] {
  const unmatched = targets.by.filter(match => {
    const wanted = DIMENSIONS.filter(name => match[name] !== undefined).map(name => ({
      column: columns[name],
      index: names[name].indexOf(match[name]!),
    }))
    if (wanted.some(({ index }) => index === -1)) return true
    for (let cell = 0; cell < count; cell++)
      if (wanted.every(({ column, index }) => column[cell] === index)) return false
    return true
  })
  return [
    ...unmatched.map(match => {
      const said = DIMENSIONS.flatMap(name =>
        match[name] === undefined ? [] : [`${name} ${match[name]}`],
      ).join(', ')
      return `The target for ${said} matches no campaign.`
    }),
    ...organic.networks
      .filter(name => name !== USUAL_ORGANIC && !names.network.includes(name))
      .map(name => `No data have the organic network ${name}.`),
    ...Object.entries(networks.alias).flatMap(([from, to]) =>
      names.network.includes(to) ? [] : [`The alias ${from}: ${to} matches no network.`],
    ),
  ]
}

/** Minimum steps between ages that show how revenue depends on age. */
const FEWEST_STEPS = 50
/** Shares of steps: daily revenue falls in about half of them, cumulative revenue never does. */
const CUMULATIVE = { falls: 0.02, rises: 0.3 }

/** Notes on ages of daily revenue (`revenue`, by key) that suggest that they start at 1, or that sums are cumulative. */
export async function ageNotes(workspace: Workspace, raws: number): Promise<string[]> {
  const { age, cohort } = partsSql(raws)
  const { rows = 0, first = 0 } = await workspace.counts(
    sql`SELECT count(*) AS rows, coalesce(min(${age}), 0) AS first FROM revenue WHERE gross > 0`,
  )
  const {
    steps = 0,
    falls = 0,
    rises = 0,
  } = await workspace.counts(sql`SELECT count(*) AS steps, count(*) FILTER (WHERE gross < before) AS falls,
      count(*) FILTER (WHERE gross > before) AS rises
    FROM (SELECT gross, lag(gross) OVER (PARTITION BY ${cohort} ORDER BY ${age}) AS before FROM revenue) WHERE before IS NOT NULL AND gross + before > 0`)
  return [
    ...(rows > 0 && first === 1
      ? [
          'revenue: no row has the age 0. If 1 is the day of the install, add first_age: 1 to its input.',
        ]
      : []),
    ...(steps >= FEWEST_STEPS &&
    falls <= CUMULATIVE.falls * steps &&
    rises >= CUMULATIVE.rises * steps
      ? [
          'revenue: it hardly ever falls from one age to the next. If it is the sum up to each age, add cumulative: true to its input.',
        ]
      : []),
  ]
}

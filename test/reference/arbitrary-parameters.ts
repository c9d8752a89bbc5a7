import { CAMPAIGN_NAMES, NETWORK_NAMES } from './arbitrary-names.ts'
import type { Draw } from './draw.ts'
import { displayName, type Filters } from './identity.ts'
import { addDays, later } from './periods.ts'
import type { Scene } from './request-scene.ts'
import { dataThrough } from './runs.ts'
import type { AppRow, Identity, IsoDate } from './delivery.ts'
import type { FileFormat, Grouping } from './request-types.ts'

/** Leaves a parameter out in `percent` of a hundred requests. */
export function optional<Name extends string, Value>(
  draw: Draw,
  percent: number,
  name: Name,
  make: () => Value,
): Partial<Record<Name, Value>> {
  return (draw.chance(percent) ? {} : { [name]: make() }) as Partial<Record<Name, Value>>
}

/** All the values in random order. */
export function shuffled<Value>(draw: Draw, values: readonly Value[]): Value[] {
  const left = [...values]
  const order: Value[] = []
  while (left.length > 0) order.push(...left.splice(draw.int(0, left.length - 1), 1))
  return order
}

/** Different values in random order: mostly `anchor`, some others of the data, some absent ones. */
function names(
  draw: Draw,
  anchor: string | null,
  present: readonly (string | null)[],
  absent: readonly (string | null)[],
): string[] {
  const chosen = new Set(draw.chance(85) ? [displayName(anchor)] : [])
  if (present.length > 0)
    draw.some([...new Set(present.map(displayName))], 0, 3).forEach(name => chosen.add(name))
  if (chosen.size === 0 || draw.chance(20)) chosen.add(displayName(draw.pick(absent)))
  return shuffled(draw, [...chosen])
}

/** Filters that mostly find one identity of the data, the anchor, and what is like it. */
export function arbitraryFilters(
  draw: Draw,
  identities: Identity[],
  allowed: { campaigns: boolean; countries: boolean },
  codes: string[] = [],
): Filters {
  const none: Identity = { platform: null, network: null, campaign: null, country: null }
  const anchor = identities.length === 0 ? none : draw.pick(identities)
  const platform = (['ios', 'android', 'web'] as const).find(
    name => name.toUpperCase() === anchor.platform,
  )
  const isCountry = (country: string | null) => country !== 'GLOBAL' || codes.includes('GLOBAL')
  return {
    ...optional(draw, 80, 'platforms', () => {
      const some = draw.some(['ios', 'android', 'web'] as const, 1, 3)
      return shuffled(
        draw,
        platform === undefined || draw.chance(15) ? some : [...new Set([platform, ...some])],
      )
    }),
    ...optional(draw, 75, 'networks', () =>
      names(
        draw,
        anchor.network,
        identities.map(row => row.network),
        NETWORK_NAMES,
      ),
    ),
    ...(allowed.campaigns
      ? optional(draw, 75, 'campaigns', () =>
          names(
            draw,
            anchor.campaign,
            identities.map(row => row.campaign),
            CAMPAIGN_NAMES,
          ),
        )
      : {}),
    ...(allowed.countries
      ? optional(draw, 65, 'countries', () =>
          names(
            draw,
            isCountry(anchor.country) ? anchor.country : 'US',
            identities.map(row => row.country).filter(isCountry),
            ['ZW', 'Unknown', ...codes],
          ),
        )
      : {}),
  }
}

/** Dates in and around the data, start never before `earliest`, never start after end. */
export function arbitraryDates(
  draw: Draw,
  scene: Scene,
  earliest: IsoDate,
): { startDate?: IsoDate; endDate?: IsoDate } {
  const latest = scene.run === undefined ? scene.today : dataThrough(scene.run)
  const around = () => {
    const base =
      draw.chance(50) && scene.installDates.length > 0 ? draw.pick(scene.installDates) : latest
    return addDays(base, draw.chance(40) ? 0 : draw.int(-50, scene.run === undefined ? 0 : 12))
  }
  const endDate = draw.chance(45) ? undefined : around()
  const wanted = later(draw.chance(8) ? earliest : around(), earliest)
  const startDate =
    draw.chance(40) || (endDate !== undefined && wanted > endDate) ? undefined : wanted
  return {
    ...(startDate === undefined ? {} : { startDate }),
    ...(endDate === undefined ? {} : { endDate }),
  }
}

/** One of the groupings the app allows. */
export function arbitraryGrouping(draw: Draw, app: AppRow): Grouping {
  return draw.pick<Grouping>(
    app.weekly_aggregation ? ['weekly', 'monthly'] : ['daily', 'weekly', 'monthly'],
  )
}

/** csvSafe and csvBom only where they mean something. */
export function arbitraryFormat(draw: Draw): {
  format?: FileFormat
  csvSafe?: boolean
  csvBom?: boolean
} {
  if (draw.chance(30)) return {}
  const format = draw.pick<FileFormat>(['csv', 'csv', 'parquet'])
  if (format !== 'csv') return { format }
  return {
    format,
    ...optional(draw, 60, 'csvSafe', () => draw.chance(75)),
    ...optional(draw, 40, 'csvBom', () => draw.chance(75)),
  }
}

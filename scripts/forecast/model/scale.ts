import type { Day } from '../facts.ts'
import type { GroupRevenue, Groups } from './groups.ts'

const HALF_LIFE = 60

/** Revenue per install by age: the app's shape and the networks' shapes, scaled to what the cohorts have brought. */
export interface Curves {
  ages: number
  app: Float64Array
  /** `ages` values per network. */
  network: Float64Array
}

/**
 * M(n) = G(n) sum v C(a) / sum v N G(a), v halving with every 60 days of install date. A network's curve is scaled to expect of the network's
 * cohorts so far what the app's would: how much more a network brings is the levels' to say.
 */
export function scale(
  groups: Groups,
  revenue: GroupRevenue,
  asOf: Day,
  toAge: number | undefined,
  app: Float64Array,
  shapes: Float64Array,
): Curves {
  const ages = app.length
  const networks = shapes.length / ages
  const byApp = new Float64Array(networks)
  const byNetwork = new Float64Array(networks)
  let actual = 0
  let expected = 0
  for (let g = 0; g < groups.count && groups.day[g]! <= asOf; g++) {
    const since = asOf - groups.day[g]!
    const a = Math.min(since, toAge ?? since)
    const k = groups.network[g]!
    const v = 2 ** (-since / HALF_LIFE)
    let sum = 0
    for (let row = revenue.start[g]!; row < revenue.start[g + 1]! && revenue.age[row]! <= a; row++) sum += revenue.gross[row]!
    actual += v * sum
    expected += v * groups.installs[g]! * app[a]!
    byApp[k]! += v * groups.installs[g]! * app[a]!
    byNetwork[k]! += v * groups.installs[g]! * shapes[k * ages + a]!
  }
  const factor = expected > 0 ? actual / expected : 0
  const network = shapes.map((value, at) => {
    const k = Math.floor(at / ages)
    return value * factor * (byNetwork[k]! > 0 ? byApp[k]! / byNetwork[k]! : 1)
  })
  return { ages, app: app.map(value => value * factor), network }
}

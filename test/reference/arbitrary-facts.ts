import type { DrawnApp } from './arbitrary-app.ts'
import type { Draw } from './draw.ts'
import { dataThrough } from './runs.ts'
import type {
  CohortRevenueRow,
  CohortRow,
  Identity,
  Installs,
  IsoDate,
  Money,
  Revenue,
  RoasSnapshotRow,
  RunRow,
} from './delivery.ts'

/** Small amounts that make ties and awkward fractions, and a few large ones. */
export function arbitraryMoney(draw: Draw): Money {
  if (draw.chance(15)) return '0'
  if (draw.chance(3)) return `${draw.int(1, 99_999_999)}.${draw.int(1000, 9999)}`
  return `${draw.int(0, 300)}.${draw.pick(['5', '25', '0001', '9999', '33', String(draw.int(1000, 9999))])}`
}

/** A day of an identity that spends about as much every day. */
function steadyMoney(draw: Draw, level: number): Money {
  return draw.chance(3) ? '0' : (level * (1 + draw.int(-30, 30) / 1000)).toFixed(4)
}

/** paid <= incremental blended <= full blended. */
export function arbitraryInstalls(draw: Draw): Installs {
  const paid_installs = draw.chance(25) ? 0 : draw.int(1, 60)
  const incremental_blended_installs = paid_installs + draw.pick([0, 0, 3, 11])
  return {
    paid_installs,
    incremental_blended_installs,
    full_blended_installs: incremental_blended_installs + draw.pick([0, 0, 1, 40]),
  }
}

/** Six amounts around one; net is now and then negative, where refunds outweigh. */
function arbitraryRevenue(draw: Draw): Revenue {
  const cents = draw.chance(10)
    ? 0
    : draw.chance(15)
      ? draw.pick([5000, 10_000, 15_000])
      : draw.int(1, 30_000)
  const share = (percent: number) => ((cents * percent) / 1e4).toFixed(4)
  const net = draw.chance(3) ? -5 : draw.int(60, 90)
  return {
    paid_gross: share(100),
    paid_net: share(net),
    incremental_blended_gross: share(117),
    incremental_blended_net: share(net + 13),
    full_blended_gross: share(161),
    full_blended_net: share(net + 49),
  }
}

function identityOf({ platform, network, campaign, country }: Identity): Identity {
  return { platform, network, campaign, country }
}

/** Every pair of a date the run saw and an identity, thinned out at random to about `most`. */
function pairs(
  draw: Draw,
  app: DrawnApp,
  run: RunRow,
  most: number,
): { install_date: IsoDate; identity: Identity }[] {
  const latest = dataThrough(run)
  const all = app.dates
    .filter(date => date <= latest)
    .flatMap(install_date => app.identities.map(identity => ({ install_date, identity })))
  const percent = Math.min(95, Math.ceil((100 * most) / Math.max(1, all.length)))
  return all.filter(() => draw.chance(percent))
}

/** About `most` cohort rows of a run, at least one, and revenue rows for most of them and of the app's DSIs. */
export function arbitraryCohorts(
  draw: Draw,
  app: DrawnApp,
  run: RunRow,
  most: number,
): { cohorts: CohortRow[]; revenue: CohortRevenueRow[] } {
  const drawn = pairs(draw, app, run, most)
  const [anyone] = app.identities
  if (drawn.length === 0 && anyone !== undefined)
    drawn.push({ install_date: dataThrough(run), identity: anyone })
  const missing = draw.pick([0, 2, 30])
  const cohorts: CohortRow[] = []
  const revenue: CohortRevenueRow[] = []
  for (const { install_date, identity } of drawn) {
    const key = { run_id: run.run_id, install_date, ...identityOf(identity) }
    const idle = draw.chance(app.level === null ? 10 : 2)
    cohorts.push({
      ...key,
      spend: idle ? '0' : app.level === null ? arbitraryMoney(draw) : steadyMoney(draw, app.level),
      ...(idle
        ? { paid_installs: 0, incremental_blended_installs: 0, full_blended_installs: 0 }
        : arbitraryInstalls(draw)),
    })
    for (const dsi of app.row.dsi_values.split(',').map(Number)) {
      if (!draw.chance(idle ? 60 : missing))
        revenue.push({ ...key, dsi, ...arbitraryRevenue(draw) })
    }
  }
  return { cohorts, revenue }
}

/** What a run captured: some dates, identities and DSIs only, now and then none of the first dates. */
export function arbitrarySnapshots(draw: Draw, app: DrawnApp, run: RunRow): RoasSnapshotRow[] {
  const dsis = draw.some(
    app.row.dsi_values.split(',').map(Number),
    app.watched ? 3 : 1,
    app.watched ? 3 : 2,
  )
  if (draw.chance(80) && !dsis.includes(app.row.target_dsi)) dsis.push(app.row.target_dsi)
  const from = draw.chance(20) ? draw.pick(app.dates) : ''
  const most = app.watched ? 130 : draw.pick([0, 10, 40])
  const drawn = pairs(draw, app, run, most).filter(({ install_date }) => install_date >= from)
  return drawn.flatMap(({ install_date, identity }) =>
    dsis
      .filter(() => draw.chance(90))
      .map(dsi => ({
        run_id: run.run_id,
        install_date,
        ...identityOf(identity),
        dsi,
        ...arbitraryRevenue(draw),
        // Cents over 200 end in 00005 where they are odd: ties of the rounding to 4 decimals.
        spend: draw.chance(15) ? '200' : arbitraryMoney(draw),
      })),
  )
}

import {
  type Config,
  DIMENSIONS,
  type Facts,
  type Names,
  UNKNOWN,
} from '../../../server/forecast/forecast.ts'
import { type Payment, RevenueRows } from '../world/revenue-rows.ts'
import { sequence } from '../world/chance.ts'
import type { App } from './apps.ts'
import { payingOf } from './studio-cohorts.ts'
import { drawPayments } from './payers.ts'
import type { History } from './simulate.ts'

interface Cell extends Record<keyof Names, string | null> {
  day: number
  isOrganic: boolean
  spend: number
  installs: number
  payments: readonly Payment[]
}

const ORGANIC = 'Organic'

/** The studio's exports on the morning of `today`. */
export function factsOf(app: App, { cohorts, bids }: History, { net }: Pick<Config, 'net'>): Facts {
  const [firstDay, lastDay] = [cohorts[0]!.day, cohorts.at(-1)!.day]
  const paid = cohorts.map(
    ({ segment: { campaign, country }, day, spend, installs, payments }): Cell => {
      const { platform, network, name } = campaign
      return {
        platform,
        network,
        campaign: name,
        country,
        day,
        isOrganic: false,
        spend,
        installs,
        payments,
      }
    },
  )
  const drawn = [...paid, ...organicCells(app, cohorts, lastDay)]
  const names = Object.fromEntries(
    DIMENSIONS.map(name => [
      name,
      [...new Set(drawn.map(cell => cell[name]))]
        .filter(value => value !== null)
        .sort((a, b) => (a < b ? -1 : 1)),
    ]),
  ) as Record<keyof Names, string[]>
  const order = Float64Array.from(drawn, ({ day }) => day)
  const places = Object.fromEntries(
    DIMENSIONS.map(name => {
      const index = new Map<string | null, number>([
        [null, UNKNOWN],
        ...names[name].map((value, no) => [value, no] as const),
      ])
      const codes = Int32Array.from(drawn, cell => index.get(cell[name])!)
      for (const [at, no] of codes.entries()) order[at] = order[at]! * index.size + no + 1
      return [name, codes]
    }),
  ) as Record<keyof Names, Int32Array>
  const sorted = [...drawn.keys()].sort((a, b) => order[a]! - order[b]!)
  const cells = sorted.map(at => drawn[at]!)
  const column = (name: keyof Names) => Int32Array.from(sorted, at => places[name][at]!)
  const platform = column('platform')
  const rows = new RevenueRows(cells.length, 10 ** app.decimals)
  for (const { payments } of cells) rows.add(payments)
  const netShare = net!.iap
  const share = Float64Array.from(
    [...(names.platform as (keyof typeof netShare)[]), 'IOS' as const],
    name => netShare[name],
  )
  return {
    names,
    cells: {
      count: cells.length,
      day: Int32Array.from(cells, ({ day }) => day),
      platform,
      network: column('network'),
      campaign: column('campaign'),
      country: column('country'),
      organic: Uint8Array.from(cells, ({ isOrganic }) => (isOrganic ? 1 : 0)),
      spend: Float64Array.from(cells, ({ spend }) => spend),
      installs: Float64Array.from(cells, ({ installs }) => installs),
    },
    revenue: [rows.revenue('iap', cell => share.at(platform[cell]!)!)],
    bids: bids.map(({ campaign: { platform, network, name }, day, live }) => ({
      day,
      platform,
      network,
      campaign: name,
      country: null,
      liveRoas: live,
    })),
    firstDay,
    lastDay,
    netShare: { iap: share, ad: share },
  }
}

/** Organic installs of a day and platform, from any cause. Only in the app's first market the country is known. */
function organicCells(app: App, cohorts: History['cohorts'], lastDay: number): Cell[] {
  const home = Object.keys(app.geos[0]!.shares)[0]!
  const pools = new Map<
    string,
    {
      day: number
      platform: string | null
      country: string | null
      installs: number
      worth: number
    }
  >()
  for (const { segment, day, organic, organicValue } of cohorts) {
    if (organic === 0) continue
    const { platform } = segment.campaign
    const country = segment.country === home ? home : null
    const key = `${day} ${platform} ${country}`
    const pool = pools.get(key) ?? { day, platform, country, installs: 0, worth: 0 }
    pools.set(key, pool)
    pool.installs += organic
    pool.worth += organic * organicValue
  }
  return [...pools.values()].map(({ installs, worth, ...pool }) => {
    const chance = sequence('payers', 'organic', app.id, pool.platform, pool.country, pool.day)
    const payments = drawPayments(
      chance,
      installs,
      payingOf(app, worth / installs, app.exponent),
      lastDay - pool.day,
    )
    return {
      ...pool,
      network: ORGANIC,
      campaign: null,
      isOrganic: true,
      spend: 0,
      installs,
      payments,
    }
  })
}

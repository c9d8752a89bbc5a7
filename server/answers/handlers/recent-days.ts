import { WEEK } from '../../core/formulas/recent-spend.ts'
import type { App, Catalog, RecommendationRun } from '../../core/model/catalog.ts'
import { daysBetween, earlier } from '../../core/model/dates.ts'
import { type IdentityName, keyOf } from '../../core/model/identities.ts'
import { newestRun } from '../../core/model/runs.ts'
import { forEachInSlices } from '../../core/runtime/slices.ts'
import { COMPARED_DAYS, doubleOf, STEP_DAYS, type Store } from '../../core/model/store.ts'
import type { Work } from '../../core/runtime/work.ts'

/** Spend and paid installs of a campaign, country or network on each of the latest days, the newest first. */
export interface Series {
  names: Record<IdentityName, string>
  /** Null without spend. */
  firstSpend: string | null
  /** Ten-thousandths of the app's currency unit. */
  spend: BigInt64Array
  paid: Float64Array
}

export interface SeriesQuery {
  catalog: Catalog
  app: App
  /** The run that is judged: days up to its latest one, by the cohorts of the latest run. */
  run: RecommendationRun
}

type Named = Readonly<Record<IdentityName, string>>

/** The series of a run, each computed once. */
export type RecentDays = (groupBy: readonly IdentityName[]) => Promise<SeriesByNames>

export interface SeriesByNames {
  all: readonly Series[]
  of: (row: Named) => Series | undefined
}

/** Series by the given names; of other names those of one of its identities. */
export function recentDays(store: Store, work: Work, query: SeriesQuery): RecentDays {
  const known = new Map<string, Promise<SeriesByNames>>()
  return groupBy => {
    const name = groupBy.join()
    const series = known.get(name) ?? readSeries(store, work, query, groupBy)
    known.set(name, series)
    return series
  }
}

async function readSeries(
  store: Store,
  work: Work,
  { catalog, app, run }: SeriesQuery,
  groupBy: readonly IdentityName[],
): Promise<SeriesByNames> {
  const served = newestRun(catalog, run)
  const age = daysBetween(run.max_install_date, served.max_install_date)
  const isCompared = age >= 0 && age <= COMPARED_DAYS
  const days = await store.latestDays(
    work,
    catalog,
    served,
    (isCompared ? served : run).max_install_date,
  )
  const [from, to] = isCompared ? [age, age + STEP_DAYS] : [0, STEP_DAYS]
  const identities = new Map(
    (await store.identities(work, catalog, app.app_id)).map(identity => [identity.id, identity]),
  )
  const byKey = new Map<string, Series>()
  await forEachInSlices(days, latest => {
    const names = identities.get(latest.identity)!
    const key = keyOf(names, groupBy)
    const others = byKey.get(key)
    const first = latest.first_spend_date
    if (others === undefined) {
      const [spend, paid] = [latest.spend.slice(from, to), latest.paid_installs.slice(from, to)]
      byKey.set(key, { names, firstSpend: first, spend, paid })
      return
    }
    if (first !== null)
      others.firstSpend = others.firstSpend === null ? first : earlier(others.firstSpend, first)
    for (let back = from; back < to; back++) {
      others.spend[back - from]! += latest.spend[back]!
      others.paid[back - from]! += latest.paid_installs[back]!
    }
  })
  return { all: [...byKey.values()], of: row => byKey.get(keyOf(row, groupBy)) }
}

/** Money of days `from` to `to` back. */
export function spendOf({ spend }: Series, from: number, to: number): number {
  return doubleOf(spend.slice(from, to + 1).reduce((all, day) => all + day, 0n))
}

/** Average daily spend of the last 7 days, days before the first spend left out. */
export function currentSpend(series: Series, through: string): number {
  const days =
    series.firstSpend === null ? WEEK : Math.min(WEEK, daysBetween(series.firstSpend, through) + 1)
  return days <= 0 ? 0 : spendOf(series, 0, WEEK - 1) / days
}

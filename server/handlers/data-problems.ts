import type { components } from '../../generated/types.ts'
import type { App, Catalog, Run } from '../model/catalog.ts'
import { addDays } from '../model/dates.ts'
import { servedRun } from '../model/runs.ts'
import { forEachInSlices } from '../runtime/slices.ts'
import { LATEST_DAYS, type Store } from '../model/store.ts'
import type { Work } from '../runtime/work.ts'
import { readSpoiled, scopeOfAlert } from './steps.ts'

export type DataProblem = components['schemas']['DataProblem']

type Scope = Pick<DataProblem, 'platform' | 'network' | 'campaign' | 'country'>

const EVERYTHING: Scope = { platform: null, network: null, campaign: null, country: null }

/** Failed recommendation runs newer than the served one, oldest first. */
export function failedSince(catalog: Catalog, app: App): Run[] {
  const served = servedRun(catalog, app.app_id, 'recommendation')
  return catalog.runs
    .filter(run => run.app_id === app.app_id && run.kind === 'recommendation' && run.status === 'failed')
    .filter(run => served === undefined || byAge(served, run) < 0)
    .sort(byAge)
}

/** By creation, then id, like the choice of the served run. */
function byAge(a: Run, b: Run): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1
  return a.run_id - b.run_id
}

/** Problems with an app's data besides `lateness`, worst first. */
export async function dataProblems(
  store: Store,
  work: Work,
  { catalog, app, run }: { catalog: Catalog; app: App; run: Run | undefined },
): Promise<DataProblem[]> {
  const failed = failedSince(catalog, app)
  const failure: DataProblem[] = failed.slice(0, 1).map(({ created_at: at }) => ({
    kind: 'failed_run',
    title: failed.length === 1 ? `The run of ${at.slice(0, 10)} failed` : `${failed.length} runs failed, the first on ${at.slice(0, 10)}`,
    since: at.slice(0, 10),
    ...EVERYTHING,
  }))
  if (run === undefined) return failure
  return [...failure, ...(await spoiled(store, work, { catalog, app, run })), ...(await costless(store, work, { catalog, app, run }))]
}

/**
 * The worst problem: late data.
 * @param today UTC
 */
export function lateness(run: Run | undefined, today: string): DataProblem[] {
  const through = run?.max_install_date
  if (!through || through >= addDays(today, -1)) return []
  return [{ kind: 'late', title: `Data end on ${through}`, since: addDays(through, 1), ...EVERYTHING }]
}

/** Events and alerts that prevent judging campaigns. */
async function spoiled(store: Store, work: Work, app: { catalog: Catalog; app: App; run: Run }): Promise<DataProblem[]> {
  const rows = await store.recommendations(work, app.run, 'campaign')
  const spoiledBy = await readSpoiled(store, work, { ...app, granularity: 'campaign' }, rows)
  const found = new Map<string, DataProblem>()
  const groups = new Set<readonly unknown[]>()
  const unseen = <Item>(some: readonly (readonly Item[])[]): Item[] =>
    some.flatMap(group => (groups.has(group) ? [] : (groups.add(group), group)))
  await forEachInSlices(rows, row => {
    const by = spoiledBy(row)
    if (by === null) return
    for (const { event_id: id, kind, title, start_date: since, ...event } of unseen(by.events)) {
      const { platform, network, campaign, country } = event
      found.set(`event ${id}`, { kind: kind as 'attribution' | 'outage', title, since, platform, network, campaign, country })
    }
    for (const alert of unseen(by.alerts)) {
      const scope = scopeOfAlert(alert) as Scope
      found.set(`alert ${alert.alert_id}`, { kind: 'attribution', title: alert.title, since: alert.created_at.slice(0, 10), ...scope })
    }
  })
  const order = (problem: DataProblem): string => `${problem.kind} ${problem.since}`
  return [...found.entries()].sort(([a, one], [b, other]) => (order(one) + a < order(other) + b ? -1 : 1)).map(([, problem]) => problem)
}

/**
 * Networks with installs but no spend on the latest day, or the reverse, that had both on at least half of their days in the week before: a
 * network that bills every other week has installs without spend on other days.
 */
async function costless(store: Store, work: Work, { catalog, app, run }: { catalog: Catalog; app: App; run: Run }): Promise<DataProblem[]> {
  const through = run.max_install_date!
  const names = new Map((await store.identities(work, catalog, app.app_id)).map(({ id, network }) => [id, network]))
  const networks = new Map<string, { spent: boolean[]; installed: boolean[] }>()
  await forEachInSlices(await store.latestDays(work, catalog, run, through), ({ identity, spend, paid_installs: paid }) => {
    const network = names.get(identity)!
    const own = networks.get(network) ?? { spent: [], installed: [] }
    networks.set(network, own)
    for (let back = 0; back < LATEST_DAYS; back++) {
      own.spent[back] ||= spend[back]! > 0n
      own.installed[back] ||= paid[back]! > 0
    }
  })
  return [...networks]
    .filter(([, { spent, installed }]) => {
      const before = spent.flatMap((isSpent, back) => (back > 0 && (isSpent || installed[back]) ? [isSpent && installed[back]] : []))
      return spent[0] !== installed[0] && before.includes(true) && 2 * before.filter(Boolean).length >= before.length
    })
    .map(([network, { spent }]): DataProblem => ({
      kind: 'no_cost',
      title: spent[0] ? `${network} has spend but no paid installs` : `${network} has paid installs but no spend`,
      since: through,
      ...EVERYTHING,
      network,
    }))
    .sort((a, b) => (a.network! < b.network! ? -1 : 1))
}

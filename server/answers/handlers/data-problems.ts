import type { components } from '../../../generated/types.ts'
import { idleDays } from '../../core/formulas/recent-spend.ts'
import {
  type App,
  type AppEvent,
  type Catalog,
  type RecommendationRun,
  type Run,
  UNKNOWN,
} from '../../core/model/catalog.ts'
import { addDays, daysBetween, type DateRange } from '../../core/model/dates.ts'
import { CAMPAIGN_NAMES, IDENTITY_NAMES } from '../../core/model/identities.ts'
import { runAsOf, servedRun } from '../../core/model/runs.ts'
import { coveringIn, groupsCoveringIn, type Scope } from '../../core/model/scope.ts'
import { filterInSlices, forEachInSlices } from '../../core/runtime/slices.ts'
import {
  doubleOf,
  type Store,
  type StoredAlert,
  type StoredRecommendation,
} from '../../core/model/store.ts'
import type { Work } from '../../core/runtime/work.ts'
import { allEvents } from './answer-context.ts'
import { lookbackOf } from './judge.ts'
import { type RecentDays, recentDays, type Series, type SeriesByNames } from './recent-days.ts'
import { SharedReads } from './shared-reads.ts'
import { sum } from '../../core/formulas/sums.ts'

export type DataProblem = components['schemas']['DataProblem']

const EVERYTHING: Scope = { platform: null, network: null, campaign: null, country: null }

/** Kinds, the worst first. */
const KINDS = [
  'late',
  'failed_run',
  'attribution',
  'outage',
  'no_cost',
  'no_installs',
] as const satisfies DataProblem['kind'][]

/** Kinds that a campaign can have. */
type Kind = Exclude<(typeof KINDS)[number], 'late' | 'failed_run'>

/** Failed recommendation runs newer than the served one, oldest first. */
export function failedSince(catalog: Catalog, app: App): Run[] {
  const served = servedRun(catalog, app.app_id, 'recommendation')
  return catalog.runs
    .filter(
      run => run.app_id === app.app_id && run.kind === 'recommendation' && run.status === 'failed',
    )
    .filter(run => served === undefined || byAge(served, run) < 0)
    .sort(byAge)
}

/** By creation, then id, like the choice of the served run. */
function byAge(a: Run, b: Run): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1
  return a.run_id - b.run_id
}

/**
 * The worst problem: late data.
 * @param today UTC
 */
export function lateness(run: Run | undefined, today: string): DataProblem[] {
  const through = run?.max_install_date
  if (!through || through >= addDays(today, -1)) return []
  return [
    {
      kind: 'late',
      title: `Data end on ${through}`,
      since: addDays(through, 1),
      ...problemScope(EVERYTHING),
    },
  ]
}

/**
 * Problems with an app's data besides `lateness`, the worst first.
 * @param alerts of the latest run
 */
export async function dataProblems(
  store: Store,
  work: Work,
  {
    catalog,
    app,
    run,
    alerts,
  }: {
    catalog: Catalog
    app: App
    run: RecommendationRun | undefined
    alerts: readonly StoredAlert[]
  },
): Promise<DataProblem[]> {
  const failed = failedSince(catalog, app)
  const failure: DataProblem[] = failed.slice(0, 1).map(({ created_at: at }) => ({
    kind: 'failed_run',
    title:
      failed.length === 1
        ? `The run of ${at.slice(0, 10)} failed`
        : `${failed.length} runs failed, the first on ${at.slice(0, 10)}`,
    since: at.slice(0, 10),
    ...problemScope(EVERYTHING),
  }))
  if (run === undefined) return failure
  const rows = await store.recommendations(work, [run], 'campaign')
  const query = { catalog, app, run }
  const shared = new SharedReads([query])
  await shared.once('broken alerts', async () => alerts.filter(isBroken))
  const { problems } = await readProblems(
    store,
    work,
    { ...query, days: recentDays(store, work, query), shared },
    rows,
  )
  return [...failure, ...problems]
}

function problemScope({ platform, ...names }: Scope): Pick<DataProblem, keyof Scope> {
  return { platform: platform as DataProblem['platform'], ...names }
}

interface DetectedProblem {
  kind: Kind
  title: string
  since: string
  scope: Scope
  /** Daily spend that it affects. */
  weight: number
  id: string
}

export interface Problems {
  /** The problem for which a row's data cannot be judged; of rows without spend only missing costs. */
  problemOf: (row: StoredRecommendation, spends: boolean) => Kind | null
  /** The worst first. */
  problems: DataProblem[]
}

interface ProblemsQuery {
  catalog: Catalog
  app: App
  run: RecommendationRun
  /** The day at whose end the run was served; undefined: now. */
  asOf?: string | undefined
  days: RecentDays
  shared: SharedReads
}

/** What is wrong with an app's data, asked by the overview and by the steps: events on lookback dates, alerts, and missing costs or installs. */
export async function readProblems(
  store: Store,
  work: Work,
  query: ProblemsQuery,
  rows: readonly StoredRecommendation[],
): Promise<Problems> {
  const eventsOf = spoilingEvents(query)
  const alerts = await brokenAlerts(store, work, query)
  const alertsOf = coveringIn(alerts, ({ scope }) => scope)
  const missing = await missingMeasures(query, rows[0]?.granularity === 'campaign_geo')
  const byId = new Map<string, DetectedProblem>(alerts.map(alert => [alert.id, alert]))
  for (const problem of missing.problems) {
    if (alertsOf(namesOf(problem.scope)).every(({ kind }) => kind !== problem.kind))
      byId.set(problem.id, problem)
  }
  await forEachInSlices(rows, row => {
    const weight = row.spend / row.lookback_days
    const covering = [...alertsOf(row)]
    for (const event of eventsOf(row)?.events ?? []) {
      const id = `event ${event.event_id}`
      const { kind, title, start_date: since, platform, network, campaign, country } = event
      const problem = byId.get(id) ?? {
        kind: kind as Kind,
        title,
        since,
        scope: { platform, network, campaign, country },
        weight: 0,
        id,
      }
      byId.set(id, problem)
      covering.push(problem)
    }
    for (const problem of covering) problem.weight += weight
  })
  return {
    problemOf(row, spends) {
      const byAlerts = alertsOf(row).map(({ kind }) => kind)
      const byData = missing.of(row)
      const kinds = [...byAlerts, ...(byData === null ? [] : [byData])]
      if (!spends) return kinds.includes('no_cost') ? 'no_cost' : null
      const spoiled = eventsOf(row)?.by
      return (
        KINDS.find((kind): kind is Kind => kinds.some(own => own === kind) || spoiled === kind) ??
        null
      )
    },
    problems: [...byId.values()]
      .sort(inOrder)
      .map(({ kind, title, since, scope }) => ({ kind, title, since, ...problemScope(scope) })),
  }
}

function inOrder(a: DetectedProblem, b: DetectedProblem): number {
  if (a.kind !== b.kind) return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind)
  return b.weight - a.weight || (`${a.since} ${a.id}` < `${b.since} ${b.id}` ? -1 : 1)
}

/** A name that no item sets matches only items that leave it open. */
function namesOf({ platform, network, campaign, country }: Scope) {
  return {
    platform: platform ?? '',
    network: network ?? '',
    campaign: campaign ?? '',
    country: country ?? '',
  }
}

type Spoiling = 'attribution' | 'outage'

/** Events on at least half of a row's lookback dates, and the kind that holds more of them. */
function spoilingEvents({ catalog, app, run }: ProblemsQuery) {
  const events = allEvents(catalog, app.app_id).filter(
    ({ kind }) => kind === 'attribution' || kind === 'outage',
  )
  const eventsOn = groupsCoveringIn(events, event => event)
  const known = new Map<readonly AppEvent[], Map<string, SpoiledDays>>()
  const within = (group: readonly AppEvent[], lookback: DateRange): SpoiledDays => {
    const key = `${lookback.start} ${lookback.end}`
    const byLookback = known.get(group) ?? new Map<string, SpoiledDays>()
    known.set(group, byLookback)
    const spoiled = byLookback.get(key) ?? spoiledDays(group, lookback)
    byLookback.set(key, spoiled)
    return spoiled
  }
  return (row: StoredRecommendation): { by: Spoiling; events: AppEvent[] } | null => {
    const lookback = lookbackOf(catalog, run, row)
    const groups = eventsOn(row).map(group => within(group, lookback))
    const daysOf = (...kinds: readonly Spoiling[]): number =>
      new Set(groups.flatMap(group => kinds.flatMap(kind => group[kind]))).size
    if (2 * daysOf('attribution', 'outage') < daysBetween(lookback.start, lookback.end) + 1)
      return null
    const by = daysOf('attribution') >= daysOf('outage') ? 'attribution' : 'outage'
    return { by, events: groups.flatMap(({ events }) => events) }
  }
}

/** Events that overlap lookback dates, and the dates with events of each kind. */
type SpoiledDays = Record<Spoiling, readonly string[]> & { events: readonly AppEvent[] }

function spoiledDays(group: readonly AppEvent[], lookback: DateRange): SpoiledDays {
  const days: string[] = []
  for (let day = lookback.start; day <= lookback.end; day = addDays(day, 1)) days.push(day)
  const events = group.filter(
    ({ start_date: start, end_date: end }) => start <= lookback.end && end >= lookback.start,
  )
  const heldBy = (spoiling: Spoiling): string[] => {
    const some = events.filter(({ kind }) => kind === spoiling)
    return days.filter(day =>
      some.some(({ start_date: start, end_date: end }) => start <= day && end >= day),
    )
  }
  return { attribution: heldBy('attribution'), outage: heldBy('outage'), events }
}

/** Alerts of the latest run that say that data are wrong; a missing measure only while one of the newest days lacks it. */
async function brokenAlerts(
  store: Store,
  work: Work,
  { catalog, app, asOf, days, shared }: ProblemsQuery,
): Promise<DetectedProblem[]> {
  const latest = (day: string | undefined): Run | undefined =>
    runAsOf(catalog, app.app_id, 'alert', day)
  const run = latest(asOf)
  if (run === undefined) return []
  const broken = await shared.once('broken alerts', async () => {
    const runs = new Set(shared.judged.flatMap(({ asOf }) => latest(asOf) ?? []))
    return await filterInSlices(await store.alerts(work, catalog, app.app_id, [...runs]), isBroken)
  })
  const alerts = broken.flatMap(alert => {
    const kind = kindOf(alert)
    if (kind === null || alert.run_id !== run.run_id) return []
    return {
      kind,
      title: alert.title,
      since: alert.created_at.slice(0, 10),
      scope: scopeOfAlert(alert),
      weight: 0,
      id: `alert ${alert.alert_id}`,
    }
  })
  const ofMeasures = alerts.filter(({ kind }) => kind !== 'attribution')
  if (ofMeasures.length === 0) return alerts
  const over = await measuredAgain(
    await days(IDENTITY_NAMES),
    ofMeasures,
    idleDays(app.weekly_aggregation),
  )
  return alerts.filter(problem => !over.has(problem))
}

/** Problems whose measure is there on each of the newest days. Forecasts repair earlier ones. */
async function measuredAgain(
  { all }: SeriesByNames,
  problems: readonly DetectedProblem[],
  newest: number,
): Promise<ReadonlySet<DetectedProblem>> {
  const measured = problems.map(problem => ({ problem, days: new Set<number>() }))
  const covering = coveringIn(measured, ({ problem }) => problem.scope)
  await forEachInSlices(all, ({ names, spend, paid }) => {
    for (const { problem, days } of covering(names)) {
      for (let back = 0; back < newest; back++) {
        if (problem.kind === 'no_cost' ? spend[back]! > 0n : paid[back]! > 0) days.add(back)
      }
    }
  })
  return new Set(measured.filter(({ days }) => days.size === newest).map(({ problem }) => problem))
}

function isBroken(alert: StoredAlert): boolean {
  return kindOf(alert) !== null
}

function kindOf({ metric, value, reference }: StoredAlert): Kind | null {
  if (metric === 'attribution') return 'attribution'
  if (value !== 0 || reference === null || reference <= 0) return null
  return metric === 'installs' ? 'no_installs' : metric === 'spend' ? 'no_cost' : null
}

/** A missing name of an alert matches all. */
function scopeOfAlert({ platform, network, campaign, country }: StoredAlert): Scope {
  const named = (name: string): string | null => (name === UNKNOWN ? null : name)
  return {
    platform: named(platform),
    network: named(network),
    campaign: named(campaign),
    country: country === 'GLOBAL' ? null : named(country),
  }
}

/** Days on which data usually are, before the newest days, on which they may be missing. */
const USUAL_DAYS = 28

const [FEWEST_ACTIVE, FEWEST_INSTALLS] = [7, 10]

type Missing = 'no_cost' | 'no_installs'

/** Campaigns and networks that lack costs or installs on the newest days, and whether a row is one of them. */
async function missingMeasures({ app, run, days }: ProblemsQuery, byCountry: boolean) {
  const newest = idleDays(app.weekly_aggregation)
  const campaigns = await days(CAMPAIGN_NAMES)
  const networks = await days(['network'])
  const affected = new Map<Series, Missing>()
  const counts = new Map<string, { spending: number } & Record<Missing, number>>()
  await forEachInSlices(campaigns.all, series => {
    const { network } = series.names
    const count = counts.get(network) ?? { spending: 0, no_cost: 0, no_installs: 0 }
    counts.set(network, count)
    if (series.spend.slice(newest, newest + USUAL_DAYS).some(spend => spend > 0n)) count.spending++
    const kind = missingIn(series, newest)
    if (kind === null) return
    count[kind]++
    affected.set(series, kind)
  })
  const affectedNetworks = new Map<string, Missing>()
  for (const series of networks.all) {
    const { network } = series.names
    const { spending, ...of } = counts.get(network)!
    const kind =
      missingIn(series, newest) ??
      (['no_cost', 'no_installs'] as const).find(kind => 2 * of[kind] > spending) ??
      null
    if (kind !== null) affectedNetworks.set(network, kind)
  }
  const through = run.max_install_date
  const problems = [
    ...networks.all.flatMap(series => {
      const kind = affectedNetworks.get(series.names.network)
      const { network } = series.names
      return kind === undefined
        ? []
        : [described(series, kind, { through, newest, scope: { ...EVERYTHING, network } })]
    }),
    ...[...affected].flatMap(([series, kind]) => {
      const { platform, network, campaign } = series.names
      if (affectedNetworks.get(network) === kind) return []
      return [
        described(series, kind, {
          through,
          newest,
          scope: { platform, network, campaign, country: null },
        }),
      ]
    }),
  ]
  const countries = byCountry ? await days(IDENTITY_NAMES) : null
  return {
    problems,
    of(row: StoredRecommendation): Missing | null {
      const campaign = campaigns.of(row)
      const series = row.granularity === 'campaign' ? campaign : countries?.of(row)
      if (campaign === undefined || series === undefined) return null
      const lacks = lackingIn(series, newest)
      return lacks !== null &&
        (affected.get(campaign) === lacks || affectedNetworks.get(row.network) === lacks)
        ? lacks
        : null
    },
  }
}

/** The measure that is absent on the newest days, if the other one is there. */
function lackingIn({ spend, paid }: Series, newest: number): Missing | null {
  const spends = spend.slice(0, newest).some(day => day > 0n)
  const installs = paid.slice(0, newest).some(count => count > 0)
  return spends === installs ? null : spends ? 'no_installs' : 'no_cost'
}

/** The measure that is missing: usually both are there, and now the other one is there at half its average or more. */
function missingIn(series: Series, newest: number): Missing | null {
  const lacks = lackingIn(series, newest)
  if (lacks === null) return null
  const end = newest + USUAL_DAYS
  const [spend, paid] = [series.spend.slice(newest, end), series.paid.slice(newest, end)]
  const active = spend.filter((day, back) => day > 0n || paid[back]! > 0).length
  const both = spend.filter((day, back) => day > 0n && paid[back]! > 0).length
  if (active < FEWEST_ACTIVE || 2 * both < active) return null
  const usual = [spend.reduce((all, day) => all + day, 0n), BigInt(sum(paid))] as const
  const now = [
    series.spend.slice(0, newest).reduce((all, day) => all + day, 0n),
    BigInt(sum(series.paid.slice(0, newest))),
  ] as const
  const other = lacks === 'no_cost' ? 1 : 0
  const [days, wide] = [BigInt(newest), BigInt(USUAL_DAYS)]
  const isHalf = 2n * now[other] * wide >= usual[other] * days
  return isHalf && usual[1] * days >= BigInt(FEWEST_INSTALLS) * wide ? lacks : null
}

function described(
  series: Series,
  kind: Missing,
  {
    through,
    newest,
    scope,
  }: { through: string; newest: number; scope: Scope & { network: string } },
): DetectedProblem {
  const isMissing = (back: number): boolean =>
    kind === 'no_cost' ? series.spend[back] === 0n : series.paid[back] === 0
  let days = 0
  while (days < series.spend.length && isMissing(days)) days++
  const usual = series.spend.slice(newest, newest + USUAL_DAYS).reduce((all, day) => all + day, 0n)
  const name = scope.campaign ?? scope.network
  return {
    kind,
    title:
      kind === 'no_cost'
        ? `${name} has paid installs but no spend`
        : `${name} has spend but no paid installs`,
    since: addDays(through, 1 - Math.max(days, newest)),
    scope,
    weight: doubleOf(usual) / USUAL_DAYS,
    id: `${kind} ${JSON.stringify(scope)}`,
  }
}

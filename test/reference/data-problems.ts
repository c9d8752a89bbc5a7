import { Accepts } from './expected.ts'
import { displayName, displayIdentity } from './identity.ts'
import { addDays, daysBetween } from './periods.ts'
import { dataThrough, runAsOf, succeededRuns } from './runs.ts'
import { lookbackOf } from './action.ts'
import { campaignOf, daysUpTo, grouped, lackingIn, missingIn } from './newest-data.ts'
import type {
  AlertRow,
  AppRow,
  CohortRow,
  Delivery,
  EventRow,
  IsoDate,
  RecommendationRow,
  RunRow,
} from './delivery.ts'

/** What is wrong with an app's data, for the overview and for the steps. */

const KINDS = ['attribution', 'outage', 'no_cost', 'no_installs'] as const
type Kind = (typeof KINDS)[number]

interface Item {
  kind: string
  platform: string | null
  network: string | null
  campaign: string | null
  country: string | null
}

export interface BrokenData {
  /** The kind for which a row is not judged. */
  of: (row: RecommendationRow, cohorts: readonly CohortRow[], spends: boolean) => Kind | null
  items: Item[]
}

export function brokenData(
  delivery: Required<Delivery>,
  app: AppRow,
  run: RunRow,
  rows: readonly RecommendationRow[],
  asOf: IsoDate | undefined,
): BrokenData {
  const through = dataThrough(run)
  const [served] = succeededRuns(delivery, app.app_id, 'recommendation')
  const cohorts = delivery.cohorts.filter(
    row => row.run_id === served!.run_id && row.install_date <= through,
  )
  const newest = app.weekly_aggregation ? 7 : 3
  const isMeasured = (alert: Item, day: IsoDate) =>
    cohorts.some(
      row =>
        row.install_date === day &&
        isIn(alert, { kind: '', ...displayIdentity(row) }) &&
        (alert.kind === 'no_cost' ? Number(row.spend) : row.paid_installs) > 0,
    )
  const alerted = runAsOf(delivery, app.app_id, 'alert', asOf)
  const alerts = delivery.alerts
    .filter(row => row.run_id === alerted?.run_id)
    .flatMap(row => {
      const kind = kindOfAlert(row)
      return kind === null ? [] : [{ kind, ...scopeOf(row) }]
    })
    .filter(
      alert =>
        alert.kind === 'attribution' ||
        daysUpTo(through, newest).some(day => !isMeasured(alert, day)),
    )
  const events = delivery.events.filter(
    row => row.app_id === app.app_id && (row.kind === 'attribution' || row.kind === 'outage'),
  )
  const campaigns = grouped(cohorts, campaignOf)
  const networks = grouped(cohorts, row => displayName(row.network))
  const spent = (own: readonly CohortRow[]) =>
    own.some(
      row =>
        Number(row.spend) > 0 &&
        row.install_date > addDays(through, -newest - 28) &&
        row.install_date <= addDays(through, -newest),
    )
  const broken = (own: readonly CohortRow[], kind: Kind) => missingIn(own, app, through) === kind
  const whole = networks.flatMap(own => {
    const network = displayName(own[0]!.network)
    const within = campaigns.filter(one => displayName(one[0]!.network) === network)
    const kind =
      missingIn(own, app, through) ??
      (['no_cost', 'no_installs'] as const).find(
        kind => within.filter(one => broken(one, kind)).length > within.filter(spent).length / 2,
      )
    return kind === undefined
      ? []
      : [{ kind, platform: null, network, campaign: null, country: null }]
  })
  const single = campaigns.flatMap(own => {
    const kind = missingIn(own, app, through)
    const { platform, network, campaign } = displayIdentity(own[0]!)
    return kind === null ? [] : [{ kind, platform, network, campaign, country: null }]
  })
  const data = [
    ...whole,
    ...single.filter(
      one => !whole.some(({ kind, network }) => kind === one.kind && network === one.network),
    ),
  ]
  const holding = events.filter(event =>
    rows.some(row => eventsOn(delivery, app, run, row, events)?.events.includes(event)),
  )
  return {
    items: [
      ...alerts,
      ...holding.map(row => ({
        kind: row.kind,
        platform: row.platform || null,
        network: row.network || null,
        campaign: row.campaign || null,
        country: row.country || null,
      })),
      ...data.filter(one => !alerts.some(alert => alert.kind === one.kind && isIn(alert, one))),
    ],
    of(row, own, spends) {
      const identity = { kind: '', ...displayIdentity(row) }
      const lacking = lackingIn(own, app, through)
      const kinds: string[] = alerts.filter(alert => isIn(alert, identity)).map(({ kind }) => kind)
      const isListed = [...whole, ...single].some(
        one => one.kind === lacking && isIn(one, identity),
      )
      if (lacking !== null && isListed) kinds.push(lacking)
      if (!spends) return kinds.includes('no_cost') ? 'no_cost' : null
      const spoiled = eventsOn(delivery, app, run, row, events)
      if (spoiled !== null) kinds.push(spoiled.by)
      return KINDS.find(kind => kinds.includes(kind)) ?? null
    },
  }
}

function isIn(outer: Item, inner: Item): boolean {
  return (['platform', 'network', 'campaign', 'country'] as const).every(
    name => outer[name] === null || outer[name] === inner[name],
  )
}

function kindOfAlert({ metric, value, reference }: AlertRow): Kind | null {
  if (metric === 'attribution') return 'attribution'
  const isZero = value === 0 && typeof reference === 'number' && reference > 0
  return isZero && metric === 'installs'
    ? 'no_installs'
    : isZero && metric === 'spend'
      ? 'no_cost'
      : null
}

function scopeOf(row: AlertRow) {
  const known = (name: string) => (name === 'Unknown' || name === 'GLOBAL' ? null : name)
  const { platform, network, campaign, country } = displayIdentity(row)
  return {
    platform: known(platform),
    network: known(network),
    campaign: known(campaign),
    country: known(country),
  }
}

/** Events on half of a row's lookback dates, and the kind that holds more of them. */
function eventsOn(
  delivery: Required<Delivery>,
  app: AppRow,
  run: RunRow,
  row: RecommendationRow,
  events: EventRow[],
) {
  const own = displayIdentity(row)
  const lookback = lookbackOf(delivery, app, run, row)
  const days = Array.from({ length: daysBetween(lookback.start, lookback.end) + 1 }, (_, day) =>
    addDays(lookback.start, day),
  )
  const holds = (event: EventRow, day: IsoDate) =>
    event.start_date <= day && day <= (event.end_date ?? event.start_date)
  const covering = events
    .filter(event =>
      (['platform', 'network', 'campaign', 'country'] as const).every(
        name => !event[name] || event[name] === own[name],
      ),
    )
    .filter(event => days.some(day => holds(event, day)))
  const held = (of: EventRow[]) => days.filter(day => of.some(event => holds(event, day))).length
  const [attribution, outage] = ['attribution', 'outage'].map(kind =>
    held(covering.filter(event => event.kind === kind)),
  )
  if (2 * held(covering) < days.length) return null
  return { by: attribution! >= outage! ? 'attribution' : 'outage', events: covering }
}

const LISTED = 20

/** The overview's problems by kind and scope, in any order: how they are called and since when is the service's word. */
export function dataProblems(
  delivery: Required<Delivery>,
  today: IsoDate,
  app: AppRow,
  run: RunRow | undefined,
): { data: Accepts; otherProblems: number } {
  const all = problemsOf(delivery, today, app, run).map(
    ({ kind, platform, network, campaign, country }) =>
      JSON.stringify([kind, platform, network, campaign, country]),
  )
  const data = new Accepts(`the problems ${all.join(' ')}`, actual => {
    const listed = (actual as Item[]).map(({ kind, platform, network, campaign, country }) =>
      JSON.stringify([kind, platform, network, campaign, country]),
    )
    if (listed.length !== Math.min(all.length, LISTED)) return false
    return all.length > LISTED
      ? listed.every(one => all.includes(one))
      : JSON.stringify(listed.sort()) === JSON.stringify(all.sort())
  })
  return { data, otherProblems: Math.max(0, all.length - LISTED) }
}

function problemsOf(
  delivery: Required<Delivery>,
  today: IsoDate,
  app: AppRow,
  run: RunRow | undefined,
): Item[] {
  const all = (kind: string): Item => ({
    kind,
    platform: null,
    network: null,
    campaign: null,
    country: null,
  })
  const failed = delivery.runs.some(
    ({ app_id, kind, status, created_at, run_id }) =>
      app_id === app.app_id &&
      kind === 'recommendation' &&
      status === 'failed' &&
      (run === undefined ||
        created_at > run.created_at ||
        (created_at === run.created_at && run_id > run.run_id)),
  )
  if (run === undefined) return failed ? [all('failed_run')] : []
  const rows = delivery.recommendations.filter(
    row => row.run_id === run.run_id && row.granularity === 'campaign',
  )
  return [
    ...(dataThrough(run) < addDays(today, -1) ? [all('late')] : []),
    ...(failed ? [all('failed_run')] : []),
    ...brokenData(delivery, app, run, rows, undefined).items,
  ]
}

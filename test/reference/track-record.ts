import { compareBytes, getOrCreate, passes, displayName, displayIdentity } from './identity.ts'
import { outcomesOf } from './outcomes.ts'
import { addDays } from './periods.ts'
import { actionFor, dailySpendOf, decidingRoas, lookbackOf, statusOf } from './action.ts'
import { dataThrough, succeededRuns } from './runs.ts'
import type { AppRow, Delivery, RecommendationRow, RunRow } from './delivery.ts'
import type { ExpectedList } from './expected.ts'
import type { TrackRecordParameters } from './request-types.ts'

interface Decision {
  row: RecommendationRow
  run: RunRow
  actual: number
  size: string
}

function dayOf(run: RunRow): string {
  return run.created_at.slice(0, 10)
}

/** By default from 180 days before the newest run of which all is known by now, to the latest one. */
function rangeOf(
  runs: RunRow[],
  today: string,
  app: AppRow,
  { startDate, endDate }: Pick<TrackRecordParameters, 'startDate' | 'endDate'>,
) {
  const [latest] = runs
  const end = endDate ?? (latest === undefined ? today : dayOf(latest))
  const whole =
    latest === undefined
      ? undefined
      : runs.find(run => addDays(dataThrough(run), app.target_dsi) <= dataThrough(latest))
  return { start: startDate ?? addDays(whole === undefined ? end : dayOf(whole), -180), end }
}

/** Oldest run first, then by id: sums of doubles depend on the order. */
function decisionsOf(
  delivery: Required<Delivery>,
  app: AppRow,
  granularity: string,
  runs: RunRow[],
): Decision[] {
  const outcome = outcomesOf(delivery, app)
  return runs.toReversed().flatMap(run =>
    sized(
      delivery.recommendations
        .filter(row => row.run_id === run.run_id && row.granularity === granularity)
        .sort((a, b) => a.recommendation_id - b.recommendation_id)
        .flatMap(row => {
          const actual = outcome(row, lookbackOf(delivery, app, run, row))
          return actual === null ? [] : [{ row, run, actual }]
        }),
    ),
  )
}

function sized(decisions: Omit<Decision, 'size'>[]): Decision[] {
  const total = decisions.reduce((sum, { row }) => sum + dailySpendOf(row), 0)
  return decisions.map(decision => {
    const share = dailySpendOf(decision.row) / total
    return {
      ...decision,
      size: share < 0.01 || total === 0 ? 'SMALL' : share < 0.05 ? 'MEDIUM' : 'LARGE',
    }
  })
}

function wrongOf(app: AppRow, decisions: Decision[], examples: number) {
  return decisions
    .flatMap(({ row, run, actual }) => {
      const { target, predicted } = decidingRoas(row, app)
      const [action, actionInHindsight] = [
        actionFor(predicted, target, app),
        actionFor(actual, target, app),
      ]
      if (action === actionInHindsight || target === null || target <= 0) return []
      const names = {
        date: dayOf(run),
        ...displayIdentity(row),
        action,
        actionInHindsight,
        dailySpend: dailySpendOf(row),
      }
      return [
        {
          ...names,
          predictedRoas: predicted,
          targetRoas: target,
          actualRoas: actual,
          cost: dailySpendOf(row) * Math.abs(actual / target - 1),
        },
      ]
    })
    .sort((a, b) => b.cost - a.cost)
    .slice(0, examples)
}

/** The smallest error within which so many tenths of the spend lie. */
function quantile(errors: { error: number; spend: number }[], tenths: number): number | null {
  const total = errors.reduce((sum, { spend }) => sum + spend, 0)
  const ordered = errors.toSorted((a, b) => a.error - b.error)
  let reached = 0
  return ordered.find(({ spend }) => 10 * (reached += spend) >= tenths * total)?.error ?? null
}

function figuresOf(app: AppRow, decisions: Decision[]): Record<string, unknown> {
  if (decisions.length < 20) return { decisions: decisions.length }
  let [spend, right, opposite, off, absolute, reached] = [0, 0, 0, 0, 0, 0]
  const errors: { error: number; spend: number }[] = []
  for (const { row, actual } of decisions) {
    const daily = dailySpendOf(row)
    const { target, predicted } = decidingRoas(row, app)
    const words = [actionFor(predicted, target, app), actionFor(actual, target, app)]
    spend += daily
    if (words[0] === words[1]) right += daily
    if (words.toSorted().join() === 'REDUCE,SCALE') opposite += daily
    if (predicted === null) continue
    reached += daily * actual
    off += daily * (predicted - actual)
    absolute += Math.abs(daily * (predicted - actual))
    if (actual > 0 && daily > 0)
      errors.push({ error: Math.abs(predicted / actual - 1), spend: daily })
  }
  const share = (part: number) => (spend === 0 ? null : part / spend)
  return {
    decisions: decisions.length,
    runs: new Set(decisions.map(({ run }) => run.run_id)).size,
    since: decisions.map(({ run }) => dayOf(run)).sort()[0],
    dailySpend: spend,
    rightShare: share(right),
    oppositeShare: share(opposite),
    bias: reached === 0 ? null : off / reached,
    wape: reached === 0 ? null : absolute / reached,
    p50: quantile(errors, 5),
    p80: quantile(errors, 8),
    p90: quantile(errors, 9),
  }
}

const NAMES = ['platform', 'network', 'action', 'status', 'size'] as const

/** What became of the recommendations of some days. */
export function trackRecord(
  delivery: Required<Delivery>,
  today: string,
  app: AppRow,
  parameters: TrackRecordParameters,
): ExpectedList {
  const { granularity = 'campaign', groupBy = ['none'], examples = 0, ...filters } = parameters
  const runs = succeededRuns(delivery, app.app_id, 'recommendation')
  const range = rangeOf(runs, today, app, parameters)
  const within = runs.filter(run => range.start <= dayOf(run) && dayOf(run) <= range.end)
  const names = NAMES.filter(name => groupBy.includes(name))
  const groups = new Map<string, { group: Record<string, string>; decisions: Decision[] }>()
  for (const decision of decisionsOf(delivery, app, granularity, within)) {
    if (!passes(decision.row, filters)) continue
    const { row } = decision
    const { target, predicted } = decidingRoas(row, app)
    const words = {
      ...displayIdentity(row),
      action: actionFor(predicted, target, app),
      status: statusOf(delivery, row),
      size: decision.size,
    }
    const group = Object.fromEntries(names.map(name => [name, words[name]]))
    getOrCreate(groups, JSON.stringify(group), () => ({
      group,
      decisions: [] as Decision[],
    })).decisions.push(decision)
  }
  const items = [...groups.values()]
    .sort(
      (a, b) =>
        names
          .map(name => compareBytes(a.group[name]!, b.group[name]!))
          .find(order => order !== 0) ?? 0,
    )
    .map(({ group, decisions }) => ({
      ...group,
      ...figuresOf(app, decisions),
      ...(examples > 0 && { wrong: wrongOf(app, decisions, examples) }),
    }))
  return {
    kind: 'list',
    items,
    headers: { 'start-date': range.start, 'end-date': range.end, currency: app.currency },
  }
}

/** Of each platform the absolute error that 80 % of the spend stayed within, by default days and of at least 20. */
export function errorsOf(
  delivery: Required<Delivery>,
  app: AppRow,
  granularity: 'campaign' | 'campaign_geo',
): Map<string, number> {
  const cache = caches.get(delivery) ?? new Map<string, Map<string, number>>()
  caches.set(delivery, cache)
  return getOrCreate(cache, JSON.stringify([app, granularity]), () =>
    makeErrors(delivery, app, granularity),
  )
}

const caches = new WeakMap<Delivery, Map<string, Map<string, number>>>()

function makeErrors(
  delivery: Required<Delivery>,
  app: AppRow,
  granularity: 'campaign' | 'campaign_geo',
): Map<string, number> {
  const { items } = trackRecord(delivery, '', app, {
    appId: app.app_id,
    granularity,
    groupBy: ['platform'],
  })
  return new Map(
    items.flatMap(({ platform, p80 }) =>
      typeof p80 === 'number' ? [[displayName(String(platform)), p80] as const] : [],
    ),
  )
}

import type { Overview } from '../../../../generated/client/models.ts'
import { formatOf } from '../../parts/use-format.ts'
import { type CurrencyTotal, type StepTotal, totalWords } from '../../../core/words/total-words.ts'
import { isolate } from '../../../core/words/isolate.ts'
import { listOf } from '../../parts/words.ts'
import { shareOfSpend } from '../data/ranking.ts'
import { sideOf } from '../../../core/model/classification.ts'
import { addDays, utcDate } from '../../../core/model/dates.ts'

/** ROAS as a share of the app's target; null if either is missing. */
export function shareOfTarget(
  { target }: Pick<Overview, 'target'>,
  roas: number | null | undefined,
): number | null {
  return roas === null || roas === undefined || target === null || target <= 0
    ? null
    : roas / target
}

/** The heading of Today: data problems, yesterday's result, and the value of today's steps. */
export function answerOf(apps: readonly Overview[], now: number): string {
  if (apps.length === 0) return 'No apps yet'
  return [dataWords(apps), yesterdayWords(apps, now), stepsWords(apps)]
    .filter(part => part !== null)
    .join(' ')
}

/** `Check the data of Merge Manor first.` Null without problems. Names are isolated, as everywhere here. */
function dataWords(apps: readonly Overview[]): string | null {
  const wrong = apps.filter(({ data }) => data.length > 0)
  return wrong.length === 0 ? null : `Check the data of ${namesOf(wrong)} first.`
}

/** `Merge Manor was 12% below target yesterday.` Null if no app has a ROAS of yesterday. */
function yesterdayWords(apps: readonly Overview[], now: number): string | null {
  const date = addDays(utcDate(new Date(now)), -1)
  const weigh = shareOfSpend(apps)
  const known = apps.flatMap(app => {
    // Without an interval, the forecast of a single day supports no claim.
    const isKnown =
      app.yesterday?.date === date &&
      (app.yesterday.roasLow !== null || app.yesterday.actualShare === 1)
    const share = isKnown ? shareOfTarget(app, app.yesterday!.roas) : null
    if (share === null) return []
    return [
      {
        app,
        share,
        standing: sideOf(share, app.actionThreshold),
        short: weigh(app.currency, (app.spend.day ?? 0) * (1 - share)),
      },
    ]
  })
  // The largest cause is the most money short of target, not the worst ratio.
  const below = known
    .filter(({ standing }) => standing === 'below')
    .sort((a, b) => b.short - a.short || a.share - b.share)
  if (known.length === 0) return null
  if (below.length === 0) {
    const above = known.filter(({ standing }) => standing === 'above')
    const those = above.length === known.length ? above : known
    return `${namesOf(those.map(({ app }) => app))} ${those.length === 1 ? 'was' : 'were'} ${those === above ? 'above' : above.length > 0 ? 'on or above' : 'on'} target yesterday.`
  }
  const named = below.slice(0, below.length === NAMED + 1 ? NAMED + 1 : NAMED)
  // A negative ROAS has no meaningful distance in percent.
  const negative = named.filter(({ share }) => share < 0).map(({ app }) => nameOf(app))
  const distances = named
    .filter(({ share }) => share >= 0)
    .map(
      ({ app, share }, index) =>
        `${nameOf(app)} ${index === 0 ? 'was ' : ''}${formatOf('').share(1 - share)}`,
    )
  const others = below.length - named.length
  return [
    ...(negative.length === 0 ? [] : [`${listOf(negative)} had a negative ROAS yesterday.`]),
    ...(distances.length === 0 ? [] : [`${listOf(distances)} below target yesterday.`]),
    ...(others === 0 ? [] : [`${others} others were below target too.`]),
  ].join(' ')
}

/** Apps below target named in the heading; one more instead of `1 other`. */
const NAMED = 2

/** `10 cuts free $4,999 a day, worth about $2,581. 1 raise spends ¥98,000 more a day, worth about ¥4,000.` Null without data. */
function stepsWords(apps: readonly Overview[]): string | null {
  if (apps.every(({ dataThrough }) => dataThrough === null)) return null
  const words = DIRECTIONS.flatMap(direction => {
    const said = totalWords(direction, totalsByCurrency(apps, direction))
    return said === null ? [] : `${said}.`
  })
  return words.length === 0 ? 'No campaign has a step today.' : words.join(' ')
}

const DIRECTIONS = ['less', 'more'] as const

/** Totals of the apps of each currency, without an interval: ends of intervals do not add up. */
function totalsByCurrency(
  apps: readonly Overview[],
  direction: (typeof DIRECTIONS)[number],
): CurrencyTotal[] {
  const byCurrency = new Map<string, StepTotal[]>()
  for (const { currency, stepTotals } of apps)
    byCurrency.set(currency, [...(byCurrency.get(currency) ?? []), stepTotals[direction]])
  return [...byCurrency].map(([currency, totals]) => ({
    format: formatOf(currency),
    total: totals.length === 1 ? totals[0]! : totals.reduce(addTotals),
  }))
}

function addTotals(a: StepTotal, b: StepTotal): StepTotal {
  const sum = (of: 'steps' | 'unpriced' | 'spendChange') => a[of] + b[of]
  const gain = a.gain === null && b.gain === null ? null : (a.gain ?? 0) + (b.gain ?? 0)
  return {
    steps: sum('steps'),
    unpriced: sum('unpriced'),
    spendChange: sum('spendChange'),
    gain,
    gainLow: null,
    gainHigh: null,
  }
}

/** `A`, `A and B`, `A and 3 others`. */
function namesOf(those: readonly Overview[]): string {
  const [first, second, ...more] = those.map(nameOf)
  return more.length > 0
    ? `${first} and ${more.length + 1} others`
    : listOf([first, second].flatMap(name => name ?? []))
}

function nameOf({ name }: Pick<Overview, 'name'>): string {
  return isolate(name)
}

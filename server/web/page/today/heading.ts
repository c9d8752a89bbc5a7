import type { Overview } from '../../../../generated/client/models.ts'
import { formatOf } from '../../parts/use-format.ts'
import { rangeWords } from '../../../../mcp/words/step-words.ts'
import { isolate } from '../../../../mcp/words/isolate.ts'
import { listOf } from '../../parts/words.ts'
import { shareOfSpend, sumByCurrency } from '../data/ranking.ts'
import { sideOf } from '../../../model/classification.ts'
import { addDays, utcDate } from '../../../model/dates.ts'

/** ROAS as a share of the app's target; null if either is missing. */
export function shareOfTarget({ target }: Pick<Overview, 'target'>, roas: number | null | undefined): number | null {
  return roas === null || roas === undefined || target === null || target <= 0 ? null : roas / target
}

/** The heading of Today: data problems, yesterday's result, and the value of today's steps. */
export function answerOf(apps: readonly Overview[], now: number): string {
  if (apps.length === 0) return 'No apps yet'
  return [dataWords(apps), yesterdayWords(apps, now), stepsWords(apps)].filter(part => part !== null).join(' ')
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
    const share = app.yesterday?.date === date ? shareOfTarget(app, app.yesterday.roas) : null
    if (share === null) return []
    return [{ app, share, standing: sideOf(share, app.actionThreshold), short: weigh(app.currency, (app.spend.day ?? 0) * (1 - share)) }]
  })
  // The largest cause is the most money short of target, not the worst ratio.
  const below = known.filter(({ standing }) => standing === 'below').sort((a, b) => b.short - a.short || a.share - b.share)
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
    .map(({ app, share }, index) => `${nameOf(app)} ${index === 0 ? 'was ' : ''}${formatOf('').share(1 - share)}`)
  const others = below.length - named.length
  return [
    ...(negative.length === 0 ? [] : [`${listOf(negative)} had a negative ROAS yesterday.`]),
    ...(distances.length === 0 ? [] : [`${listOf(distances)} below target yesterday.`]),
    ...(others === 0 ? [] : [`${others} others were below target too.`]),
  ].join(' ')
}

/** Apps below target named in the heading; one more instead of `1 other`. */
const NAMED = 2

/** `6 steps are worth $2,219 to $4,961 and ¥1.2M to ¥1.5M a day.` */
function stepsWords(apps: readonly Overview[]): string | null {
  if (apps.every(({ dataThrough }) => dataThrough === null)) return null
  const totals = apps.flatMap(({ currency, stepTotals }) => Object.values(stepTotals).map(total => ({ ...total, currency })))
  const [count, unpriced] = (['steps', 'unpriced'] as const).map(name => totals.reduce((sum, total) => sum + total[name], 0)) as [
    number,
    number,
  ]
  if (count === 0) return 'No campaign has a step today.'
  const noun = count === 1 ? '1 step' : `${count} steps`
  if (unpriced === count) return `${noun} today.`
  const priced = totals.filter(({ steps, unpriced }) => steps > unpriced)
  const low = sumByCurrency(priced.map(({ currency, gainLow }) => ({ currency, amount: gainLow })))
  const high = new Map(sumByCurrency(priced.map(({ currency, gainHigh }) => ({ currency, amount: gainHigh }))))
  const worth = low.map(([currency, sum]) => rangeWords(sum, high.get(currency)!, formatOf(currency)))
  const without = unpriced === 0 ? '' : `, ${unpriced} of them not priced`
  return `${noun} ${count === 1 ? 'is' : 'are'} worth ${listOf(worth)} a day${without}.`
}

/** `A`, `A and B`, `A and 3 others`. */
function namesOf(those: readonly Overview[]): string {
  const [first, second, ...more] = those.map(nameOf)
  return more.length > 0 ? `${first} and ${more.length + 1} others` : listOf([first, second].flatMap(name => name ?? []))
}

function nameOf({ name }: Pick<Overview, 'name'>): string {
  return isolate(name)
}

import type { Overview } from '../../../generated/client/models.ts'
import { formatOf } from '../../views/parts/format.ts'
import { sumByCurrency } from '../data/ranking.ts'
import { sideOf } from '../../../server/model/classification.ts'
import { addDays, utcDate } from '../../../server/model/dates.ts'

/** ROAS as a share of the app's target; null if either is missing. */
export function shareOfTarget({ target }: Pick<Overview, 'target'>, roas: number | null | undefined): number | null {
  return roas === null || roas === undefined || target === null || target <= 0 ? null : roas / target
}

/** The heading of Today: what is wrong with the data, what yesterday did, and what today's steps are worth. */
export function answerOf(apps: readonly Overview[], now: number): string {
  if (apps.length === 0) return 'No apps yet'
  return [dataWords(apps), yesterdayWords(apps, now), stepsWords(apps)].filter(part => part !== null).join(' ')
}

/** `Check the data of Merge Manor first.` Null if nothing is wrong. */
function dataWords(apps: readonly Overview[]): string | null {
  const wrong = apps.filter(({ data }) => data.length > 0)
  return wrong.length === 0 ? null : `Check the data of ${namesOf(wrong)} first.`
}

/** `Merge Manor was 12% below target yesterday.` Null if no app has a ROAS of yesterday. */
function yesterdayWords(apps: readonly Overview[], now: number): string | null {
  const date = addDays(utcDate(new Date(now)), -1)
  const known = apps.flatMap(app => {
    const share = app.yesterday?.date === date ? shareOfTarget(app, app.yesterday.roas) : null
    return share === null ? [] : [{ app, share, standing: sideOf(share, app.actionThreshold) }]
  })
  const below = known.filter(({ standing }) => standing === 'below').sort((a, b) => a.share - b.share)
  const [worst] = below
  if (known.length === 0) return null
  if (worst === undefined) {
    const above = known.filter(({ standing }) => standing === 'above')
    const those = above.length === known.length ? above : known
    return `${namesOf(those.map(({ app }) => app))} ${those.length === 1 ? 'was' : 'were'} ${those === above ? 'above' : above.length > 0 ? 'on or above' : 'on'} target yesterday.`
  }
  const others = below.length === 1 ? '' : `, ${below.length - 1} ${below.length === 2 ? 'other app' : 'others'} below it too`
  return `${worst.app.name} was ${formatOf('').share(1 - worst.share)} below target yesterday${others}.`
}

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
  const worth = low.map(([currency, sum]) => `${formatOf(currency).money(sum)} to ${formatOf(currency).money(high.get(currency))}`)
  const without = unpriced === 0 ? '' : `, ${unpriced} of them not priced`
  return `${noun} ${count === 1 ? 'is' : 'are'} worth ${worth.join(' and ')} a day${without}.`
}

/** `A`, `A and B`, `A and 3 others`. */
function namesOf(those: readonly Overview[]): string {
  const [first, second, ...more] = those
  if (second === undefined) return first?.name ?? ''
  return more.length > 0 ? `${first!.name} and ${more.length + 1} others` : `${first!.name} and ${second.name}`
}

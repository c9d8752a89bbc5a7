import type { Status } from '../../../generated/vocabulary/vocabulary.ts'
import { classifyStatus } from '../../model/classification.ts'
import type { Config } from '../config/config.ts'
import type { Recommendation } from '../delivery/recommendations.ts'
import { DAMAGED } from '../sentinel/damage.ts'
import { count, datesText, dateText, escaped, moneyText, shareText } from './page.ts'
import type { Report } from './report-data.ts'

/** Campaigns by what to do about them; those that are too uncertain to act on apart. */
export interface Sorted {
  all: readonly Recommendation[]
  short: readonly Recommendation[]
  room: readonly Recommendation[]
  onTarget: readonly Recommendation[]
  unsure: readonly Recommendation[]
}

export function sortRows(rows: readonly Recommendation[], config: Config): Sorted {
  const all = rows.filter(({ granularity }) => granularity === 'campaign')
  const sure = all.filter(row => statusOf(row, config) !== 'LOW' && row.prediction !== null)
  const by = (action: Recommendation['action']) => sure.filter(row => row.action === action)
  return { all, short: by('REDUCE'), room: by('SCALE'), onTarget: by('HOLD'), unsure: all.filter(row => !sure.includes(row)) }
}

export function statusOf(row: Recommendation, config: Config): Status {
  return classifyStatus(row.confidence, row.dailySpend, isListed(row, config))
}

/** Predicted over target ROAS, weighted by spend; null without predictions. */
export function attainment(rows: readonly Recommendation[]): number | null {
  const known = rows.filter(row => row.prediction !== null)
  const spend = dailySpend(known)
  return spend > 0 ? known.reduce((sum, row) => sum + row.dailySpend * (row.prediction! / row.target), 0) / spend : null
}

export function dailySpend(rows: readonly Recommendation[]): number {
  return rows.reduce((sum, row) => sum + row.dailySpend, 0)
}

export function verdict(report: Report): string {
  const { config, asOf, recommendations, events, backtest, fit } = report
  const { app, targets } = config
  const sorted = sortRows(recommendations, config)
  const perDay = (amount: number): string => `${moneyText(amount, app.currency)}/day`
  const roas = `D${targets.dsi} ${targets.roasType.replace('_', ' ')} ${targets.revenueType} ROAS`
  const gate = backtest.gates.get(targets.dsi)
  const lines: string[] = []
  const predicted = sorted.all.filter(row => row.prediction !== null)
  if (predicted.length > 0) {
    const spend = dailySpend(predicted)
    const mean = (of: (row: Recommendation) => number): number => predicted.reduce((sum, row) => sum + row.dailySpend * of(row), 0) / spend
    const [{ lookback }] = predicted as [Recommendation]
    lines.push(
      `Installs of ${datesText(asOf - lookback.end, asOf - lookback.start, asOf)} cost ${perDay(spend)}. Their ${roas} is forecast at <b>${shareText(mean(row => row.prediction!))}</b>, against a target of ${shareText(mean(row => row.target))}.`,
    )
  }
  if (sorted.room.length > 0)
    lines.push(
      `<span class="above">${count(sorted.room.length, 'campaign')} can grow:</span> ${perDay(dailySpend(sorted.room))} returns ${shareText(attainment(sorted.room), 0)} of target.`,
    )
  if (sorted.onTarget.length > 0)
    lines.push(`${count(sorted.onTarget.length, 'campaign is', 'campaigns are')} on target (${perDay(dailySpend(sorted.onTarget))}).`)
  if (sorted.unsure.length > 0) lines.push(unsureText(sorted.unsure, report))
  const recent = events.filter(({ findings, to }) => findings.length > 0 && to > asOf - 14)
  if (recent.length > 0) lines.push(`<span class="warn">${count(recent.length, 'data problem')} in the last 14 days</span>, see below.`)
  if (targets.dsi > fit.limit) lines.push(`D${targets.dsi} is more than three times the history: forecasts go to D${fit.limit}.`)
  else if (gate !== undefined && gate.wape !== null)
    lines.push(
      `On ${count(gate.cases, 'past case')}, forecasts of all revenue by D${targets.dsi} were off by ${shareText(gate.wape)} on average; the 80% interval held ${shareText(gate.coverage, 0)} of results.`,
    )
  else lines.push(`How far D${targets.dsi} forecasts are off is not known yet: too few results are known.`)
  return `<p class="mute">${escaped(app.name)} · data through ${dateText(asOf, asOf)}</p>
<h1>${heading(sorted, report)}</h1>
<div class="lead">${lines.map(line => `<p>${line}</p>`).join('')}</div>`
}

function isListed({ campaign }: Recommendation, { networks }: Config): boolean {
  return campaign.network !== null && networks.traditional.includes(campaign.network)
}

function heading({ all, short, room, onTarget }: Sorted, { config, fit }: Report): string {
  const { targets, app } = config
  if (all.length === 0) {
    const hasTarget = targets.roas !== null || targets.by.length > 0
    return hasTarget
      ? 'No campaign with a target spent anything in the lookback'
      : 'No target is set, so there is nothing to compare campaigns with'
  }
  if (all.every(row => row.prediction === null))
    return `D${targets.dsi} cannot be forecast yet${fit.limit >= 0 ? `: forecasts go to D${fit.limit}` : ''}`
  if (short.length > 0)
    return `${short.length} of ${count(all.length, 'campaign')} ${short.length === 1 ? 'is' : 'are'} short of target: ${moneyText(dailySpend(short), app.currency)}/day returns ${shareText(attainment(short), 0)} of it`
  if (room.length > 0) return `No campaign is surely short of target, and ${count(room.length, 'campaign')} can grow`
  if (onTarget.length > 0)
    return `${onTarget.length} of ${count(all.length, 'campaign')} ${onTarget.length === 1 ? 'is' : 'are'} on target; nothing needs to change`
  if (all.every(row => !isListed(row, config)))
    return 'Every status is LOW, because no network of these campaigns is listed under networks.traditional'
  return 'No forecast is certain enough to act on'
}

function unsureText(rows: readonly Recommendation[], { config }: Report): string {
  const unlisted = rows.filter(row => !isListed(row, config))
  const damaged = rows.filter(({ basis }) => basis.damage >= DAMAGED.hint)
  const many = (some: readonly Recommendation[]): string => (some.length === rows.length ? '' : `${some.length} `)
  const reasons = [
    ...(unlisted.length > 0
      ? [
          `${many(unlisted)}because <code>networks.traditional</code> does not list ${unlisted.length === 1 ? 'its network' : 'their networks'}`,
        ]
      : []),
    ...(damaged.length > 0 ? [`${many(damaged)}because of data problems`] : []),
  ]
  const money = moneyText(dailySpend(rows), config.app.currency)
  return `${count(rows.length, 'campaign is', 'campaigns are')} too uncertain to act on (${money}/day)${reasons.length > 0 ? `, ${reasons.join(', ')}` : ''}.`
}

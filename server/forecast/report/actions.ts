import type { Config } from '../config/config.ts'
import type { Recommendation } from '../delivery/recommendations.ts'
import { escaped, moneyText, shareText } from './page.ts'
import type { Report } from './report-data.ts'
import { suggestedMove } from './spend.ts'
import { sortRows, statusOf } from './verdict.ts'

const MAX_ACTIONS = 10
/** Share by which a budget is moved at once, without a suggestion. */
const STEP = 0.15

/** The steps, by the money that is short of, or above, target. */
export function actions({ config, recommendations }: Report): string {
  const { short, room } = sortRows(recommendations, config)
  const ranked = [...short, ...room].sort((one, other) => Math.abs(gapOf(other)) - Math.abs(gapOf(one)))
  if (ranked.length === 0) return '<h2>What to do</h2><p class="mute">Nothing: no campaign is certain to be off target.</p>'
  const rest = ranked.slice(MAX_ACTIONS)
  const more =
    rest.length === 0
      ? ''
      : `<p class="mute">${rest.length} more, each below ${moneyText(Math.abs(gapOf(ranked[MAX_ACTIONS - 1]!)), config.app.currency)}/day.</p>`
  return `<h2>What to do</h2>
<p class="mute">By daily spend times distance from target. Bars show predicted ROAS as a share of target with its 80% interval; the grey block is the HOLD band.</p>
<ol class="card actions">${ranked
    .slice(0, MAX_ACTIONS)
    .map((row, at) => `<li>${item(row, at + 1, config)}</li>`)
    .join('\n')}</ol>${more}`
}

/** Money a day above target; below 0: short of it. */
function gapOf({ dailySpend, prediction, target }: Recommendation, roas = prediction): number {
  return dailySpend * (roas! / target - 1)
}

function item(row: Recommendation, rank: number, config: Config): string {
  const { currency } = config.app
  const { campaign, dailySpend, prediction, target } = row
  const { low, high } = row.interval!
  const gap = gapOf(row)
  const [side, tone] = gap < 0 ? ['short of target', 'below'] : ['above target', 'above']
  const bounds = [gapOf(row, low), gapOf(row, high)].map(value => Math.max(0, gap < 0 ? -value : value)).sort((a, b) => a - b)
  const where = [campaign.network, campaign.platform].filter(name => name !== null).join(', ')
  const status = statusOf(row, config)
  return (
    `<span class="mute">${rank}</span>` +
    `<div><div class="do">${escaped(campaign.name)}${where === '' ? '' : ` <span class="mute">${escaped(where)}</span>`}</div>` +
    `<div>${escaped(advice(row, config))}</div>` +
    `<div class="mute small">${moneyText(dailySpend, currency)}/day returns ${shareText(prediction! / target, 0)} of target (${shareText(low / target, 0)}–${shareText(high / target, 0)}) <span class="tag">${status}</span></div></div>` +
    `<div class="bullet">${bullet(row, config)}</div>` +
    `<div class="money"><b class="${tone}">${moneyText(Math.abs(gap), currency)}/day</b> ${side}<br><span class="mute small">${moneyText(bounds[0]!, currency)} to ${moneyText(bounds[1]!, currency)}</span></div>`
  )
}

function advice(row: Recommendation, { app }: Config): string {
  const { action, live, paced, optimisationDsi, dailySpend, marginal, target } = row
  const sign = action === 'SCALE' ? 1 : -1
  const move = suggestedMove(row)
  const returns = `one more unit of spend returns ${shareText((marginal ?? 0) / target, 0)} of target`
  const budget = (share: number): string =>
    `${share > 0 ? 'Raise' : 'Cut'} the daily budget by ${moneyText(Math.abs(share) * dailySpend, app.currency)} (${shareText(Math.abs(share), 0)})`
  // One more unit never returns more than the average: a smaller action has no larger suggestion.
  if (move !== null && move < 0 && action === 'SCALE') return `${budget(move)}: it pays back, but ${returns}`
  if (live !== null && paced !== null && shareText(live) !== shareText(paced) && paced > live === (action === 'REDUCE')) {
    return `${paced > live ? 'Raise' : 'Lower'} the D${optimisationDsi} ROAS target from ${shareText(live)} to ${shareText(paced)}: it ${sign > 0 ? 'buys more' : 'buys less'}`
  }
  if (live !== null && paced === live) return 'Wait: the bid was moved lately'
  if (move === 0) return `Keep the daily budget for now: ${returns}`
  return budget(move ?? sign * STEP)
}

const [WIDTH, MOST] = [236, 2]

function bullet({ prediction, interval, target, campaign }: Recommendation, { app }: Config): string {
  const x = (share: number): number => Math.round(Math.min(MOST, Math.max(0, share)) * (WIDTH / MOST) * 10) / 10
  const [at, from, to] = [prediction! / target, interval!.low / target, interval!.high / target]
  const label = `${campaign.name}: ${shareText(at, 0)} of target, ${shareText(from, 0)} to ${shareText(to, 0)}`
  const band = [x(1 - app.actionThreshold), x(1 + app.actionThreshold)] as const
  return (
    `<svg viewBox="0 0 ${WIDTH} 24" role="img" aria-label="${escaped(label)}"><line class="grid" x1="0" x2="${WIDTH}" y1="12" y2="12"/>` +
    `<rect class="hold" x="${band[0]}" y="3" width="${band[1] - band[0]}" height="18"/><line class="target" x1="${x(1)}" x2="${x(1)}" y1="1" y2="23"/>` +
    `<line class="whisker" x1="${x(from)}" x2="${x(to)}" y1="12" y2="12"/><circle class="hollow" cx="${x(at)}" cy="12" r="4"/></svg>`
  )
}

import { ageToKnow, firstCellOf } from '../model/facts.ts'
import { forecast } from '../model/fit.ts'
import { interval } from '../model/interval.ts'
import { standingOf } from '../delivery/withheld.ts'
import { count, datesText, escaped, moneyText, table } from './page.ts'
import type { Report } from './report-data.ts'

/** Installs of four weeks, the youngest a week old. */
const WINDOW = { youngest: 7, days: 28 }
const MAX_NETWORKS = 6
const LEAST_INSTALLS = 50

export interface LtvPoint {
  dsi: number
  ltv: number
  low: number
  high: number
  isActual: boolean
}

export interface NetworkCurve {
  network: string
  spend: number
  installs: number
  cpi: number
  points: readonly LtvPoint[]
  /** Days until revenue reaches the cost; null: not within the forecasts. */
  payback: Record<'expected' | 'early' | 'late', number | null>
}

/** Paid networks by spend, with revenue per install by DSI. Withheld DSIs are left out. */
export function networkCurves({ config, facts, fit, backtest, asOf }: Report): NetworkCurve[] {
  const { cells, names } = facts
  const from = firstCellOf(cells.day, fit.cells, asOf - WINDOW.youngest - WINDOW.days + 1)
  const to = firstCellOf(cells.day, fit.cells, asOf - WINDOW.youngest + 1)
  const byNetwork = new Map<number, number[]>()
  for (let i = from; i < to; i++) {
    if (cells.organic[i] === 1 || (cells.installs[i] === 0 && cells.spend[i] === 0)) continue
    const members = byNetwork.get(cells.network[i]!)
    if (members === undefined) byNetwork.set(cells.network[i]!, [i])
    else members.push(i)
  }
  const isActual = (dsi: number): boolean => ageToKnow(facts, dsi) <= WINDOW.youngest
  const dsis = config.app.dsi.filter(dsi => dsi <= fit.reach && (isActual(dsi) || standingOf(dsi, facts, fit, backtest).withheld === null))
  const revenue = dsis.map(dsi => forecast(facts, fit, dsi, asOf - WINDOW.youngest - WINDOW.days + 1)[config.targets.revenueType])
  return [...byNetwork]
    .map(([network, members]) => {
      const sum = (values: Float64Array): number => members.reduce((all, i) => all + values[i]!, 0)
      const [spend, installs] = [sum(cells.spend), sum(cells.installs)]
      const points = dsis.map((dsi, at): LtvPoint => {
        const ltv = sum(revenue[at]!) / installs
        const { total, low, high } = interval(facts, fit, members, dsi, backtest.uncertainty)
        const [down, up] = total > 0 ? [low / total, high / total] : [1, 1]
        return { dsi, ltv, low: ltv * down, high: ltv * up, isActual: isActual(dsi) }
      })
      const cpi = spend / installs
      const payback = {
        expected: paybackOf(points, cpi, 'ltv'),
        early: paybackOf(points, cpi, 'high'),
        late: paybackOf(points, cpi, 'low'),
      }
      return { network: names.network[network] ?? 'Unknown', spend, installs, cpi, points, payback }
    })
    .filter(({ spend, installs }) => spend > 0 && installs >= LEAST_INSTALLS)
    .sort((one, other) => other.spend - one.spend)
    .slice(0, MAX_NETWORKS)
}

/** Between two DSIs by a straight line. */
export function paybackOf(points: readonly LtvPoint[], cpi: number, which: 'ltv' | 'low' | 'high'): number | null {
  const at = points.findIndex(point => point[which] >= cpi)
  if (at === -1) return null
  const [before, after] = [points[at - 1], points[at]!]
  if (before === undefined) return after.dsi
  return before.dsi + ((after.dsi - before.dsi) * (cpi - before[which])) / (after[which] - before[which])
}

export function networks(report: Report): string {
  const { config, asOf } = report
  const curves = networkCurves(report)
  const title = '<h2>Revenue per install and payback by network</h2>'
  if (curves.length === 0) return `${title}<p class="mute">No network had ${LEAST_INSTALLS} paid installs in four weeks.</p>`
  const { currency } = config.app
  const last = Math.max(...curves.flatMap(({ points }) => points.map(({ dsi }) => dsi)))
  const ends = curves[0]!.points.map(({ dsi }) => dsi).filter(dsi => [7, 30, 90, 180, 365].includes(dsi) || dsi === config.targets.dsi)
  const ltvAt = (points: readonly LtvPoint[], dsi: number): string => {
    const point = points.find(one => one.dsi === dsi)
    return point === undefined ? '–' : moneyText(point.ltv, currency)
  }
  return `${title}
<p class="mute">Installs of ${datesText(asOf - WINDOW.youngest - WINDOW.days + 1, asOf - WINDOW.youngest, asOf)}, ${config.targets.revenueType} revenue. Solid: actual; dashed: forecast, with its 80% interval; dotted: cost per install (CPI). Each panel has its own scale.</p>
<div class="panels">${curves.map(curve => panel(curve, { currency, last })).join('\n')}</div>
${table(
  ['Network', 'Spend', 'Installs', 'CPI', ...ends.map(dsi => `LTV D${dsi}`), 'Payback'],
  curves.map(({ network, spend, installs, cpi, points, payback }) => [
    network,
    moneyText(spend, currency),
    Math.round(installs).toLocaleString('en'),
    moneyText(cpi, currency),
    ...ends.map(dsi => ltvAt(points, dsi)),
    paybackText(payback, last),
  ]),
)}`
}

function paybackText({ expected, early, late }: NetworkCurve['payback'], last: number): string {
  const day = (value: number): string => `D${Math.round(value)}`
  if (expected === null) return early === null ? `after D${last}` : `after D${last}, ${day(early)} at the earliest`
  if (late === null) return `${day(expected)} (${early === null ? '' : day(early)} to after D${last})`
  return Math.round(early ?? expected) === Math.round(late)
    ? day(expected)
    : `${day(expected)} (${day(early ?? expected)}–${Math.round(late)})`
}

const BOX = { width: 360, height: 210, left: 40, right: 66, top: 12, bottom: 30 }
const TICKS = [0, 1, 3, 7, 14, 30, 90, 365]

function panel({ network, points, cpi, payback, installs }: NetworkCurve, { currency, last }: { currency: string; last: number }): string {
  const most = Math.max(cpi, ...points.map(({ ltv, high }) => Math.min(high, 2 * ltv)))
  const [right, bottom] = [BOX.width - BOX.right, BOX.height - BOX.bottom]
  const round = (value: number): number => Math.round(value * 10) / 10
  const x = (dsi: number): number => round(BOX.left + (last > 0 ? Math.log(dsi + 1) / Math.log(last + 1) : 0) * (right - BOX.left))
  const y = (value: number): number => round(bottom - (Math.min(value, most * 1.05) / (most * 1.05)) * (bottom - BOX.top))
  const path = (some: readonly LtvPoint[]): string => some.map(({ dsi, ltv }) => `${x(dsi)},${y(ltv)}`).join(' ')
  const actual = points.filter(point => point.isActual)
  const future = points.slice(Math.max(0, actual.length - 1))
  const band = [
    ...future.map(({ dsi, high }) => `${x(dsi)},${y(high)}`),
    ...future.toReversed().map(({ dsi, low }) => `${x(dsi)},${y(low)}`),
  ]
  const end = points.at(-1)
  const ticks = niceTicks(most)
  const summary = `${network}: ${end === undefined ? 'no forecast' : `${moneyText(end.ltv, currency)} per install by D${end.dsi}`}, CPI ${moneyText(cpi, currency)}, payback ${paybackText(payback, last)}`
  const endY = end === undefined ? 0 : y(end.ltv)
  // Labels of the last value and the cost must not overlap.
  const costY = end !== undefined && Math.abs(y(cpi) - endY) < 14 ? endY + (y(cpi) >= endY ? 14 : -14) : y(cpi)
  return `<figure><figcaption>${escaped(network)} <span>${count(Math.round(installs), 'install')} · payback ${paybackText(payback, last)}</span></figcaption>
<svg viewBox="0 0 ${BOX.width} ${BOX.height}" role="img" aria-label="${escaped(summary)}">${ticks
    .map(
      tick =>
        `<line class="grid" x1="${BOX.left}" x2="${right}" y1="${y(tick)}" y2="${y(tick)}"/><text text-anchor="end" x="${BOX.left - 5}" y="${y(tick) + 4}">${escaped(moneyText(tick, currency))}</text>`,
    )
    .join('')}${TICKS.filter(tick => tick <= last)
    .map(tick => `<text text-anchor="middle" x="${x(tick)}" y="${bottom + 16}">D${tick}</text>`)
    .join(
      '',
    )}<polygon class="pale" points="${band.join(' ')}"/><line class="target" x1="${BOX.left}" x2="${right}" y1="${y(cpi)}" y2="${y(cpi)}"/>
<polyline class="data dashed" points="${path(future)}"/><polyline class="data" points="${path(actual)}"/>${points
    .map(({ dsi, ltv, isActual }) => `<circle class="${isActual ? 'dot' : 'hollow'}" cx="${x(dsi)}" cy="${y(ltv)}" r="3"/>`)
    .join(
      '',
    )}${end === undefined ? '' : `<text class="strong" x="${right + 6}" y="${endY + 4}">${escaped(moneyText(end.ltv, currency))}</text>`}<text x="${right + 6}" y="${costY + 4}">CPI ${escaped(moneyText(cpi, currency))}</text></svg></figure>`
}

function niceTicks(most: number): number[] {
  const rough = most / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map(digit => digit * power).find(size => size >= rough) ?? rough
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step)
}

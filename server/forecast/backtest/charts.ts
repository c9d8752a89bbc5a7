import type { Decided } from './decisions.ts'
import type { Backtest } from './gates.ts'
import { type Decision, recalibrated } from '../model/confidence.ts'
import type { Names } from '../model/facts.ts'
import type { Fit, KindFit } from '../model/forecast.ts'
import { escaped } from './html.ts'

const MAX_DOTS = 1500

/** Campaigns at the target DSI; those with the highest spend if there are too many. */
export function predictedAgainstActual(
  cases: readonly Decided[],
  names: Names,
  dsi: number,
): string {
  const shown = cases
    .filter(
      ({ predicted, realized, testCase }) => testCase.future > 0 && predicted > 0 && realized > 0,
    )
    .toSorted((a, b) => b.testCase.spend - a.testCase.spend)
    .slice(0, MAX_DOTS)
  const values = shown.flatMap(({ predicted, realized }) => [predicted, realized])
  const axis = (label: string): Axis => logAxis(label, values, plain)
  const { from, to } = axis('')
  return chart(
    `Predicted against realized ROAS at DSI ${dsi}, by campaign and Sunday`,
    axis('predicted'),
    axis('realized'),
    [
      {
        kind: 'line',
        points: [from, to].map(value => [value, value] as const),
        color: 0,
        dashed: true,
      },
      {
        kind: 'dots',
        color: 1,
        radius: 2,
        points: shown.map(
          ({ predicted, realized, testCase }) =>
            [predicted, realized, names.campaign[testCase.campaign] ?? 'Unknown'] as const,
        ),
      },
    ],
  )
}

/** WAPE of campaigns by cohort age; dashed: the best baseline. */
export function wapeByAge({ scores }: Backtest): string {
  const known = scores.filter(
    ({ level, age, wape }) => level === 'campaign' && age !== null && wape !== null,
  )
  const dsis = [...new Set(known.map(({ dsi }) => dsi))].filter(dsi => dsi >= 14)
  const marks = dsis.flatMap((dsi, index): Mark[] => {
    const ofDsi = known.filter(score => score.dsi === dsi)
    const best = (baselines: Readonly<Record<string, number>>): number =>
      Math.min(...Object.values(baselines))
    return [
      {
        kind: 'line',
        color: (index % 6) + 1,
        name: `DSI ${dsi}`,
        points: ofDsi.map(({ age, wape }) => [age! + 1, wape!] as const),
      },
      {
        kind: 'line',
        color: (index % 6) + 1,
        dashed: true,
        points: ofDsi.map(({ age, baselines }) => [age! + 1, best(baselines)] as const),
      },
    ]
  })
  const x: Axis = {
    label: 'age of the youngest installs, days',
    from: 1,
    to: 100,
    log: true,
    ticks: [3, 8, 15, 31, 61],
    text: days,
  }
  return chart(
    'WAPE of campaigns by age; dashed: the best baseline',
    x,
    shareAxis('WAPE', 0.4),
    marks,
  )
}

export function coverage({ scores }: Backtest): string {
  const known = scores.filter(
    ({ level, age, coverage, dsi }) =>
      level === 'campaign' && age === null && coverage !== null && dsi > 0,
  )
  const x: Axis = {
    label: 'DSI',
    from: 1,
    to: 1200,
    log: true,
    ticks: known.map(({ dsi }) => dsi + 1),
    text: days,
  }
  return chart(
    'Share of campaigns within their 80 % interval; shaded: what passes',
    x,
    shareAxis('share', 1),
    [
      { kind: 'band', from: 0.65, to: 0.95 },
      {
        kind: 'dots',
        color: 1,
        radius: 5,
        points: known.map(({ dsi, coverage }) => [dsi + 1, coverage!] as const),
      },
    ],
  )
}

/** Share of right actions by stated probability, in tenths of decisions. */
export function calibration(decisions: readonly Decision[], { calibration }: Backtest): string {
  const sorted = decisions
    .map(({ probability, right }) => ({
      p: recalibrated(calibration, probability),
      right: right ? 1 : 0,
    }))
    .sort((a, b) => a.p - b.p)
  const points = Array.from({ length: 10 }, (_, bin) =>
    sorted.slice(
      Math.floor((bin * sorted.length) / 10),
      Math.floor(((bin + 1) * sorted.length) / 10),
    ),
  ).flatMap(some => {
    const mean = (of: (decided: (typeof some)[number]) => number): number =>
      some.reduce((sum, decided) => sum + of(decided), 0) / some.length
    return some.length === 0
      ? []
      : [[mean(({ p }) => p), mean(({ right }) => right), `${some.length} decisions`] as const]
  })
  return chart(
    'How likely an action was said to go the right way, and how often it did',
    shareAxis('said', 1),
    shareAxis('came true', 1),
    [
      { kind: 'line', points: [[0, 0] as const, [1, 1] as const], color: 0, dashed: true },
      { kind: 'dots', color: 1, radius: 4, points },
    ],
  )
}

/** Daily growth by age; dashed: the tail. */
export function linkRatios(fit: Fit): string {
  const last = Math.max(2, Math.min(fit.limit, fit.reach))
  const marks = fit.kinds.flatMap((kind, index): Mark[] => {
    const points = growths(kind, last)
    return [
      {
        kind: 'dots',
        color: index + 1,
        radius: 1.5,
        points: points.filter(([n]) => n - 1 <= kind.lastAge),
      },
      {
        kind: 'line',
        color: index + 1,
        dashed: true,
        name: `${kind.kind} tail`,
        points: points.filter(([n]) => n - 1 >= kind.lastAge),
      },
    ]
  })
  const x: Axis = {
    label: 'age, days',
    from: 1,
    to: last + 2,
    log: true,
    ticks: [2, 4, 8, 31, 91, 366],
    text: days,
  }
  const all = marks.flatMap(mark => (mark.kind === 'band' ? [] : mark.points.map(([, y]) => y)))
  return chart(
    'Growth of cumulative revenue from one day of age to the next',
    x,
    logAxis('growth', all, value => `${plain(value * 100)} %`),
    marks,
  )
}

function growths({ curve }: KindFit, last: number): (readonly [number, number])[] {
  const points: (readonly [number, number])[] = []
  for (let n = 1; n <= last; n++) {
    const growth = curve[n - 1]! > 0 ? curve[n]! / curve[n - 1]! - 1 : 0
    if (growth > 0) points.push([n + 1, growth])
  }
  return points
}

function shareAxis(label: string, to: number): Axis {
  return {
    label,
    from: 0,
    to,
    ticks: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
    text: percent,
  }
}

/** Ticks at 1, 2 and 5 of every decade. */
function logAxis(label: string, values: readonly number[], text: (value: number) => string): Axis {
  const least = values.reduce((a, b) => Math.min(a, b), Infinity)
  const most = values.reduce((a, b) => Math.max(a, b), 0)
  const [from, to] = most > 0 ? [least / 1.05, most * 1.05] : [0.1, 1]
  const ticks: number[] = []
  const decades = Math.log10(to / from)
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power++) {
    for (const digit of decades > 2 ? [1] : [1, 2, 5]) ticks.push(digit * 10 ** power)
  }
  return { label, from, to, log: true, ticks, text }
}

function percent(value: number): string {
  return `${Math.round(value * 100)} %`
}

function plain(value: number): string {
  return String(Number(value.toPrecision(2)))
}

/** Plotted at value + 1, so that 0 has a logarithm. */
function days(value: number): string {
  return String(value - 1)
}

export interface Axis {
  label: string
  from: number
  to: number
  log?: boolean
  ticks: readonly number[]
  text: (value: number) => string
}

export type Mark =
  | {
      kind: 'line'
      points: readonly (readonly [number, number])[]
      color: number
      dashed?: boolean
      name?: string
    }
  | {
      kind: 'dots'
      points: readonly (readonly [number, number, string?])[]
      color: number
      radius?: number
    }
  | { kind: 'band'; from: number; to: number }

const [WIDTH, HEIGHT] = [640, 360]
const EDGE = { left: 64, right: 120, top: 12, bottom: 44 }

/** Omits marks outside the axes. */
function chart(title: string, x: Axis, y: Axis, marks: readonly Mark[]): string {
  const across = scale(x, EDGE.left, WIDTH - EDGE.right)
  const up = scale(y, HEIGHT - EDGE.bottom, EDGE.top)
  const isInside = ([a, b]: readonly [number, number, string?]): boolean =>
    isWithin(x, a) && isWithin(y, b)
  const drawn = marks.map(mark => {
    if (mark.kind === 'band') {
      const [top, bottom] = [up(mark.to), up(mark.from)]
      return `<rect class="band" x="${EDGE.left}" y="${top}" width="${WIDTH - EDGE.left - EDGE.right}" height="${figure(bottom - top)}"/>`
    }
    const points = mark.points.filter(isInside)
    if (mark.kind === 'dots') {
      return points
        .map(([a, b, name]) => {
          const about = name === undefined ? '' : `<title>${escaped(name)}</title>`
          return `<circle class="c${mark.color}" cx="${across(a)}" cy="${up(b)}" r="${mark.radius ?? 3}">${about}</circle>`
        })
        .join('')
    }
    if (points.length === 0) return ''
    const [lastX, lastY] = points.at(-1)!
    const name =
      mark.name === undefined
        ? ''
        : `<text class="c${mark.color}" x="${across(lastX) + 6}" y="${up(lastY) + 4}">${escaped(mark.name)}</text>`
    const way = points.map(([a, b]) => `${across(a)},${up(b)}`).join(' ')
    return `<polyline class="c${mark.color}${mark.dashed ? ' dashed' : ''}" points="${way}"/>${name}`
  })
  return (
    `<figure><figcaption>${escaped(title)}</figcaption><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">` +
    `${axes(x, y, across, up)}${drawn.join('')}</svg></figure>`
  )
}

function axes(
  x: Axis,
  y: Axis,
  across: (value: number) => number,
  up: (value: number) => number,
): string {
  const [bottom, right] = [HEIGHT - EDGE.bottom, WIDTH - EDGE.right]
  return [
    ...x.ticks
      .filter(tick => isWithin(x, tick))
      .map(
        tick =>
          `<text class="tick" text-anchor="middle" x="${across(tick)}" y="${bottom + 16}">${escaped(x.text(tick))}</text>`,
      ),
    ...y.ticks
      .filter(tick => isWithin(y, tick))
      .map(
        tick =>
          `<line class="grid" x1="${EDGE.left}" x2="${right}" y1="${up(tick)}" y2="${up(tick)}"/>` +
          `<text class="tick" text-anchor="end" x="${EDGE.left - 6}" y="${up(tick) + 4}">${escaped(y.text(tick))}</text>`,
      ),
    `<text class="label" text-anchor="middle" x="${(EDGE.left + right) / 2}" y="${HEIGHT - 6}">${escaped(x.label)}</text>`,
    `<text class="label" text-anchor="middle" transform="translate(14 ${(EDGE.top + bottom) / 2}) rotate(-90)">${escaped(y.label)}</text>`,
  ].join('')
}

function isWithin({ from, to }: Axis, value: number): boolean {
  return value >= from && value <= to
}

function scale({ from, to, log }: Axis, start: number, end: number): (value: number) => number {
  const scaled = (value: number): number =>
    log ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from)
  return value => figure(start + scaled(value) * (end - start))
}

function figure(value: number): number {
  return Math.round(value * 10) / 10
}

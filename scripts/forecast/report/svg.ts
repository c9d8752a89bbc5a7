/** One axis of a chart. */
export interface Axis {
  label: string
  /** Of the values shown; above 0 where it is logarithmic. */
  from: number
  to: number
  log?: boolean
  ticks: readonly number[]
  text: (value: number) => string
}

/** What a chart draws, in the values of its axes. */
export type Mark =
  | { kind: 'line'; points: readonly (readonly [number, number])[]; colour: number; dashed?: boolean; name?: string }
  | { kind: 'dots'; points: readonly (readonly [number, number, string?])[]; colour: number; radius?: number }
  | { kind: 'band'; from: number; to: number }

const [WIDTH, HEIGHT] = [640, 360]
const EDGE = { left: 64, right: 120, top: 12, bottom: 44 }

/** Text as it may stand in an element or an attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

/** A chart as inline SVG. Whatever lies outside of the axes is left out. */
export function chart(title: string, x: Axis, y: Axis, marks: readonly Mark[]): string {
  const across = scale(x, EDGE.left, WIDTH - EDGE.right)
  const up = scale(y, HEIGHT - EDGE.bottom, EDGE.top)
  const isInside = ([a, b]: readonly [number, number, string?]): boolean => isWithin(x, a) && isWithin(y, b)
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
          return `<circle class="c${mark.colour}" cx="${across(a)}" cy="${up(b)}" r="${mark.radius ?? 3}">${about}</circle>`
        })
        .join('')
    }
    if (points.length === 0) return ''
    const [lastX, lastY] = points.at(-1)!
    const name =
      mark.name === undefined
        ? ''
        : `<text class="c${mark.colour}" x="${across(lastX) + 6}" y="${up(lastY) + 4}">${escaped(mark.name)}</text>`
    const way = points.map(([a, b]) => `${across(a)},${up(b)}`).join(' ')
    return `<polyline class="c${mark.colour}${mark.dashed ? ' dashed' : ''}" points="${way}"/>${name}`
  })
  return (
    `<figure><figcaption>${escaped(title)}</figcaption><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">` +
    `${axes(x, y, across, up)}${drawn.join('')}</svg></figure>`
  )
}

function axes(x: Axis, y: Axis, across: (value: number) => number, up: (value: number) => number): string {
  const [bottom, right] = [HEIGHT - EDGE.bottom, WIDTH - EDGE.right]
  return [
    ...x.ticks
      .filter(tick => isWithin(x, tick))
      .map(tick => `<text class="tick" text-anchor="middle" x="${across(tick)}" y="${bottom + 16}">${escaped(x.text(tick))}</text>`),
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
  const place = (value: number): number => (log ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from))
  return value => figure(start + place(value) * (end - start))
}

/** Tenths are fine enough for a place on a screen. */
function figure(value: number): number {
  return Math.round(value * 10) / 10
}

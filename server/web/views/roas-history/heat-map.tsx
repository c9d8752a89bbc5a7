import { useMemo, useRef, useState } from 'preact/hooks'
import { divergingColor, spreadAround } from '../../parts/charts/heat.ts'
import { nearestOf } from '../../parts/charts/trend-shape.ts'
import { EventList, eventsByPeriod, eventsOf, type LetteredEvent } from '../../parts/events.tsx'
import { NOTHING, type Format } from '../../parts/use-format.ts'
import { agesOf, type Cohort, type Known, knownAt } from './cohorts.ts'
import { quantile } from '../../../core/formulas/interval.ts'

interface HeatMapProps {
  cohorts: readonly Cohort[]
  dsi: number
  target: number | null
  named: boolean
  events: readonly LetteredEvent[]
  format: Format
}

/** Maximum cells with a printed value. */
const WRITTEN = 700
/** Maximum ages at which decimals fit. */
const WIDE = 18
const HEAD = 20
/** Color steps per side; each is one path, whatever the number of cells. */
const STEPS = 6

/** All estimates by cohort and age, colored by distance to the target. */
export function HeatMap({ cohorts, dsi, target, named, events, format }: HeatMapProps) {
  const ages = useMemo(() => agesOf(cohorts), [cohorts])
  const values = useMemo(
    () =>
      cohorts.flatMap(({ estimates }) => estimates.map(({ value }) => value)).sort((a, b) => a - b),
    [cohorts],
  )
  const center = target ?? (values.length > 0 ? quantile(values, 0.5) : 0)
  const written = values.length <= WRITTEN
  const decimals = ages.length <= WIDE
  const [cellWidth, cellHeight] = written
    ? [decimals ? 48 : (values.at(-1) ?? 0) >= 0.995 ? 38 : 32, 24]
    : [14, 18]
  const width = ages.length * cellWidth
  const height = HEAD + cohorts.length * cellHeight
  const spread = spreadAround(values, center)
  const columns = useMemo(() => new Map(ages.map((age, index) => [age, index])), [ages])
  const known = useMemo(() => cohorts.map(cohort => knownAt(cohort, ages)), [cohorts, ages])
  const shades = useMemo(() => {
    const paths = new Map<number, string>()
    known.forEach((cells, row) => {
      cells.forEach((estimate, column) => {
        if (estimate === null) return
        const step = stepOf(estimate.value, center, spread)
        const cell = `M${column * cellWidth + 1},${HEAD + row * cellHeight + 1}h${cellWidth - 2}v${cellHeight - 2}h${2 - cellWidth}z`
        paths.set(step, (paths.get(step) ?? '') + cell)
      })
    })
    return [...paths].sort(([a], [b]) => a - b)
  }, [known, center, spread, cellWidth])
  const letters = useMemo(() => lettersOf(cohorts, events), [cohorts, events])
  const [cell, setCell] = useState<{ row: number; column: number } | null>(null)
  const scroller = useRef<HTMLDivElement>(null)

  function keyed(event: KeyboardEvent): void {
    const moves: Record<string, [rows: number, columns: number]> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    }
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    const from = cell ?? { row: move[0] > 0 ? -1 : 0, column: move[1] > 0 ? -1 : 0 }
    const next = {
      row: Math.max(0, Math.min(cohorts.length - 1, from.row + move[0])),
      column: Math.max(0, Math.min(ages.length - 1, from.column + move[1])),
    }
    setCell(next)
    reveal(next.column * cellWidth, HEAD + next.row * cellHeight)
  }
  /** Scrolls a cell into view, within the map only. */
  function reveal(x: number, y: number): void {
    const box = scroller.current
    if (box === null) return
    const names = box.scrollWidth - width
    if (x < box.scrollLeft) box.scrollLeft = x
    if (x + cellWidth + names > box.scrollLeft + box.clientWidth)
      box.scrollLeft = x + cellWidth + names - box.clientWidth
    if (y < box.scrollTop + HEAD) box.scrollTop = y - HEAD
    if (y + cellHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = y + cellHeight - box.clientHeight
  }
  function pointed(event: PointerEvent): void {
    const box = (event.currentTarget as Element).getBoundingClientRect()
    const row = Math.floor((event.clientY - box.top - HEAD) / cellHeight)
    const column = nearestOf(
      ages.map((_, index) => (index + 0.5) * cellWidth),
      event.clientX - box.left,
    )
    if (row >= 0 && row < cohorts.length) setCell({ row, column })
  }
  const at =
    cell === null || cohorts[cell.row] === undefined || ages[cell.column] === undefined
      ? null
      : cell
  return (
    <section class="heat" aria-labelledby="heat">
      <h2 id="heat">Estimates by cohort and age</h2>
      <Ramp center={center} spread={spread} isTarget={target !== null} format={format} />
      <p class="s heat-told" role="status">
        {at === null
          ? `Hover over a cell or use the arrow keys.${written ? ' Empty cells repeat the previous estimate.' : ''}`
          : wordsOf(
              cohorts[at.row]!,
              ages[at.column]!,
              known[at.row]![at.column]!,
              target,
              named,
              format,
            )}
      </p>
      <div
        class="scroll heat-map"
        ref={scroller}
        role="application"
        aria-label={`Heat map of ROAS at D${dsi}: ${cohorts.length} cohorts by ${ages.length} ages. Use the arrow keys to move between cells.`}
        tabIndex={0}
        onKeyDown={keyed}
      >
        <div class="heat-names" style={{ paddingTop: `${HEAD}px` }} aria-hidden="true">
          {cohorts.map(({ key, cohort, campaign }) => (
            <div key={key} style={{ height: `${cellHeight}px` }} title={campaign}>
              {format.day(cohort)}
              {letters.has(key) && <span class="b"> ▲ {letters.get(key)!.join(' ')}</span>}
              {named && <span class="m"> {campaign}</span>}
            </div>
          ))}
        </div>
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={`ROAS from ${format.roas(values[0])} to ${format.roas(values.at(-1))}, around ${format.roas(center)}`}
          onPointerMove={pointed}
          onPointerDown={pointed}
        >
          {ages.map((age, index) =>
            written || index % 3 === 0 ? (
              <text key={age} x={(index + 0.5) * cellWidth} y={14} text-anchor="middle">
                {age}
              </text>
            ) : null,
          )}
          {shades.map(([step, path]) => (
            <path key={step} data-step={step} style={{ fill: fillOf(step) }} d={path} />
          ))}
          {written &&
            cohorts.map(({ key, estimates }, row) => (
              <g key={key}>
                {estimates.map(({ age, value }) => (
                  <text
                    key={age}
                    class="heat-value"
                    x={(columns.get(age)! + 0.5) * cellWidth}
                    y={HEAD + (row + 0.5) * cellHeight}
                    dy="0.34em"
                    text-anchor="middle"
                  >
                    {(decimals ? format.roas : format.share)(value)}
                  </text>
                ))}
              </g>
            ))}
          {at !== null && (
            <rect
              class="heat-at"
              x={at.column * cellWidth + 1}
              y={HEAD + at.row * cellHeight + 1}
              width={cellWidth - 2}
              height={cellHeight - 2}
            />
          )}
        </svg>
      </div>
      <EventList events={events} format={format} />
    </section>
  )
}

/** Letters of the events that begin in a cohort's period and concern it. */
function lettersOf(
  cohorts: readonly Cohort[],
  events: readonly LetteredEvent[],
): Map<string, string[]> {
  const periods = [...new Set(cohorts.map(({ cohort }) => cohort))].sort()
  return new Map(
    cohorts.flatMap(({ key, cohort, identity }) => {
      const letters = eventsByPeriod(eventsOf(events, identity), periods).get(
        periods.indexOf(cohort),
      )
      return letters === undefined ? [] : [[key, letters] as const]
    }),
  )
}

/** Cells near the center are gray, not empty. */
function fillOf(step: number): string {
  return step === 0 ? 'var(--line)' : divergingColor(step / STEPS)
}

/** Color step of a value: 0 near the center, negative below. */
function stepOf(value: number, center: number, spread: number): number {
  if (center <= 0) return 0
  return Math.max(-STEPS, Math.min(STEPS, Math.round(((value / center - 1) / spread) * STEPS)))
}

function wordsOf(
  { cohort, campaign }: Cohort,
  age: number,
  known: Known | null,
  target: number | null,
  named: boolean,
  format: Format,
): string {
  const who = `${format.day(cohort)}${named ? `, ${campaign}` : ''}, age ${age}`
  if (known === null) return `${who}: ${NOTHING}`
  const since = known.age === age ? '' : `, estimated at age ${known.age}`
  return `${who}: ${format.roas(known.value)}${since}${target === null ? '' : `, ${format.signedShare(known.value / target - 1)} to the target`}`
}

function Ramp({
  center,
  spread,
  isTarget,
  format,
}: {
  center: number
  spread: number
  isTarget: boolean
  format: Format
}) {
  const steps = Array.from({ length: 2 * STEPS + 1 }, (_, index) => index - STEPS)
  return (
    <p class="row m s">
      <span>{format.signedShare(-spread)}</span>
      <svg width={steps.length * 10} height="12" aria-hidden="true">
        {steps.map((step, index) => (
          <rect key={step} x={index * 10} width="10" height="12" style={{ fill: fillOf(step) }} />
        ))}
      </svg>
      <span>{format.signedShare(spread)}</span>
      <span>
        around the {isTarget ? 'target' : 'median'}, {format.roas(center)}
      </span>
    </p>
  )
}

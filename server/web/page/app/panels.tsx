import { useCallback, useMemo, useRef, useState } from 'preact/hooks'
import type { Event } from '../../../../generated/client/models.ts'
import type { ChartMark } from '../../parts/charts/line-chart.tsx'
import { TrendKey } from '../../parts/charts/trend-key.tsx'
import { isCut, type TrendPoint, type TrendScale } from '../../parts/charts/trend-shape.ts'
import { TrendTable } from '../../parts/charts/trend-table.tsx'
import { Trend } from '../../parts/charts/trend.tsx'
import { EventList, type Lettered, marksOf } from '../../parts/events.tsx'
import { memo } from '../../parts/memo.tsx'
import type { AppScreen } from '../screen.ts'
import { followedBy, useNavigation } from '../use-screen.ts'
import { intervalBy } from '../data/intervals.ts'
import { targetOf } from '../../parts/campaigns/call.ts'
import { type Measure, measureOf } from './measures.ts'
import { scalesOf } from './panel-scale.ts'
import { daysOf, periodOf } from './range.ts'
import type { Period } from './read-facts.ts'
import { type App, type Call, type Group, groupNameOf } from './use-app.ts'

interface PanelsProps {
  screen: AppScreen
  app: App
  measure: Measure
  groups: readonly Group[]
  periods: readonly Period[] | undefined
  calls: readonly Call[]
  events: readonly Lettered<Event>[]
  of: string
}

/** Number of panels shown at first, the largest. */
const FIRST = 12

/** The measure over time, a panel per group; a click selects the group, a drag the install dates. */
export function Panels({ screen, app, measure, groups, periods, calls, events, of }: PanelsProps) {
  const { go, href, isStill = false } = useNavigation()
  const [isAll, setAll] = useState(false)
  const { window, range, context } = app
  const { format } = context
  const spend = measureOf('spend', context)
  const starts = useMemo(() => [...new Set(periods?.map(({ start }) => start))].sort(), [periods])
  const points = useMemo(() => {
    const byGroup = new Map<string, Map<string, Period>>()
    for (const period of periods ?? []) {
      const those = byGroup.get(period.group) ?? new Map<string, Period>()
      byGroup.set(period.group, those.set(period.start, period))
    }
    return groups.map(({ name }) =>
      starts.map(start => pointOf(byGroup.get(name)?.get(start), start, app, measure)),
    )
  }, [periods, groups, starts, measure])
  const targets = useMemo(
    () =>
      groups.map(({ name }) =>
        measure.metric === 'roas'
          ? targetOf(calls.filter(call => groupNameOf(screen.groupBy, call) === name))
          : null,
      ),
    [groups, measure, calls],
  )
  // A group's own events; events beyond the group are only above the panels.
  const marks = useMemo(
    () =>
      groups.map(({ name }) =>
        marksOf(
          events.filter(event => event[screen.groupBy] === name),
          starts,
        ),
      ),
    [groups, events, starts],
  )
  const lines = useMemo(
    () =>
      groups.map((group, index) => ({
        group,
        name: group.label,
        points: points[index]!,
        target: targets[index]!,
      })),
    [points, targets],
  )
  const scales = useMemo(() => scalesOf(lines, measure.adds), [lines, measure])
  const isAnyCut = lines.some(({ points }, index) =>
    points.some(({ value }) => isCut(value, scales[index]!.scale)),
  )
  const isEmpty = (points: readonly TrendPoint[]) =>
    periods !== undefined &&
    points.every(({ value }) => value === null || (measure.adds && value === 0))
  const drawn = lines
    .map(({ group, points, target }, index) => ({
      ...group,
      points,
      target,
      ...scales[index]!,
      marks: marks[index]!,
    }))
    .filter(({ points }) => !isEmpty(points))
  const empty = lines.filter(({ points }) => isEmpty(points)).map(({ group }) => group)
  const chosen = drawn.findIndex(({ name }) => name === screen.panel)
  const count = isAll || chosen >= FIRST ? drawn.length : Math.min(FIRST, drawn.length)
  const others = drawn.slice(count)
  const selected = useMemo(() => selectedOf(starts, app), [starts, app.range.from, app.range.to])
  const has = (of: (point: TrendPoint) => boolean) => lines.some(({ points }) => points.some(of))
  const latest = useRef({ brush, choose })
  latest.current = { brush, choose }
  // Stable functions: charts are redrawn only if their own data change.
  const onBrush = useCallback(
    (first: number, last: number) => latest.current.brush(first, last),
    [],
  )
  const onChoose = useCallback((name: string) => latest.current.choose(name), [])
  return (
    <section aria-labelledby="h-panels" id="panels">
      <div class="hd">
        <h2 id="h-panels">
          {measure.label} by {of.toLowerCase()}
        </h2>
        <span class="m s">
          {starts.length} install{' '}
          {window.grain === 'day'
            ? 'days'
            : window.grain === 'week'
              ? `weeks up to ${format.day(range.to)}`
              : 'calendar weeks'}
          {selected !== null && `; shaded: ${format.range(range.from, range.to)}`}.
          {!isStill && ' Drag to choose dates.'}
          {measure.adds
            ? ' Each panel has its own scale, from 0.'
            : scales.some(({ isOwn }) => isOwn) && ' ↕: own scale.'}
          {isAnyCut && ' ▲: above the scale.'}
        </span>
      </div>
      <TrendKey
        entries={[
          'actual',
          has(({ actualShare }) => actualShare < 1) && 'forecast',
          has(({ low }) => typeof low === 'number') && 'interval',
          has(({ actualShare }) => actualShare > 0 && actualShare < 1) && 'partly',
          has(({ note }) => note !== undefined) && 'part',
          lines.some(({ target }) => target !== null) && 'target',
          marks.some(own => own.length > 0) && 'event',
        ]}
      />
      <EventList events={events} format={format} />
      <div class="pan">
        {drawn.slice(0, count).map(({ name, label, pair, isOwn, ...trend }) => {
          const to = { ...screen, panel: name === screen.panel ? null : name, open: null }
          const displayed = measure.adds ? measure : spend
          const [now, before] = [
            displayed.of(pair.now),
            pair.before === null ? null : displayed.of(pair.before),
          ]
          return (
            <article
              key={name}
              class={`p card${name === screen.panel ? ' on' : ''}`}
              data-arrows
              data-panel={name}
            >
              <div class="ends t">
                <a
                  class="cover clamp"
                  dir="auto"
                  href={href(to)}
                  onClick={followedBy(() => choose(name))}
                  aria-current={name === screen.panel ? 'true' : undefined}
                >
                  {label}
                </a>
                <span class="m s nw">
                  {!measure.adds && isOwn && <span title="On a scale of its own">↕ </span>}
                  <span data-amount>{displayed.write(now)}</span> {displayed.change(now, before)}
                </span>
              </div>
              {periods === undefined ? (
                <div class="sk ch-sk" />
              ) : (
                <PanelTrend
                  {...{ name, measure, selected, onBrush, onChoose }}
                  label={`${label}, ${measure.label}`}
                  {...trend}
                />
              )}
            </article>
          )
        })}
      </div>
      {others.length > 0 && (
        <p class="rest">
          {isStill ? (
            `${others.length} more with`
          ) : (
            <button class="btn" onClick={() => setAll(true)}>
              Show {others.length} more
            </button>
          )}{' '}
          <span class="m s" data-rest>
            {format.money(others.reduce((sum, { pair }) => sum + pair.now.spend, 0))} of spend
          </span>
        </p>
      )}
      {empty.length > 0 && (
        <p class="m s empty-panels">
          No {measure.label} in these {window.grain === 'day' ? 'days' : 'weeks'}:{' '}
          {empty.map(({ name, label }, index) => (
            <>
              {index > 0 && ', '}
              <a
                class="lnk"
                href={href({ ...screen, panel: name, open: null })}
                onClick={followedBy(() => choose(name))}
              >
                <bdi>{label}</bdi>
              </a>
            </>
          ))}
        </p>
      )}
      {periods !== undefined && <Values of={of} rows={lines} write={measure.write} />}
    </section>
  )

  function brush(first: number, last: number): void {
    const [from, to] = [periodOf(starts[first]!, window).from, periodOf(starts[last]!, window).to]
    go({ ...screen, from, to, open: null })
  }

  function choose(name: string): void {
    const panel = name === screen.panel ? null : name
    go({ ...screen, panel, open: null })
    if (panel !== null)
      requestAnimationFrame(() =>
        document.getElementById('campaigns')?.scrollIntoView({ block: 'nearest' }),
      )
  }
}

interface PanelTrendProps {
  name: string
  label: string
  points: readonly TrendPoint[]
  scale: TrendScale
  measure: Measure
  selected: readonly [number, number] | null
  target: number | null
  marks: readonly ChartMark[]
  onBrush: (first: number, last: number) => void
  onChoose: (name: string) => void
}

const PanelTrend = memo(function PanelTrend({ name, measure, onChoose, ...rest }: PanelTrendProps) {
  return (
    <Trend
      {...rest}
      write={measure.write}
      writeTick={measure.writeTick}
      onClick={() => onChoose(name)}
      focusable={false}
    />
  )
})

const Values = memo(TrendTable)

function pointOf(
  period: Period | undefined,
  start: string,
  { context, window, overview }: App,
  measure: Measure,
): TrendPoint {
  const label = context.format.day(start)
  // A group without a row had no spend and revenue then.
  if (period === undefined) return { label, value: measure.adds ? 0 : null, actualShare: 1 }
  const [days, daysPerPoint] = [daysOf(periodOf(start, window)), window.grain === 'day' ? 1 : 7]
  const value = measure.of(period.sums)
  const actualShare =
    measure.isForecast && period.knownDays > 0 ? period.actualDays / period.knownDays : 1
  const [low, high] =
    measure.metric === 'roas' ? intervalBy(overview, value, actualShare) : [null, null]
  return {
    label,
    value,
    actualShare,
    low,
    high,
    ...(days < daysPerPoint && { note: `${days} of ${daysPerPoint} days` }),
  }
}

/** First and last period with days of the range; null if all have some. */
function selectedOf(starts: readonly string[], { range, window }: App): [number, number] | null {
  const inside = starts.flatMap((start, index) => {
    const { from, to } = periodOf(start, window)
    return to >= range.from && from <= range.to ? [index] : []
  })
  const [first, last] = [inside[0], inside.at(-1)]
  return first === undefined || last === undefined || inside.length === starts.length
    ? null
    : [first, last]
}

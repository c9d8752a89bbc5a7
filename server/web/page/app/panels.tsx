import { useCallback, useMemo, useRef } from 'preact/hooks'
import type { Event } from '../../../../generated/client/models.ts'
import { axisUnit } from '../../../core/words/metrics.ts'
import { targetOf } from '../../parts/campaigns/call.ts'
import type { PanelLink } from '../../parts/charts/panel-grid.tsx'
import { TrendGrid, type TrendPanel } from '../../parts/charts/trend-grid.tsx'
import type { TrendPoint } from '../../parts/charts/trend-shape.ts'
import { EventList, type Lettered, marksOf } from '../../parts/events.tsx'
import { intervalBy } from '../data/intervals.ts'
import type { AppScreen } from '../screen.ts'
import { followedBy, useNavigation } from '../use-screen.ts'
import { type Measure, measureOf } from './measures.ts'
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

/** The measure over time, a panel per group; a click selects the group, a drag the install dates. */
export function Panels({ screen, app, measure, groups, periods, calls, events, of }: PanelsProps) {
  const { go, href, isStill = false } = useNavigation()
  const { window, range, context } = app
  const { format } = context
  const { groupBy } = screen
  const starts = useMemo(() => [...new Set(periods?.map(({ start }) => start))].sort(), [periods])
  const panels = useMemo(() => {
    const known = new Map(periods?.map(period => [`${period.start} ${period.group}`, period]))
    const displayed = measure.adds ? measure : measureOf('spend', context)
    return groups.map(({ name, label, pair: { now, before } }): TrendPanel => ({
      name,
      label,
      spend: now.spend,
      aside: (
        <>
          <span data-amount>{displayed.write(displayed.of(now))}</span>{' '}
          {displayed.change(displayed.of(now), before === null ? null : displayed.of(before))}
        </>
      ),
      lines: [
        {
          name: measure.label,
          points: starts.map(start => pointOf(known.get(`${start} ${name}`), start, app, measure)),
        },
      ],
      target:
        measure.metric === 'roas'
          ? targetOf(calls.filter(call => groupNameOf(groupBy, call) === name))
          : null,
      // Events beyond the group are only above the panels.
      marks: marksOf(
        events.filter(event => event[groupBy] === name),
        starts,
      ),
    }))
  }, [periods, groups, starts, measure, calls, events])
  const selected = useMemo(() => selectedOf(starts, app), [starts, app.range.from, app.range.to])
  const latest = useRef(brush)
  latest.current = brush
  const onBrush = useCallback((first: number, last: number) => latest.current(first, last), [])
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
        </span>
      </div>
      {periods === undefined ? (
        <div class="card sk sk-card" />
      ) : (
        <TrendGrid
          {...{ of, panels, selected, onBrush, linkOf, isStill, format }}
          label={measure.label}
          isAmount={measure.adds}
          write={measure.write}
          writeTick={measure.writeTick}
          unit={axisUnit(measure.metric)}
          chosen={screen.panel}
        >
          <EventList events={events} format={format} />
        </TrendGrid>
      )}
    </section>
  )

  function brush(first: number, last: number): void {
    const [from, to] = [periodOf(starts[first]!, window).from, periodOf(starts[last]!, window).to]
    go({ ...screen, from, to, open: null })
  }

  function linkOf(name: string): PanelLink {
    const panel = name === screen.panel ? null : name
    const to = { ...screen, panel, open: null }
    return {
      href: href(to),
      onClick: followedBy(() => {
        go(to)
        if (panel !== null)
          requestAnimationFrame(() =>
            document.getElementById('campaigns')?.scrollIntoView({ block: 'nearest' }),
          )
      }),
    }
  }
}

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

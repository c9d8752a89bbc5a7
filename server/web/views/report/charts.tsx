import { useMemo, useState } from 'preact/hooks'
import { EventList, eventsOf, type LetteredEvent } from '../../parts/events.tsx'
import { type KeyEntry, TrendKey } from '../../parts/charts/trend-key.tsx'
import type { Format } from '../../parts/use-format.ts'
import type { Targets } from '../../parts/use-targets.ts'
import { useWidth } from '../../parts/use-width.ts'
import { isAmount } from '../../../core/formulas/sums.ts'
import type { Series } from './metric-columns.ts'
import { numberOf } from '../../parts/read-result.ts'
import { actualShare, isPart, type Group, type Grouped } from './groups.ts'
import { GroupBars } from './group-bars.tsx'
import { GroupChart } from './group-chart.tsx'

interface ChartsProps {
  grouped: Grouped
  series: Series
  grouping: string
  format: Format
  /** Target of the series, if any. */
  targets: { targets: Targets; dsi: number } | null
  events: readonly LetteredEvent[]
}

const FIRST = 12

/** Small charts per group on one scale, highest spend first. */
export function Charts({
  grouped: { groups: all, cohorts },
  series,
  grouping,
  format,
  targets,
  events,
}: ChartsProps) {
  const [ref, width] = useWidth()
  const [most, setMost] = useState(FIRST)
  const groups = useMemo(() => all.filter(group => hasValues(group, series)), [all, series])
  const visible = groups.slice(0, most)
  const bars = grouping === 'TOTAL' || cohorts.length < 2
  const single = visible.length === 1
  const across = single
    ? 1
    : Math.max(1, Math.min(bars ? 3 : 4, visible.length, Math.floor(width / 270)))
  const targetOf = (group: Group) => {
    const value = targets?.targets.of(group.identity) ?? null
    return value === null || targets === null ? null : { value, dsi: targets.dsi }
  }
  const greatest = useMemo(
    () => greatestOf(visible, series, group => targetOf(group)?.value ?? 0),
    [groups, most, series, targets],
  )
  // Amounts of large groups would flatten those of small ones; ratios are comparable.
  const hasOwnScales = !bars && isAmount(series.metric) && visible.length > 1
  const scaleOf = (group: Group) => (hasOwnScales ? greatestOf([group], series, () => 0) : greatest)
  const kinds = useMemo(() => kindsOf(visible, series, grouping), [groups, most, series, grouping])
  const writeCohort = (cohort: string) =>
    grouping === 'MONTHLY' ? format.month(cohort) : format.day(cohort)

  return (
    <section class="charts" aria-labelledby="charts" ref={ref}>
      <h2 id="charts">
        {series.label} {bars ? 'in total' : 'by install cohort'}
      </h2>
      <TrendKey entries={entriesOf()} />
      {hasOwnScales && <p class="m">Each panel has its own scale.</p>}
      <div class="multiples" style={{ gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))` }}>
        {visible.map(group => (
          <div class="multiple" key={group.key} data-group={group.name}>
            {group.name !== '' && (
              <h3 title={group.name}>
                <bdi class="clamp">{group.name}</bdi>{' '}
                {group.spend > 0 && <span class="m">{format.shortMoney(group.spend)}</span>}
              </h3>
            )}
            {bars ? (
              <GroupBars
                {...{ group, cohorts, series, format, greatest }}
                target={targetOf(group)}
              />
            ) : (
              <GroupChart
                {...{ group, cohorts, series, grouping, format, writeCohort }}
                greatest={scaleOf(group)}
                height={single ? 280 : 150}
                target={targetOf(group)?.value ?? null}
                events={eventsOf(events, group.identity)}
              />
            )}
          </div>
        ))}
      </div>
      {!bars && <EventList events={events} format={format} />}
      {groups.length > visible.length && (
        <button onClick={() => setMost(most + 2 * FIRST)}>
          Show more ({format.count(visible.length)} of {format.count(groups.length)})
        </button>
      )}
      {groups.length < all.length && (
        <p class="m">
          {format.count(all.length - groups.length)} without values of {series.label} left out.
        </p>
      )}
    </section>
  )

  function entriesOf(): (KeyEntry | false)[] {
    const isOne = !bars && series.columns.length === 1
    const lines = series.columns.map(
      ({ dsi }, index): KeyEntry | false =>
        dsi !== undefined && { mark: 'line', words: `D${dsi}`, series: index % 5 },
    )
    return [
      ...(isOne ? [] : lines),
      !bars && kinds.actual && 'actual',
      kinds.forecast && (bars ? { mark: 'bar', words: 'with forecast: dashed edge' } : 'forecast'),
      isOne && kinds.partly && 'partly',
      !bars &&
        kinds.part && {
          mark: 'part',
          words: grouping === 'WEEKLY' ? 'part of a week' : 'part of a month',
        },
      targets !== null &&
        (isOne ? 'target' : { mark: 'target', words: `target at D${targets.dsi}` }),
      !bars && events.length > 0 && 'event',
    ]
  }
}

function hasValues({ rows }: Group, { columns }: Series): boolean {
  return [...rows.values()].some(row => columns.some(({ name }) => numberOf(row[name]) !== null))
}

function greatestOf(
  groups: readonly Group[],
  { columns }: Series,
  targetOf: (group: Group) => number,
): number {
  let greatest = 0
  for (const group of groups) {
    greatest = Math.max(greatest, targetOf(group))
    for (const row of group.rows.values()) {
      for (const { name } of columns) greatest = Math.max(greatest, numberOf(row[name]) ?? 0)
    }
  }
  return greatest
}

/** Kinds of lines and marks in use, for the legend. */
function kindsOf(groups: readonly Group[], { columns }: Series, grouping: string) {
  const rows = groups.flatMap(group => [...group.rows.values()])
  const shares = rows.flatMap(row => columns.map(column => actualShare(row, column)))
  return {
    actual: shares.some(share => share >= 1),
    forecast: shares.some(share => share < 1),
    partly: shares.some(share => share > 0 && share < 1),
    part: rows.some(row => isPart(row, grouping)),
  }
}

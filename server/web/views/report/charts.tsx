import { useMemo } from 'preact/hooks'
import { isAmount } from '../../../core/formulas/sums.ts'
import { axisUnit, writeMetric, writeTick } from '../../../core/words/metrics.ts'
import { PanelGrid } from '../../parts/charts/panel-grid.tsx'
import { TrendGrid, type TrendPanel } from '../../parts/charts/trend-grid.tsx'
import { TrendKey } from '../../parts/charts/trend-key.tsx'
import { EventList, eventsOf, type LetteredEvent, marksOf } from '../../parts/events.tsx'
import { numberOf } from '../../parts/read-result.ts'
import type { Format } from '../../parts/use-format.ts'
import type { Targets } from '../../parts/use-targets.ts'
import { GroupBars } from './group-bars.tsx'
import { actualShare, type Group, type Grouped, partOf } from './groups.ts'
import type { Series } from './metric-columns.ts'

interface ChartsProps {
  grouped: Grouped
  series: Series
  grouping: string
  format: Format
  /** Target of the series, if any. */
  targets: { targets: Targets; dsi: number } | null
  events: readonly LetteredEvent[]
}

/** A panel per group, highest spend first: lines by cohort or, for one cohort, bars. */
export function Charts({ grouped, series, grouping, format, targets, events }: ChartsProps) {
  const { groups, cohorts } = grouped
  const { columns, label, metric } = series
  const isTotal = grouping === 'TOTAL' || cohorts.length < 2
  const writers = useMemo(
    () => ({ write: writeMetric(metric, format), writeTick: writeTick(metric, format) }),
    [metric, format],
  )
  const panels = useMemo(() => {
    const writeCohort = grouping === 'MONTHLY' ? format.month : format.day
    return groups.map((group): TrendPanel & { group: Group } => ({
      name: group.name,
      label: group.name,
      spend: group.spend,
      aside: group.spend > 0 && format.shortMoney(group.spend),
      group,
      lines: columns.map(column => ({
        name: column.dsi === undefined ? label : `D${column.dsi}`,
        points: cohorts.map(cohort => {
          const row = group.rows.get(cohort)
          return {
            label: writeCohort(cohort),
            value: numberOf(row?.[column.name]),
            actualShare: actualShare(row, column),
            ...partOf(row, grouping),
          }
        }),
      })),
      target: targets?.targets.of(group.identity) ?? null,
      marks: marksOf(eventsOf(events, group.identity), cohorts),
    }))
  }, [grouped, series, grouping, format, targets?.targets, events])
  const greatest = useMemo(
    () =>
      Math.max(
        0,
        ...panels.flatMap(({ lines, target }) => [
          target ?? 0,
          ...lines.flatMap(({ points }) => points.map(({ value }) => value ?? 0)),
        ]),
      ),
    [panels],
  )
  return (
    <section class="charts" aria-labelledby="charts">
      <h2 id="charts">
        {label} {isTotal ? 'in total' : 'by install cohort'}
      </h2>
      {isTotal ? (
        <>
          <TrendKey
            entries={[
              { mark: 'bar', words: 'with forecast: dashed edge' },
              targets !== null && { mark: 'target', words: `target at D${targets.dsi}` },
            ]}
          />
          <PanelGrid {...{ panels, format }}>
            {({ group, target }) => (
              <GroupBars
                {...{ group, cohorts, series, format, greatest }}
                target={
                  target === null || targets === null ? null : { value: target, dsi: targets.dsi }
                }
              />
            )}
          </PanelGrid>
        </>
      ) : (
        <TrendGrid
          {...{ panels, format, ...writers }}
          label={
            columns.length === 1 && columns[0]!.dsi !== undefined
              ? `${label} D${columns[0]!.dsi}`
              : label
          }
          of="Group"
          isAmount={isAmount(metric)}
          unit={axisUnit(metric)}
          targetWords={
            targets !== null && columns.length > 1 ? `target at D${targets.dsi}` : 'target'
          }
        >
          <EventList events={events} format={format} />
        </TrendGrid>
      )}
    </section>
  )
}

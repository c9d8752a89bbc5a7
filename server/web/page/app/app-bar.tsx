import { COLUMNS, METRICS } from '../../../../generated/vocabulary/vocabulary.ts'
import { useState } from 'preact/hooks'
import type { Overview } from '../../../../generated/client/models.ts'
import { utcDate } from '../../../core/model/dates.ts'
import { Choice } from '../../parts/choice.tsx'
import { Menu } from '../../parts/menu.tsx'
import {
  type AppScreen,
  appScreen,
  COMPARISONS,
  type Comparison,
  type Filters,
  GROUPINGS,
} from '../screen.ts'
import { useNavigation } from '../use-screen.ts'
import { type Dimension, DIMENSIONS, FilterMenu, labelOf } from './filter-menu.tsx'
import { presetsOf, type Range, rangeBefore, STANDARD } from './range.ts'
import type { App } from './use-app.ts'

export interface Export {
  label: string
  run: () => void
}

interface AppBarProps {
  screen: AppScreen
  app: App
  apps: readonly Overview[]
  options: Readonly<Record<Dimension, readonly string[]>>
  exports: readonly Export[]
}

const COMPARISON_NAMES: Record<(typeof COMPARISONS)[number], string> = {
  previous: 'the days before',
  previous_month: 'a month before',
  previous_year: 'a year before',
  none: 'Nothing',
}

const OTHER_DATES = 'other'

/** The page's only controls: app, install dates, comparison, grouping, metric, filters. Each change applies at once. */
export function AppBar({ screen, app, apps, options, exports }: AppBarProps) {
  const { go } = useNavigation()
  const { range, overview } = app
  // A panel or sort order missing from the new question would show nothing.
  const change = (changed: Partial<AppScreen>) => go({ ...screen, open: null, ...changed })
  return (
    <>
      <div class="bar card" role="group" aria-label="What is shown">
        <Choice
          label="App"
          value={overview.appId}
          options={apps.map(({ appId, name }) => [appId, name])}
          onChoose={appId => {
            const { compare, groupBy, metric } = screen
            go(
              appScreen(appId, {
                compare: compare.includes('..') ? 'previous' : compare,
                groupBy,
                metric,
              }),
            )
          }}
        />
        <Dates {...{ range, app }} onRange={(from, to) => change({ from, to })} />
        <Choice
          label="against"
          value={screen.compare}
          options={comparisonsOf(screen, app)}
          onChoose={compare => change({ compare })}
        />
        <Choice
          label="by"
          value={screen.groupBy}
          options={GROUPINGS.map(grouping => [grouping, COLUMNS[grouping].label])}
          onChoose={groupBy => change({ groupBy, panel: null })}
        />
        <Choice
          label="show"
          value={screen.metric}
          options={METRICS.map(metric => [metric, COLUMNS[metric].label])}
          onChoose={metric => change({ metric })}
        />
        <div class="ends fl">
          <FilterMenu
            filters={screen.filters}
            options={options}
            onFilter={filters => change({ filters, panel: null })}
          />
          <Menu label="Export">
            {close => (
              <ul class="exports">
                {exports.map(({ label, run }) => (
                  <li key={label}>
                    <button
                      class="btn q"
                      onClick={() => {
                        close()
                        run()
                      }}
                    >
                      {label}
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </Menu>
        </div>
      </div>
      <Chips filters={screen.filters} onFilter={filters => change({ filters, panel: null })} />
    </>
  )
}

/** The choices of a compared range. A range that only the address names comes last. */
function comparisonsOf(
  { compare: chosen }: AppScreen,
  { range, settings, context: { format } }: App,
) {
  const usual = COMPARISONS.map((compare): [Comparison, string, boolean] => {
    const before = rangeBefore(compare, range)
    if (before === null) return [compare, COMPARISON_NAMES.none, false]
    const isKnown = before.from >= settings.earliestReportStartDate
    const words = `${format.range(before.from, before.to)}, ${isKnown ? COMPARISON_NAMES[compare] : 'no data'}`
    return [compare, words, !isKnown && compare !== chosen]
  })
  const [from, to] = chosen.split('..')
  return to === undefined ? usual : [...usual, [chosen, format.range(from!, to)] as const]
}

function Dates({
  range,
  app,
  onRange,
}: {
  range: Range
  app: App
  onRange: (from: string | null, to: string | null) => void
}) {
  const [isChoosing, setChoosing] = useState(false)
  const { format } = app.context
  const through = app.overview.dataThrough ?? range.to
  const presets = presetsOf(through, utcDate(new Date())).filter(
    ({ from }) => from >= app.settings.earliestReportStartDate,
  )
  const chosen = presets.find(({ from, to }) => from === range.from && to === range.to)
  const own = `${range.from}..${range.to}`
  const limits = { min: app.settings.earliestReportStartDate, max: through }
  const choose = (from: string, to: string) => {
    if (from !== '' && to !== '' && from <= to && from >= limits.min && to <= limits.max)
      onRange(from, to)
  }
  return (
    <>
      <Choice
        label="Installs"
        value={isChoosing ? OTHER_DATES : (chosen?.label ?? own)}
        options={[
          ...(chosen === undefined ? [[own, format.range(range.from, range.to)] as const] : []),
          ...presets.map(
            ({ label, from, to }) =>
              [label, `${format.range(from, to)}, ${label.toLowerCase()}`] as const,
          ),
          [OTHER_DATES, 'Choose dates…'],
        ]}
        onChoose={name => {
          const preset = presets.find(({ label }) => label === name)
          setChoosing(name === OTHER_DATES)
          if (preset?.label === STANDARD) onRange(null, null)
          else if (preset !== undefined) onRange(preset.from, preset.to)
        }}
      />
      {isChoosing && (
        <>
          <label>
            <span>From</span>
            <input
              type="date"
              value={range.from}
              {...limits}
              onChange={event => choose(event.currentTarget.value, range.to)}
            />
          </label>
          <label>
            <span>to</span>
            <input
              type="date"
              value={range.to}
              {...limits}
              onChange={event => choose(range.from, event.currentTarget.value)}
            />
          </label>
        </>
      )}
    </>
  )
}

/** The active filters, each with a button to remove it. */
function Chips({ filters, onFilter }: { filters: Filters; onFilter: (filters: Filters) => void }) {
  const chips = DIMENSIONS.flatMap(([dimension, name]) =>
    filters[dimension].map(value => ({ dimension, name, value })),
  )
  if (chips.length === 0) return null
  return (
    <ul class="row chips" aria-label="Filters">
      {chips.map(({ dimension, name, value }) => (
        <li key={`${dimension} ${value}`}>
          <button
            class="chip"
            aria-label={`Remove ${name.toLowerCase()} ${labelOf(dimension, value)}`}
            onClick={() =>
              onFilter({
                ...filters,
                [dimension]: filters[dimension].filter(other => other !== value),
              })
            }
          >
            <span class="m">{name}</span> <bdi class="nm">{labelOf(dimension, value)}</bdi>{' '}
            <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
      <li>
        <button
          class="lnk"
          onClick={() => onFilter({ platforms: [], networks: [], countries: [], campaigns: [] })}
        >
          Clear filters
        </button>
      </li>
    </ul>
  )
}

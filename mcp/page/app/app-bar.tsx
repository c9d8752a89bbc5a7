import { COLUMNS, METRICS } from '../../../generated/vocabulary/vocabulary.ts'
import { useState } from 'preact/hooks'
import type { Overview } from '../../../generated/client/models.ts'
import { utcDate } from '../../../server/model/dates.ts'
import { type AppScreen, appScreen, COMPARISONS, type Comparison, type Filters, type Grouping, GROUPINGS } from '../screen.ts'
import { useNavigation } from '../use-screen.ts'
import { type Dimension, DIMENSIONS, FilterMenu, labelOf } from './filter-menu.tsx'
import { Popover } from './popover.tsx'
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

const GROUPING_NAMES: Record<Grouping, string> = { network: 'Network', platform: 'Platform', country: 'Country', campaign: 'Campaign' }

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
  const { range, overview, settings } = app
  const { format } = app.context
  // A panel or an order that the new question lacks would show nothing.
  const change = (changed: Partial<AppScreen>) => go({ ...screen, open: null, ...changed })
  return (
    <>
      <div class="bar card" role="group" aria-label="What is shown">
        <label>
          <span>App</span>
          <select
            value={overview.appId}
            onChange={event => {
              const { compare, groupBy, metric } = screen
              go(appScreen(Number(event.currentTarget.value), { compare: compare.includes('..') ? 'previous' : compare, groupBy, metric }))
            }}
          >
            {apps.map(({ appId, name }) => (
              <option key={appId} value={appId} dir="auto">
                {name}
              </option>
            ))}
          </select>
        </label>
        <Dates {...{ range, app }} onRange={(from, to) => change({ from, to })} />
        <label>
          <span>against</span>
          <select value={screen.compare} onChange={event => change({ compare: event.currentTarget.value as Comparison })}>
            {COMPARISONS.map(compare => {
              const before = rangeBefore(compare, range)
              const isKnown = before === null || before.from >= settings.earliestReportStartDate
              return (
                <option key={compare} value={compare} disabled={!isKnown && compare !== screen.compare}>
                  {before === null
                    ? COMPARISON_NAMES.none
                    : `${format.range(before.from, before.to)}, ${isKnown ? COMPARISON_NAMES[compare] : 'no data'}`}
                </option>
              )
            })}
            {screen.compare.includes('..') && (
              <option value={screen.compare}>{format.range(...(screen.compare.split('..') as [string, string]))}</option>
            )}
          </select>
        </label>
        <label>
          <span>by</span>
          <select value={screen.groupBy} onChange={event => change({ groupBy: event.currentTarget.value as Grouping, panel: null })}>
            {GROUPINGS.map(grouping => (
              <option key={grouping} value={grouping}>
                {GROUPING_NAMES[grouping]}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>show</span>
          <select value={screen.metric} onChange={event => change({ metric: event.currentTarget.value as AppScreen['metric'] })}>
            {METRICS.map(metric => (
              <option key={metric} value={metric}>
                {COLUMNS[metric].label}
              </option>
            ))}
          </select>
        </label>
        <div class="fl">
          <FilterMenu filters={screen.filters} options={options} onFilter={filters => change({ filters, panel: null })} />
          <Popover label="Export" side="right">
            {close => (
              <ul class="menu">
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
          </Popover>
        </div>
      </div>
      <Chips filters={screen.filters} onFilter={filters => change({ filters, panel: null })} />
    </>
  )
}

function Dates({ range, app, onRange }: { range: Range; app: App; onRange: (from: string | null, to: string | null) => void }) {
  const [isChoosing, setChoosing] = useState(false)
  const { format } = app.context
  const through = app.overview.dataThrough ?? range.to
  const presets = presetsOf(through, utcDate(new Date())).filter(({ from }) => from >= app.settings.earliestReportStartDate)
  const chosen = presets.find(({ from, to }) => from === range.from && to === range.to)
  const own = `${range.from}..${range.to}`
  const limits = { min: app.settings.earliestReportStartDate, max: through }
  const choose = (from: string, to: string) => {
    if (from !== '' && to !== '' && from <= to && from >= limits.min && to <= limits.max) onRange(from, to)
  }
  return (
    <>
      <label>
        <span>Installs</span>
        <select
          value={isChoosing ? OTHER_DATES : (chosen?.label ?? own)}
          onChange={event => {
            const preset = presets.find(({ label }) => label === event.currentTarget.value)
            setChoosing(event.currentTarget.value === OTHER_DATES)
            if (preset?.label === STANDARD) onRange(null, null)
            else if (preset !== undefined) onRange(preset.from, preset.to)
          }}
        >
          {chosen === undefined && <option value={own}>{format.range(range.from, range.to)}</option>}
          {presets.map(({ label, from, to }) => (
            <option key={label} value={label}>
              {format.range(from, to)}, {label.toLowerCase()}
            </option>
          ))}
          <option value={OTHER_DATES}>Choose dates…</option>
        </select>
      </label>
      {isChoosing && (
        <>
          <label>
            <span>From</span>
            <input type="date" value={range.from} {...limits} onChange={event => choose(event.currentTarget.value, range.to)} />
          </label>
          <label>
            <span>to</span>
            <input type="date" value={range.to} {...limits} onChange={event => choose(range.from, event.currentTarget.value)} />
          </label>
        </>
      )}
    </>
  )
}

/** The filters in force, each with a way out. */
function Chips({ filters, onFilter }: { filters: Filters; onFilter: (filters: Filters) => void }) {
  const chips = DIMENSIONS.flatMap(([dimension, name]) => filters[dimension].map(value => ({ dimension, name, value })))
  if (chips.length === 0) return null
  return (
    <ul class="chips" aria-label="Filters">
      {chips.map(({ dimension, name, value }) => (
        <li key={`${dimension} ${value}`}>
          <button
            class="chip"
            aria-label={`Remove ${name.toLowerCase()} ${labelOf(dimension, value)}`}
            onClick={() => onFilter({ ...filters, [dimension]: filters[dimension].filter(other => other !== value) })}
          >
            <span class="m">{name}</span> <bdi class="nm">{labelOf(dimension, value)}</bdi> <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
      <li>
        <button class="lnk" onClick={() => onFilter({ platforms: [], networks: [], countries: [], campaigns: [] })}>
          Clear filters
        </button>
      </li>
    </ul>
  )
}

import { COLUMNS, type Metric, METRICS } from '../../../../generated/vocabulary/vocabulary.ts'
import { Choice } from '../../parts/choice.tsx'
import type { Answer } from '../../parts/read-result.ts'
import type { Host } from '../../parts/host.ts'
import type { Series } from './metric-columns.ts'
import {
  forChart,
  groupByOf,
  groupingOf,
  GROUPINGS,
  groupWords,
  type Question,
  regroup,
} from './report-question.ts'

interface ControlsProps {
  answer: Answer<'svc_get_report'>
  question: Question
  ask: (question: Question) => void
  host: Host
  series: readonly Series[]
  /** The selected series. */
  selected: Series | undefined
  choose: (name: string) => void
  /** The selected DSI; undefined: all. */
  dsi: number | undefined
  chooseDsi: (dsi: number | undefined) => void
}

const PERIODS = ['DAILY', 'WEEKLY', 'MONTHLY', 'TOTAL'] as const

/** Selects metric, DSI and the grouping, which sends a new request. */
export function Controls({
  answer,
  question,
  ask,
  host,
  series,
  selected,
  choose,
  dsi,
  chooseDsi,
}: ControlsProps) {
  const groupBy = question.groupBy ?? groupByOf(answer.columns)
  const grouping = groupingOf(groupBy)
  const period = question.installGrouping ?? answer.context.installGrouping
  const dsis = selected?.columns.flatMap(({ dsi }) => dsi ?? []) ?? []
  // Ratios are the last columns of a report but the most used.
  const missing = METRICS.toReversed().filter(metric =>
    series.every(other => other.metric !== metric),
  )
  function chooseMetric(name: string): void {
    choose(name)
    if (!name.startsWith('+')) return
    const metrics = [...new Set(series.map(({ metric }) => metric)), name.slice(1) as Metric]
    ask(forChart({ ...question, metrics }))
  }
  return (
    <div class="bar" role="group" aria-label="Display options">
      <label>
        Metric{' '}
        <select
          value={selected?.name ?? ''}
          onChange={event => chooseMetric(event.currentTarget.value)}
        >
          {series.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
          {host.can.call && missing.length > 0 && (
            <optgroup label="Load">
              {missing.map(metric => (
                <option key={metric} value={`+${metric}`}>
                  {COLUMNS[metric].label}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      </label>
      {dsis.length > 1 && (
        <Choice
          label="DSI"
          value={dsis.find(each => each === dsi) ?? null}
          options={[[null, 'All'], ...dsis.map(each => [each, `D${each}`] as const)]}
          onChoose={each => chooseDsi(each ?? undefined)}
        />
      )}
      {host.can.call && (
        <>
          <Choice
            label="Group by"
            value={grouping}
            options={[
              ...(grouping === null
                ? [[null, groupWords(groupBy).replace('by ', '')] as const]
                : []),
              ...GROUPINGS.map(({ name, label }) => [name, label] as const),
            ]}
            onChoose={chosen => {
              const next = GROUPINGS.find(({ name }) => name === chosen)
              if (next !== undefined) ask(forChart(regroup(question, next.groupBy)))
            }}
          />
          <Choice
            label="Cohorts"
            value={period}
            options={PERIODS.map(name => [name, name[0] + name.slice(1).toLowerCase()])}
            onChoose={installGrouping => ask(forChart({ ...question, installGrouping }))}
          />
        </>
      )}
    </div>
  )
}

import { COLUMNS, type Metric, METRICS } from '../../../generated/vocabulary/vocabulary.ts'
import type { Answer } from '../parts/read-result.ts'
import type { Host } from '../parts/host.ts'
import type { Series } from './columns.ts'
import { forChart, groupByOf, groupingOf, GROUPINGS, groupWords, type Question, regroup } from './question.ts'

interface ControlsProps {
  answer: Answer<'svc_get_report'>
  question: Question
  ask: (question: Question) => void
  host: Host
  series: readonly Series[]
  /** The one that is looked at. */
  shown: Series | undefined
  choose: (name: string) => void
  /** Undefined: all. */
  dsi: number | undefined
  chooseDsi: (dsi: number | undefined) => void
}

const PERIODS = ['DAILY', 'WEEKLY', 'MONTHLY', 'TOTAL'] as const

/** Selects metric and DSI, and the grouping, which makes a new request. */
export function Controls({ answer, question, ask, host, series, shown, choose, dsi, chooseDsi }: ControlsProps) {
  const groupBy = question.groupBy ?? groupByOf(answer.columns)
  const grouping = groupingOf(groupBy)
  const period = question.installGrouping ?? answer.context.installGrouping
  const dsis = shown?.columns.flatMap(({ dsi }) => dsi ?? []) ?? []
  // Ratios are the last columns of a report but the most used.
  const missing = METRICS.toReversed().filter(metric => series.every(other => other.metric !== metric))
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
        <select value={shown?.name ?? ''} onChange={event => chooseMetric(event.currentTarget.value)}>
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
        <label>
          DSI{' '}
          <select
            value={dsis.includes(dsi ?? -1) ? dsi : 'all'}
            onChange={({ currentTarget: { value } }) => chooseDsi(value === 'all' ? undefined : Number(value))}
          >
            <option value="all">All</option>
            {dsis.map(each => (
              <option key={each} value={each}>
                D{each}
              </option>
            ))}
          </select>
        </label>
      )}
      {host.can.call && (
        <>
          <label>
            Group by{' '}
            <select
              value={grouping ?? 'OTHER'}
              onChange={({ currentTarget: { value } }) => {
                const next = GROUPINGS.find(({ name }) => name === value)
                if (next !== undefined) ask(forChart(regroup(question, next.groupBy)))
              }}
            >
              {grouping === null && <option value="OTHER">{groupWords(groupBy).replace('by ', '')}</option>}
              {GROUPINGS.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <label>
            Cohorts{' '}
            <select
              value={period}
              onChange={({ currentTarget: { value } }) =>
                ask(forChart({ ...question, installGrouping: value as (typeof PERIODS)[number] }))
              }
            >
              {PERIODS.map(name => (
                <option key={name} value={name}>
                  {name[0] + name.slice(1).toLowerCase()}
                </option>
              ))}
            </select>
          </label>
        </>
      )}
    </div>
  )
}

import { useMemo } from 'preact/hooks'
import { TrendKey } from '../../parts/charts/trend-key.tsx'
import { Trend } from '../../parts/charts/trend.tsx'
import { extentOf, trendScale } from '../../parts/charts/trend-shape.ts'
import {
  EventList,
  eventsOf,
  letterEvents,
  type LetteredEvent,
  marksOf,
} from '../../parts/events.tsx'
import type { Format } from '../../parts/use-format.ts'
import { isOf } from './campaign-calls.ts'
import { rowsOf, type Answer } from '../../parts/read-result.ts'
import type { Line } from './lines.ts'

type HistoryAnswer = Answer<'svc_get_roas_history'>

/** A cohort's first and newest estimate. */
interface Cohort {
  day: string
  age: number
  first: number
  newest: number
  actual: boolean
}

/** The newest estimate of each cohort against the target: the trend of new installs. */
export function History({
  answer,
  line,
  format,
}: {
  answer: HistoryAnswer
  line: Line
  format: Format
}) {
  const cohorts = useMemo(() => cohortsOf(answer, line), [answer, line])
  const { platform, network, campaign, country } = line
  const names = { platform, network, campaign, ...(country !== 'GLOBAL' && { country }) }
  const events = useMemo(() => eventsOf(letterEvents(answer.context.events), names), [answer, line])
  const last = cohorts.at(-1)
  return (
    <div>
      {last === undefined ? (
        <p>No cohort has a ROAS yet.</p>
      ) : (
        <>
          <Chart
            {...{ cohorts, events, format }}
            target={line.target}
            dsi={answer.context.targetDsi}
          />
          <p class="muted">
            D{answer.context.targetDsi} ROAS by {PERIODS[answer.context.installGrouping]}. The
            newest, {format.day(last.day)}, is at {format.roas(last.newest)} after {last.age} days.
          </p>
          <EventList events={events} format={format} />
        </>
      )}
    </div>
  )
}

const PERIODS = {
  DAILY: 'install day',
  WEEKLY: 'install week',
  MONTHLY: 'install month',
  TOTAL: 'range',
}

function cohortsOf(answer: HistoryAnswer, line: Line): Cohort[] {
  const cohorts = rowsOf<unknown>(answer)
    .filter(row => isOf(line, row))
    .flatMap(row => {
      const byAge = Object.entries((row['roas_by_age'] ?? {}) as Record<string, number>).map(
        ([age, roas]) => ({ age: Number(age), roas }),
      )
      byAge.sort((a, b) => a.age - b.age)
      const [first, newest] = [byAge[0], byAge.at(-1)]
      if (first === undefined || newest === undefined) return []
      const { age, roas } = newest
      return [
        {
          day: String(row['install_cohort']),
          age,
          first: first.roas,
          newest: roas,
          actual: age >= answer.context.actualFromAge,
        },
      ]
    })
  return cohorts.sort((a, b) => a.day.localeCompare(b.day))
}

interface ChartProps {
  cohorts: readonly Cohort[]
  target: number | null
  dsi: number
  events: readonly LetteredEvent[]
  format: Format
}

function Chart({ cohorts, target, dsi, events, format }: ChartProps) {
  const points = cohorts.map(({ day, first, newest, actual }) => ({
    label: format.day(day),
    value: newest,
    actualShare: actual ? 1 : 0,
    ...(first === newest ? {} : { first }),
  }))
  const marks = marksOf(
    events,
    cohorts.map(({ day }) => day),
  )
  const [low, high] = extentOf([
    ...cohorts.flatMap(({ first, newest }) => [first, newest]),
    target,
  ]) ?? [0, 1]
  return (
    <>
      <TrendKey
        entries={[
          cohorts.some(({ actual }) => actual) && 'actual',
          cohorts.some(({ actual }) => !actual) && 'forecast',
          cohorts.some(({ first, newest }) => first !== newest) && 'first',
          target !== null && 'target',
          marks.length > 0 && 'event',
        ]}
      />
      <Trend
        label={`D${dsi} ROAS by cohort`}
        points={points}
        scale={trendScale([Math.min(low, high * 0.75), high])}
        write={format.roas}
        writeTick={format.share}
        target={target}
        marks={marks}
        height={170}
      />
    </>
  )
}

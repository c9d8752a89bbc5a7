import { useMemo } from 'preact/hooks'
import { EventList, EventMarks, eventsOf, letterEvents, type LetteredEvent } from '../parts/events.tsx'
import type { Format } from '../parts/format.ts'
import { useWidth } from '../parts/use-width.ts'
import { isOf } from './campaign-calls.ts'
import { rowsOf, type Answer } from '../parts/read-result.ts'
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

const HEIGHT = 170
const EDGE = { left: 44, right: 12, top: 14, bottom: 22 }

/** The newest estimate of each cohort against the target: the trend of new installs. */
export function History({ answer, line, format }: { answer: HistoryAnswer; line: Line; format: Format }) {
  const [ref, width] = useWidth(320)
  const cohorts = useMemo(() => cohortsOf(answer, line), [answer, line])
  const { platform, network, campaign, country } = line
  const names = { platform, network, campaign, ...(country !== 'GLOBAL' && { country }) }
  const events = useMemo(() => eventsOf(letterEvents(answer.context.events), names), [answer, line])
  const last = cohorts.at(-1)
  return (
    <div ref={ref}>
      {last === undefined ? (
        <p>No cohort has a ROAS yet.</p>
      ) : (
        <>
          <Chart {...{ cohorts, events, width, format }} target={line.target} threshold={answer.context.actionThreshold} />
          <p class="muted">
            D{answer.context.targetDsi} ROAS by {PERIODS[answer.context.installGrouping]}. Full dots are actual, hollow ones forecasts; the
            stalk leads back to the first estimate. The newest, {format.day(last.day)}, is at {format.roas(last.newest)} after {last.age}{' '}
            days.
          </p>
          <EventList events={events} format={format} />
        </>
      )}
    </div>
  )
}

const PERIODS = { DAILY: 'install day', WEEKLY: 'install week', MONTHLY: 'install month', TOTAL: 'range' }

function cohortsOf(answer: HistoryAnswer, line: Line): Cohort[] {
  const cohorts = rowsOf<unknown>(answer)
    .filter(row => isOf(line, row))
    .flatMap(row => {
      const byAge = Object.entries((row['roas_by_age'] ?? {}) as Record<string, number>).map(([age, roas]) => ({ age: Number(age), roas }))
      byAge.sort((a, b) => a.age - b.age)
      const [first, newest] = [byAge[0], byAge.at(-1)]
      if (first === undefined || newest === undefined) return []
      const { age, roas } = newest
      return [{ day: String(row['install_cohort']), age, first: first.roas, newest: roas, actual: age >= answer.context.actualFromAge }]
    })
  return cohorts.sort((a, b) => a.day.localeCompare(b.day))
}

interface ChartProps {
  cohorts: readonly Cohort[]
  target: number | null
  threshold: number
  events: readonly LetteredEvent[]
  width: number
  format: Format
}

function Chart({ cohorts, target, threshold, events, width, format }: ChartProps) {
  const values = [...cohorts.flatMap(({ first, newest }) => [first, newest]), ...(target === null ? [] : [target])]
  const top = Math.max(...values) * 1.08 || 1
  const x = (index: number) => EDGE.left + ((width - EDGE.left - EDGE.right) * (index + 0.5)) / cohorts.length
  const y = (roas: number) => EDGE.top + (HEIGHT - EDGE.top - EDGE.bottom) * (1 - roas / top)
  const at = cohorts.map((_, index) => x(index))
  const path = cohorts.map(({ newest }, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)},${y(newest).toFixed(1)}`).join('')
  const [first, last] = [cohorts[0]!, cohorts.at(-1)!]
  const said = `ROAS by cohort: ${format.roas(first.newest)} for ${format.day(first.day)}, ${format.roas(last.newest)} for ${format.day(last.day)}, target ${format.roas(target)}`
  return (
    <svg class="history" width={width} height={HEIGHT} role="img" aria-label={said}>
      {target !== null && (
        <>
          <rect
            class="band"
            x={EDGE.left}
            width={Math.max(0, width - EDGE.left - EDGE.right)}
            y={y(target * (1 + threshold))}
            height={y(target * (1 - threshold)) - y(target * (1 + threshold))}
          />
          <line class="target" x1={EDGE.left} x2={width - EDGE.right} y1={y(target)} y2={y(target)} />
          <text x={EDGE.left - 4} y={y(target) + 4} text-anchor="end">
            {format.share(target)}
          </text>
        </>
      )}
      <line class="ground" x1={EDGE.left} x2={width - EDGE.right} y1={y(0)} y2={y(0)} />
      <text x={EDGE.left - 4} y={y(0) + 4} text-anchor="end">
        {format.share(0)}
      </text>
      <EventMarks events={events} periods={cohorts.map(({ day }) => day)} at={at} top={EDGE.top + 2} bottom={y(0)} />
      <path class="newest" d={path} />
      {cohorts.map(({ day, age, first, newest, actual }, index) => (
        <g key={day}>
          <title>{`${format.day(day)}: ${format.roas(newest)} ${actual ? 'actual' : 'forecast'} after ${age} days, first ${format.roas(first)}`}</title>
          <line class="stalk" x1={x(index)} x2={x(index)} y1={y(first)} y2={y(newest)} />
          <circle class={actual ? 'actual' : 'forecast'} cx={x(index)} cy={y(newest)} r={4} />
        </g>
      ))}
      <text x={x(0)} y={HEIGHT - 4} text-anchor={cohorts.length > 1 ? 'start' : 'middle'} dx={cohorts.length > 1 ? -6 : 0}>
        {format.day(first.day)}
      </text>
      {cohorts.length > 1 && (
        <text x={x(cohorts.length - 1)} y={HEIGHT - 4} text-anchor="end" dx={10}>
          {format.day(last.day)}
        </text>
      )}
    </svg>
  )
}

import type { Overview } from '../../../../generated/client/models.ts'
import { TrendTable } from '../../parts/charts/trend-table.tsx'
import { extentOf, type TrendPoint, trendScale } from '../../parts/charts/trend-shape.ts'
import { Trend } from '../../parts/charts/trend.tsx'
import { EventList, letterEvents, marksOf } from '../../parts/events.tsx'
import { formatOf } from '../../parts/use-format.ts'
import { addDays, daysBetween } from '../../../core/model/dates.ts'

/** A sparkline of ROAS by install week, with target and app-wide events. */
export function Weeks({ app }: { app: Overview }) {
  const { name, targetDsi, target, currency } = app
  const weeks = wholeWeeks(app)
  const format = formatOf(currency)
  const extent = extentOf([target, ...weeks.map(week => week.roas)])
  if (extent === null) return <p class="m s">No ROAS of these weeks is known.</p>
  const named = letterEvents(eventsOfApp(app, weeks))
  return (
    <>
      <Trend
        label={`${name}: D${targetDsi} ROAS by install week`}
        lines={[{ name, points: weeks.map(week => pointOf(week, format.day)) }]}
        scale={{ ...trendScale(extent), ticks: [] }}
        write={format.roas}
        target={target}
        marks={marksOf(
          named,
          weeks.map(({ startDate }) => startDate),
        )}
        height={96}
        focusable={false}
      />
      <EventList events={named} format={format} />
    </>
  )
}

/** Events of these weeks without a network or campaign. */
function eventsOfApp({ events }: Overview, weeks: Overview['weeks']): Overview['events'] {
  const [first, last] = [
    weeks[0]?.startDate ?? '',
    addDays(weeks.at(-1)?.startDate ?? '1970-01-01', 6),
  ]
  return events.filter(
    ({ network, campaign, startDate }) =>
      network === null && campaign === null && startDate >= first && startDate <= last,
  )
}

/** Weeks with data on all days: a ROAS of one or two days is not comparable. */
function wholeWeeks({ weeks, dataThrough }: Overview): Overview['weeks'] {
  return weeks.filter(
    ({ startDate }) => dataThrough !== null && addDays(startDate, 6) <= dataThrough,
  )
}

/** The same values as a table, with the current week. Apps whose data end earlier have no newest week. */
export function WeeksTable({ apps }: { apps: readonly Overview[] }) {
  const { roas, day } = formatOf('')
  const starts = [
    ...new Set(apps.flatMap(({ weeks }) => weeks.map(({ startDate }) => startDate))),
  ].sort()
  const rows = apps.map(({ name, targetDsi, target, weeks, dataThrough }) => ({
    label: `${name}, D${targetDsi}`,
    target,
    lines: [
      {
        name: '',
        points: starts.map(startDate => ({
          ...pointOf(
            weeks.find(week => week.startDate === startDate) ?? {
              startDate,
              roas: null,
              actualShare: 0,
            },
            day,
          ),
          ...missingOf(startDate, dataThrough),
        })),
      },
    ],
  }))
  return starts.length === 0 ? null : <TrendTable of="App" rows={rows} write={roas} />
}

/** `3 of 7 days`, if data end within the week. */
function missingOf(startDate: string, dataThrough: string | null): { note?: string } {
  const days = dataThrough === null ? 0 : Math.min(7, daysBetween(startDate, dataThrough) + 1)
  return days > 0 && days < 7 ? { note: `${days} of 7 days` } : {}
}

type Week = Pick<Overview['weeks'][number], 'startDate' | 'roas' | 'actualShare'>

function pointOf(
  { startDate, roas, actualShare }: Week,
  day: (date: string) => string,
): TrendPoint {
  return { label: day(startDate), value: roas, actualShare }
}

/** `Sep 28–Nov 22`: the install weeks of all sparklines; empty without any. */
export function weeksRange(apps: readonly Overview[]): string {
  const starts = apps.flatMap(app => wholeWeeks(app).map(({ startDate }) => startDate)).sort()
  const [first, last] = [starts[0], starts.at(-1)]
  return first === undefined || last === undefined
    ? ''
    : formatOf('').range(first, addDays(last, 6))
}

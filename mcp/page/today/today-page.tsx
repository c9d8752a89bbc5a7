import './today.css'
import type { Overview } from '../../../generated/client/models.ts'
import { type Answer } from '../data/use-answer.ts'
import { useOverview } from '../data/use-overview.ts'
import { sumByCurrency } from '../data/ranking.ts'
import { formatOf } from '../../views/parts/format.ts'
import { TroubleNotice } from '../trouble-notice.tsx'
import { AppRows } from './app-rows.tsx'
import { countOf, daysLate } from '../../views/parts/words.ts'
import { DoFirst } from './do-first.tsx'
import { answerOf } from './standing.ts'

const LONG_DAY = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'short', day: 'numeric', timeZone: 'UTC' })

/** All apps of the company: what is off target, and what to do first. */
export function TodayPage() {
  const overview = useOverview()
  const now = Date.now()
  return (
    <>
      <p class="m">{LONG_DAY.format(now)}</p>
      <h1>{overview.data === undefined ? 'Today' : answerOf(overview.data)}</h1>
      {overview.data === undefined ? <LoadingLead {...overview} /> : <Lead apps={overview.data} now={now} />}
      <TroubleNotice what="The overview" answer={overview} now={now} />
      {overview.data !== undefined && overview.data.length > 0 && <DoFirst apps={overview.data} />}
      {(overview.data !== undefined || overview.isLoading) && overview.data?.length !== 0 && (
        <AppRows apps={overview.data ?? null} now={now} />
      )}
    </>
  )
}

function LoadingLead({ isLoading, isSlow }: Answer<unknown>) {
  if (!isLoading) return null
  return (
    <p class="lead" role="status">
      {isSlow ? 'Still loading' : <span class="sk lead-sk" />}
      {!isSlow && <span class="vh">Loading</span>}
    </p>
  )
}

/** Spend on the newest day, per currency, and the apps whose data are late. */
function Lead({ apps, now }: { apps: readonly Overview[]; now: number }) {
  const dates = apps.flatMap(({ dataThrough }) => (dataThrough === null ? [] : [dataThrough])).sort()
  const newest = dates.at(-1)
  if (apps.length === 0) return <p class="lead">Your company has no app yet. The operator of the service grants access to apps.</p>
  if (newest === undefined) return <p class="lead">No data yet. Come back after the first run.</p>
  const { day } = formatOf(apps[0]!.currency)
  const current = apps.filter(({ dataThrough }) => dataThrough === newest)
  const spent = sumByCurrency(current.map(({ currency, spend }) => ({ currency, amount: spend.day })))
  const behind = apps.filter(({ dataThrough }) => dataThrough !== newest)
  const isYesterday = daysLate(newest, now) === 0
  return (
    <p class="lead">
      {isYesterday ? 'Spent yesterday: ' : `Spent on ${day(newest)}: `}
      {spent.map(([currency, sum], i) => (
        <>
          {i > 0 && (i === spent.length - 1 ? ' and ' : ', ')}
          <b>{formatOf(currency).money(sum)}</b>
        </>
      ))}
      .{!isYesterday && <span class="warn"> Data are {countOf(daysLate(newest, now), 'day', formatOf(''))} late.</span>}
      {behind.map(({ name, dataThrough }) =>
        dataThrough === null ? ` ${name} has no data yet.` : ` ${name} has data through ${day(dataThrough)} only.`,
      )}
    </p>
  )
}

import './today.css'
import { useOverview } from '../data/use-overview.ts'
import { Sentence } from '../../parts/names-as-text.tsx'
import { LoadingLead, TroubleNotice } from '../trouble-notice.tsx'
import { AppRows } from './app-rows.tsx'
import { DoFirst } from './do-first.tsx'
import { answerOf } from './heading.ts'
import { Lead, Urgent } from './lead.tsx'

const LONG_DAY = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** All apps of the company: problems, yesterday's results, and first steps. */
export function TodayPage() {
  const overview = useOverview()
  const now = Date.now()
  return (
    <>
      <p class="m">{LONG_DAY.format(now)}</p>
      <h1>
        <Sentence>{overview.data === undefined ? 'Today' : answerOf(overview.data, now)}</Sentence>
      </h1>
      {overview.data === undefined ? (
        overview.isLoading && <LoadingLead {...overview} />
      ) : (
        <Lead apps={overview.data} now={now} />
      )}
      <TroubleNotice what="The overview" answer={overview} />
      {overview.data !== undefined && <Urgent apps={overview.data} />}
      {overview.data !== undefined && overview.data.length > 0 && <DoFirst apps={overview.data} />}
      {(overview.data !== undefined || overview.isLoading) && overview.data?.length !== 0 && (
        <AppRows apps={overview.data ?? null} now={now} />
      )}
    </>
  )
}

import './today.css'
import type { Overview } from '../../../generated/client/models.ts'
import { type Answer } from '../data/use-answer.ts'
import { useOverview } from '../data/use-overview.ts'
import { sumByCurrency } from '../data/ranking.ts'
import { formatOf } from '../../views/parts/format.ts'
import { Names, Sentence } from '../names.tsx'
import { TroubleNotice } from '../trouble-notice.tsx'
import { AppRows } from './app-rows.tsx'
import { daysLate, platformName } from '../../views/parts/words.ts'
import { DoFirst } from './do-first.tsx'
import { answerOf } from './heading.ts'

const LONG_DAY = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'short', day: 'numeric', timeZone: 'UTC' })

/** All apps of the company: what is wrong, what yesterday did, and what to do first. */
export function TodayPage() {
  const overview = useOverview()
  const now = Date.now()
  return (
    <>
      <p class="m">{LONG_DAY.format(now)}</p>
      <h1>
        <Sentence>{overview.data === undefined ? 'Today' : answerOf(overview.data, now)}</Sentence>
      </h1>
      {overview.data === undefined ? <LoadingLead {...overview} /> : <Lead apps={overview.data} now={now} />}
      <TroubleNotice what="The overview" answer={overview} now={now} />
      {overview.data !== undefined && <DataProblems apps={overview.data} />}
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

/** Spend on the newest day, per currency. */
function Lead({ apps, now }: { apps: readonly Overview[]; now: number }) {
  const dates = apps.flatMap(({ dataThrough }) => (dataThrough === null ? [] : [dataThrough])).sort()
  const newest = dates.at(-1)
  if (apps.length === 0) return <p class="lead">Your company has no app yet. The operator of the service grants access to apps.</p>
  if (newest === undefined) return <p class="lead">No data yet. Come back after the first run.</p>
  const current = apps.filter(({ dataThrough }) => dataThrough === newest)
  const spent = sumByCurrency(current.map(({ currency, spend }) => ({ currency, amount: spend.day })))
  const young = apps.filter(({ dataThrough }) => dataThrough === null)
  return (
    <p class="lead">
      {daysLate(newest, now) === 0 ? 'Spent yesterday: ' : `Spent on ${formatOf('').day(newest)}: `}
      {spent.map(([currency, sum], i) => (
        <>
          {i > 0 && (i === spent.length - 1 ? ' and ' : ', ')}
          <b>{formatOf(currency).money(sum)}</b>
        </>
      ))}
      .{apps.every(({ data }) => data.length === 0) && ' Nothing is known to be wrong with the data.'}
      {young.map(({ appId, name }) => (
        <span key={appId}>
          {' '}
          <bdi>{name}</bdi> has no data yet.
        </span>
      ))}
    </p>
  )
}

/** Problems of the data, worst first: they may explain a number. */
function DataProblems({ apps }: { apps: readonly Overview[] }) {
  const problems = apps.flatMap(app => app.data.map(problem => ({ app, problem })))
  if (problems.length === 0) return null
  return (
    <section class="first" aria-labelledby="h-data">
      <div class="hd">
        <h2 id="h-data">Check the data</h2>
      </div>
      <ul class="card data">
        {problems.map(({ app, problem: { kind, title, since, platform, network, campaign, country } }) => (
          <li key={`${app.appId} ${kind} ${title} ${since}`}>
            <bdi class="b warn">{title}</bdi>{' '}
            <span class="m nm">
              <Names of={[app.name, platform && platformName(platform), network, campaign, country]} />, since {formatOf('').day(since)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

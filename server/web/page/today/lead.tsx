import type { Overview } from '../../../../generated/client/models.ts'
import { formatOf } from '../../parts/use-format.ts'
import { daysLate, platformName } from '../../parts/words.ts'
import { sumByCurrency } from '../data/ranking.ts'
import { Names } from '../names-as-text.tsx'

/** Spend on the newest day, per currency. */
export function Lead({ apps, now }: { apps: readonly Overview[]; now: number }) {
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

/** Data problems, worst first, which may explain a number. */
export function DataProblems({ apps }: { apps: readonly Overview[] }) {
  const problems = apps.flatMap(app => app.data.map(problem => ({ app, problem })))
  if (problems.length === 0) return null
  return (
    <section class="first" aria-labelledby="h-data">
      <div class="hd">
        <h2 id="h-data">Check the data</h2>
      </div>
      <ul class="card data">
        {problems.map(({ app, problem }) => (
          <li key={`${app.appId} ${problem.kind} ${problem.title} ${problem.since}`}>
            <bdi class="b warn">{problem.title}</bdi>{' '}
            <span class="m nm">
              <Names of={[app.name, ...placeOf(problem)]} />, since {formatOf('').day(problem.since)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Names of the platform, network, campaign and country that a problem is limited to. */
export function placeOf({ platform, network, campaign, country }: Overview['data'][number]): string[] {
  return [platform === null ? null : platformName(platform), network, campaign, country].filter(part => part !== null)
}

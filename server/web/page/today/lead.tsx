import { useState } from 'preact/hooks'
import type { Overview } from '../../../../generated/client/models.ts'
import { formatOf } from '../../parts/use-format.ts'
import { countOf, daysLate, platformName } from '../../parts/words.ts'
import { sumByCurrency } from '../data/ranking.ts'
import { overspentWords } from '../../parts/plan/pacing-words.ts'
import { Names, Sentence } from '../../parts/names-as-text.tsx'

/** Data problems listed at first. */
const FIRST = 3

/** Spend on the newest day, per currency. */
export function Lead({ apps, now }: { apps: readonly Overview[]; now: number }) {
  const dates = apps
    .flatMap(({ dataThrough }) => (dataThrough === null ? [] : [dataThrough]))
    .sort()
  const newest = dates.at(-1)
  if (apps.length === 0)
    return (
      <p class="lead">
        Your company has no app yet. The operator of the service grants access to apps.
      </p>
    )
  if (newest === undefined) return <p class="lead">No data yet. Come back after the first run.</p>
  const current = apps.filter(({ dataThrough }) => dataThrough === newest)
  const spent = sumByCurrency(
    current.map(({ currency, spend }) => ({ currency, amount: spend.day })),
  )
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
      .{apps.every(({ data }) => data.length === 0) && ' No check failed.'}
      {young.map(({ appId, name }) => (
        <span key={appId}>
          {' '}
          <bdi>{name}</bdi> has no data yet.
        </span>
      ))}
    </p>
  )
}

/** What comes before the steps: budgets that are spent, or will be, then what is wrong with the data, worst first. */
export function Urgent({ apps }: { apps: readonly Overview[] }) {
  const [isAll, setAll] = useState(false)
  const overspent = apps.flatMap(app => app.overspent.map(budget => ({ app, budget })))
  const problems = apps.flatMap(app => app.data.map(problem => ({ app, problem })))
  const others = apps.reduce((sum, { otherProblems }) => sum + otherProblems, 0)
  const visible = isAll ? problems : problems.slice(0, FIRST)
  if (overspent.length + problems.length === 0) return null
  return (
    <section class="first" aria-label="Before the steps">
      <ul class="card data">
        {overspent.map(({ app, budget }) => (
          <li key={`${app.appId} ${budget.budgetId}`}>
            <span class="b warn">
              <Sentence>{overspentWords(budget, formatOf(app.currency))}</Sentence>
            </span>{' '}
            <bdi class="m">{app.name}</bdi>
          </li>
        ))}
        {visible.map(({ app, problem }) => (
          <li key={`${app.appId} ${problem.kind} ${problem.title} ${problem.since}`}>
            Check the data: <bdi class="b warn">{problem.title}</bdi>{' '}
            <span class="m nm">
              <Names
                of={[
                  app.name,
                  ...placeOf(problem).filter(
                    name => !problem.title.toLowerCase().includes(name.toLowerCase()),
                  ),
                ]}
              />
              , since {formatOf('').day(problem.since)}
            </span>
          </li>
        ))}
        {(visible.length < problems.length || others > 0) && (
          <li class="m">
            {visible.length < problems.length && (
              <button class="lnk" onClick={() => setAll(true)}>
                {countOf(problems.length - visible.length, 'more problem', formatOf(''))} with the
                data
              </button>
            )}
            {others > 0 && ` ${countOf(others, 'other', formatOf(''))} not listed.`}
          </li>
        )}
      </ul>
    </section>
  )
}

/** Names of the platform, network, campaign and country that a problem is limited to. */
export function placeOf({
  platform,
  network,
  campaign,
  country,
}: Overview['data'][number]): string[] {
  return [platform === null ? null : platformName(platform), network, campaign, country].filter(
    part => part !== null,
  )
}

import type { Overview, OverviewAction } from '../../../../generated/client/models.ts'
import { formatOf } from '../../parts/use-format.ts'
import { StepItem } from '../step-item.tsx'
import { sum } from '../../../core/formulas/sums.ts'
import { addDays, later } from '../../../core/model/dates.ts'
import { closingWords, notDoneWords, weeksWords } from '../../../core/words/total-words.ts'
import { isolate } from '../../../core/words/isolate.ts'
import { Sentence } from '../../parts/names-as-text.tsx'
import { shareOfSpend } from '../data/ranking.ts'
import { appScreen } from '../screen.ts'
import { TrackRecordSentence } from './track-record-sentence.tsx'

const MOST = 3

/** The first three steps of all apps. Each app's steps are in the service's order. */
function firstActions(apps: readonly Overview[]): { app: Overview; action: OverviewAction }[] {
  const weigh = shareOfSpend(apps)
  return apps
    .flatMap(app => {
      let weight = Infinity
      return app.actions.map(action => {
        weight = Math.min(weight, weigh(app.currency, action.step.gain ?? action.step.gainLow ?? 0))
        return { app, action, weight }
      })
    })
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST)
}

export function DoFirst({ apps }: { apps: readonly Overview[] }) {
  const actions = firstActions(apps)
  const others = sum(apps, app => app.actions.length + app.otherSteps) - actions.length
  const currencies = new Set(apps.map(({ currency }) => currency))
  return (
    <section class="first" aria-labelledby="h-do">
      <div class="hd">
        <h2 id="h-do">Do first</h2>
        <span class="m s">By worth{currencies.size > 1 && ' per spend'}</span>
      </div>
      {actions.length === 0 ? (
        <p class="card pad">
          <b class="b">No campaign has a step today.</b>{' '}
          <span class="m">The pages of the apps say why, campaign by campaign.</span>
        </p>
      ) : (
        <ol class="todo card">
          {actions.map(({ app, action }, i) => (
            <StepItem
              key={`${app.appId} ${action.id}`}
              position={i + 1}
              subject={action}
              format={formatOf(app.currency)}
              to={appScreen(app.appId, { panel: action.network, open: identityOf(action) })}
            >
              <bdi class="b">{action.campaign}</bdi>, <bdi>{app.name}</bdi>: {returnOf(app, action)}
            </StepItem>
          ))}
        </ol>
      )}
      <p class="foot m">
        {others > 0 && `${others} more on the pages of the apps. `}
        {stateSentences(apps).map(words => (
          <Sentence key={words}>{`${words}. `}</Sentence>
        ))}
      </p>
      <TrackRecordSentence apps={apps} />
    </section>
  )
}

function identityOf({ platform, network, campaign }: OverviewAction) {
  return { platform, network, campaign, country: null }
}

/** `66% of target, Nov 5–22, advised for 6 weeks`: the return that the call judges, its install dates, and how long the step was not done. */
function returnOf({ currency, dataThrough }: Overview, action: OverviewAction): string {
  const { share, range } = formatOf(currency)
  const { advisedSince, lookbackStartDate, lookbackEndDate } = action
  const weeks =
    advisedSince === null || dataThrough === null
      ? ''
      : `, advised for ${weeksWords(advisedSince, addDays(dataThrough, 1))}`
  return `${share(action.predictedRoas / action.targetRoas)} of target, ${range(lookbackStartDate, lookbackEndDate)}${weeks}`
}

/** `The steps of Merge Manor close 24% of the $10,632 a day short of target: 5 weeks at this pace` of each app, then `Of all steps, 10 were advised before and not done, for up to 7 weeks`. */
function stateSentences(apps: readonly Overview[]): string[] {
  const closing = apps.flatMap(({ name, currency, shortfall }) => {
    const words = closingWords(shortfall, formatOf(currency))
    const subject = apps.length > 1 ? `The steps of ${isolate(name)}` : 'The steps'
    return words === null ? [] : [`${subject} ${words}`]
  })
  const [since] = apps.flatMap(({ notDone }) => notDone.since ?? []).sort()
  if (since === undefined) return closing
  const through = apps.flatMap(({ dataThrough }) => dataThrough ?? []).reduce(later, since)
  const steps = sum(apps, ({ notDone }) => notDone.steps)
  const earlier = notDoneWords({ steps, since }, addDays(through, 1))
  return earlier === null ? closing : [...closing, `Of all steps, ${earlier}`]
}

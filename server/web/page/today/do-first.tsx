import type { Overview, OverviewAction } from '../../../../generated/client/models.ts'
import { formatOf } from '../../parts/use-format.ts'
import { StepItem } from '../step-item.tsx'
import { returnWords } from '../../parts/words.ts'
import { shareOfSpend } from '../data/ranking.ts'
import { appScreen } from '../screen.ts'
import { TrackRecordSentence } from './track-record-sentence.tsx'

const MOST = 3

/** The first three steps of all apps. Each app's steps are in the service's order. */
export function firstActions(apps: readonly Overview[]): { app: Overview; action: OverviewAction }[] {
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
  const others = apps.reduce((sum, { actions, otherSteps }) => sum + actions.length + otherSteps, -actions.length)
  const currencies = new Set(apps.map(({ currency }) => currency))
  return (
    <section class="first" aria-labelledby="h-do">
      <div class="hd">
        <h2 id="h-do">Do first</h2>
        <span class="m s">By what a step gains{currencies.size > 1 && ', as a share of what is spent in the currency'}</span>
      </div>
      {actions.length === 0 ? (
        <p class="card pad">
          <b class="b">No campaign has a step today.</b> <span class="m">The pages of the apps say why, campaign by campaign.</span>
        </p>
      ) : (
        <ol class="todo card">
          {actions.map(({ app, action }, i) => (
            <StepItem
              key={`${app.appId} ${action.id}`}
              position={i + 1}
              subject={{ ...action, responseHigh: null }}
              format={formatOf(app.currency)}
              to={appScreen(app.appId, { panel: action.network, open: identityOf(action) })}
            >
              <b>
                <bdi>{action.campaign}</bdi>
              </b>
              , <bdi>{app.name}</bdi>: {returnOf(app, action)}
            </StepItem>
          ))}
        </ol>
      )}
      {others > 0 && <p class="foot">{others === 1 ? '1 more step is' : `${others} more steps are`} on the pages of the apps.</p>}
      <TrackRecordSentence apps={apps} />
    </section>
  )
}

function identityOf({ platform, network, campaign }: OverviewAction) {
  return { platform, network, campaign, country: null }
}

/** `$6,202/day returns 66% of target, installs of Nov 5–22.` */
function returnOf({ currency }: Overview, action: OverviewAction): string {
  const format = formatOf(currency)
  const words = returnWords(action.dailySpend, action.predictedRoas / action.targetRoas, format)
  return `${words}, installs of ${format.range(action.lookbackStartDate, action.lookbackEndDate)}.`
}

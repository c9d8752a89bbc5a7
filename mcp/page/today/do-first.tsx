import type { Overview, OverviewAction } from '../../../generated/client/models.ts'
import { shareOfSpend } from '../data/ranking.ts'
import { formatOf } from '../../views/parts/format.ts'
import { Link } from '../link.tsx'
import { appScreen } from '../screen.ts'
import { apartWords } from '../../views/parts/plan/plan-words.ts'
import { actionOf, directionWords, returnWords, sideWords } from '../../views/parts/words.ts'
import { TrackRecordSentence } from './track-record-sentence.tsx'

const MOST = 3

/** The three actions with the most money away from target, of all apps; those that can only wait come last. */
export function firstActions(apps: readonly Overview[]): { app: Overview; action: OverviewAction }[] {
  const weigh = shareOfSpend(apps)
  return apps
    .flatMap(app =>
      app.actions.map(action => ({
        app,
        action,
        weight: weigh(app.currency, action.gap),
        isWait: actionOf(action, formatOf(app.currency)).sentence.startsWith('Wait:'),
      })),
    )
    .sort((a, b) => Number(a.isWait) - Number(b.isWait) || b.weight - a.weight)
    .slice(0, MOST)
}

export function DoFirst({ apps }: { apps: readonly Overview[] }) {
  const actions = firstActions(apps)
  const currencies = new Set(apps.map(({ currency }) => currency))
  return (
    <section class="first" aria-labelledby="h-do">
      <div class="hd">
        <h2 id="h-do">Do first</h2>
        <span class="m s">By daily money away from target{currencies.size > 1 && ', as a share of what is spent in the currency'}</span>
      </div>
      {actions.length === 0 ? (
        <p class="card pad">
          <b class="b">Nothing to do.</b> <span class="m">All campaigns are within the HOLD band around their targets.</span>
        </p>
      ) : (
        <ol class="todo card">
          {actions.map(({ app, action }, i) => (
            <ActionItem
              key={`${app.appId} ${action.platform} ${action.network} ${action.campaign}`}
              {...{ app, action }}
              position={i + 1}
            />
          ))}
        </ol>
      )}
      <TrackRecordSentence apps={apps} />
    </section>
  )
}

function ActionItem({ app, action, position }: { app: Overview; action: OverviewAction; position: number }) {
  const format = formatOf(app.currency)
  const { platform, network, campaign } = action
  const ofTarget = action.predictedRoas / action.targetRoas
  const { sentence, direction } = actionOf(action, format)
  return (
    <li>
      <span class="k" aria-hidden="true">
        {position}
      </span>
      <div class="do">
        <Link class="cover" to={appScreen(app.appId, { panel: network, open: { platform, network, campaign, country: null } })}>
          {sentence} <i>— {directionWords(direction)}</i>
        </Link>
        <div class="why">
          <b>{campaign}</b>, {app.name}: {returnWords(action.dailySpend, ofTarget, format)}.{' '}
          {apartWords({ ...action, target: action.targetRoas, predicted: action.predictedRoas }, format)}
        </div>
      </div>
      <div class={`amt ${ofTarget < 1 ? 'below' : 'above'}`}>
        <b>{format.rate(action.gap)}</b> <span class="s">{sideWords(ofTarget)}</span>
      </div>
    </li>
  )
}

import { apartWords } from '../../views/parts/plan/plan-words.ts'
import { actionOf, directionWords, returnWords, sideWords } from '../../views/parts/words.ts'
import { Link } from '../link.tsx'
import { ALERTS, type AppScreen } from '../screen.ts'
import { type App, type Call, isByCountry, regionName } from './use-app.ts'

interface DoFirstProps {
  screen: AppScreen
  app: App
  calls: readonly Call[] | undefined
}

const MOST = 3

/** The three calls of what is shown with the most money away from target. */
export function DoFirst({ screen, app, calls }: DoFirstProps) {
  const { overview, context } = app
  const { format } = context
  const first = (calls ?? [])
    .filter(({ action, gap }) => action !== 'HOLD' && gap !== null)
    .sort((a, b) => b.gap! - a.gap!)
    .slice(0, MOST)
  return (
    <section class="card" aria-labelledby="h-first">
      <h2 id="h-first" class="pad">
        Do first in {overview.name}
      </h2>
      {calls === undefined ? (
        <div class="pad">
          <span class="sk" style={{ width: '100%', height: '120px' }} />
        </div>
      ) : first.length === 0 ? (
        <p class="pad m">Nothing to do: every campaign with a target is within {format.share(overview.actionThreshold)} of it.</p>
      ) : (
        <ol class="todo">
          {first.map(call => {
            const { platform, network, campaign, share, gap, dailySpend, closeCall } = call
            const { sentence, direction } = actionOf(call, format)
            const country = isByCountry(screen) ? call.country : null
            return (
              <li key={call.id}>
                <div class="do">
                  <Link class="cover" to={{ ...screen, open: { platform, network, campaign, country } }}>
                    {sentence}
                    {direction !== 'same' && <i> — {directionWords(direction)}</i>}
                  </Link>
                  <div class="why s">
                    <b class="nm">{campaign}</b>
                    {country !== null && `, ${regionName(country)}`}: {returnWords(dailySpend, share, format)}
                    {closeCall === true && '; a close call'}. {apartWords(call, format)}
                  </div>
                </div>
                <div class={`amt ${share! < 1 ? 'below' : 'above'}`}>
                  <b>{format.rate(gap)}</b> <span class="s">{sideWords(share!)}</span>
                </div>
              </li>
            )
          })}
        </ol>
      )}
      {overview.openAlerts > 0 && (
        <p class="s m alerts-link">
          <Link class="lnk" to={{ ...ALERTS, app: overview.appId }}>
            {overview.openAlerts} open {overview.openAlerts === 1 ? 'alert' : 'alerts'}
          </Link>
        </p>
      )}
    </section>
  )
}

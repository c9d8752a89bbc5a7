import type { Format } from '../../../core/words/format.ts'
import { regionName } from '../../../core/words/names.ts'
import { standingWords } from '../../../core/words/step-words.ts'
import { countOf } from '../../parts/words.ts'
import { keyOf } from '../alerts/inbox.ts'
import { stepsOf, useMarked } from '../data/use-overview.ts'
import { Link } from '../link.tsx'
import { ALERTS, type AppScreen, TRUST } from '../screen.ts'
import { StepItem } from '../step-item.tsx'
import { type App, type Call, isByCountry } from './use-app.ts'

interface DoFirstProps {
  screen: AppScreen
  app: App
  calls: readonly Call[] | undefined
  most?: number
}

/** The first steps of the displayed campaigns, or why there are none. */
export function DoFirst({ screen, app, calls, most = 3 }: DoFirstProps) {
  const { overview, context } = app
  const { format } = context
  const marked = useMarked()
  const all = stepsOf(calls ?? [])
  const steps = all.filter(call => !marked.has(keyOf({ ...call, appId: overview.appId })))
  const standing = standingWords(overview, format)
  const [others, done] = [steps.length - most, all.length - steps.length]
  return (
    <section class="card" aria-labelledby="h-first">
      <h2 id="h-first" class="pad">
        Do first in <bdi>{overview.name}</bdi>
      </h2>
      {standing !== null && <p class="pad m s untested">{standing}</p>}
      {calls === undefined ? (
        <div class="pad">
          <span class="sk" style={{ width: '100%', height: '120px' }} />
        </div>
      ) : steps.length === 0 ? (
        <p class="pad m">
          {done > 0 ? 'Every step is done or snoozed.' : stayWords(calls, format)}
        </p>
      ) : (
        <ol class="todo">
          {steps.slice(0, most).map(call => {
            const { id, platform, network, campaign, share, closeCall } = call
            const country = isByCountry(screen) ? call.country : null
            return (
              <StepItem
                key={id}
                subject={call}
                format={format}
                to={{ ...screen, open: { platform, network, campaign, country } }}
              >
                <bdi class="b nm">{campaign}</bdi>
                {country !== null && `, ${regionName(country)}`}:{' '}
                <span class="nw">{format.share(share)}</span> of target,{' '}
                {format.range(call.lookbackStartDate, call.lookbackEndDate)}
                {closeCall === true && '; a close call'}
              </StepItem>
            )
          })}
        </ol>
      )}
      <p class="row s m alerts-link">
        {others > 0 && (
          <Link class="lnk" to={{ ...screen, sort: '-step' }}>
            {countOf(others, 'more step', format)}
          </Link>
        )}
        {overview.openAlertCampaigns > 0 && (
          <Link class="lnk" to={{ ...ALERTS, app: overview.appId }}>
            {countOf(overview.openAlertCampaigns, 'campaign', format)} with alerts
          </Link>
        )}
        <Link class="lnk" to={{ ...TRUST, app: overview.appId }}>
          Track record
        </Link>
        {done > 0 && <span>{countOf(done, 'step', format)} done or snoozed</span>}
      </p>
    </section>
  )
}

/** `Nothing to change: 12 campaigns stay, 2 have data to check, 1 has stopped. The table says why.` */
function stayWords(calls: readonly Call[], format: Format): string {
  if (calls.length === 0) return 'The latest run has no call for what is shown.'
  const count = (kind: Call['step']['kind']) =>
    calls.filter(({ step }) => step.kind === kind).length
  const [unchanged, unclear, stopped] = [count('keep'), count('check_data'), count('stopped')]
  const parts = [
    unchanged > 0 &&
      `${countOf(unchanged, 'campaign', format)} ${unchanged === 1 ? 'stays' : 'stay'} as ${unchanged === 1 ? 'it is' : 'they are'}`,
    unclear > 0 && `the data of ${unclear} need a check`,
    stopped > 0 && `${stopped} spend nothing any more`,
  ]
  return `Nothing to change today: ${parts.filter(part => part !== false).join(', ')}. The table says why.`
}

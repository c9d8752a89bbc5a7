import './campaign.css'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Event } from '../../../../generated/client/models.ts'
import { Act } from '../../parts/campaigns/act.tsx'
import { Move } from '../../parts/charts/move.tsx'
import type { Lettered } from '../../parts/events.tsx'
import { confidenceWords, opposedWords } from '../../../core/words/doubt-words.ts'
import { countryName, isSameCampaign, platformName, regionName } from '../../../core/words/names.ts'
import { roasOf } from '../../parts/campaigns/call.ts'
import { type CampaignRow, isWithin } from '../app/campaign-rows.tsx'
import { CallTag } from '../../parts/campaigns/campaign-columns.tsx'
import { type App, type Call, useCalls } from '../app/use-app.ts'
import { isolate } from '../../../core/words/isolate.ts'
import { Dialog } from '../dialog.tsx'
import { Link } from '../link.tsx'
import { Sentence } from '../../parts/names-as-text.tsx'
import { appScreen, type CampaignIdentity } from '../screen.ts'
import { useRecord } from '../trust/use-record.ts'
import { TroubleNotice } from '../trouble-notice.tsx'
import { AlertsOf, useAlerts } from './alerts-section.tsx'
import { Countries } from './countries-section.tsx'
import { Estimates } from './estimates-section.tsx'
import { TrackRecordOf } from './record-section.tsx'
import { ResponseOf } from './response-section.tsx'

interface DrawerProps {
  app: App
  campaign: CampaignIdentity
  /** Its ROAS in the page's date range. */
  fact: CampaignRow | undefined
  events: readonly Lettered<Event>[]
  onClose: () => void
}

/** A campaign: its step, estimates, countries, track record and alerts. */
export function CampaignDrawer({ app, campaign, fact, events, onClose }: DrawerProps) {
  const name = useRef<HTMLHeadingElement>(null)
  const { overview } = app
  const { calls, answer } = useCalls(app, campaign.country !== null)
  const alerts = useAlerts(app, campaign)
  const tiers = useRecord(overview.appId, 'status')
  const call = calls?.find(
    row =>
      isSameCampaign(row, campaign) &&
      (campaign.country === null || row.country === campaign.country),
  )
  useLayoutEffect(() => name.current!.focus(), [])
  useEffect(() => {
    name.current!.closest('dialog')!.scrollTop = 0
  }, [campaign.campaign, campaign.platform, campaign.network, campaign.country])
  const sightings = Math.max(0, ...(alerts.data ?? []).map(({ timesSeen }) => timesSeen ?? 0))
  const since = (alerts.data ?? []).map(({ firstSeen }) => firstSeen ?? '').sort()[0]
  const { format } = app.context
  const country = campaign.country ?? call?.country
  const within = isWithin(call ?? null, fact?.roas ?? null)
  return (
    <Dialog class="dr" aria-labelledby="h-dr" onClose={onClose}>
      <div class="in">
        <div class="ends top">
          <div class="nm">
            <p class="m s">
              <Link to={appScreen(overview.appId)}>
                <bdi>{overview.name}</bdi>
              </Link>{' '}
              /{' '}
              <Link to={appScreen(overview.appId, { panel: campaign.network })}>
                <bdi>{campaign.network}</bdi>
              </Link>
            </p>
            <h2 id="h-dr" tabIndex={-1} ref={name}>
              <bdi>{campaign.campaign}</bdi>
            </h2>
            <p class="m">
              {platformName(campaign.platform)}
              {country !== undefined &&
                ` · ${country === 'GLOBAL' ? 'several countries' : regionName(country)}`}
              {call !== undefined && (
                <>
                  {' · '}
                  <CallTag action={call.action} />{' '}
                  {confidenceWords(
                    call,
                    format,
                    tiers.data?.find(({ status }) => status === call.status),
                  )}
                </>
              )}
              {sightings > 1 &&
                since !== undefined &&
                ` · ${sightings} sightings since ${format.day(since)}`}
            </p>
          </div>
          <button class="btn" onClick={onClose}>
            Close
          </button>
        </div>
        <TroubleNotice what="The recommendations" answer={answer} />
        {calls === undefined && answer.isLoading && (
          <span class="sk small-sk" role="status" aria-label="Loading" />
        )}
        {calls !== undefined && call === undefined && (
          <p class="act">
            <b>No call</b>
            <span class="m why">
              The latest run recommends nothing for this campaign
              {campaign.country === null ? '' : ` in ${countryName(campaign.country)}`}.
            </span>
          </p>
        )}
        {call !== undefined && (
          <>
            <Act call={call} format={format}>
              {call.opposedBy.map(type => (
                <p key={type} class="warn">
                  {opposedWords(type, roasOf(call, { ...overview, targetRoasType: type }), format)}.
                </p>
              ))}
              {fact !== undefined && fact.roas !== null && (
                <p class="m">
                  Installs of {format.range(app.range.from, app.range.to)}: {format.roas(fact.roas)}
                  {within !== null && `, ${within ? 'inside' : 'outside'} the interval`}
                </p>
              )}
            </Act>
            <SizeOfMove {...{ call, app }} />
            <ResponseOf {...{ call, app }} />
          </>
        )}
        <Estimates {...{ app, campaign, events }} target={call?.targetRoas ?? null} />
        <div class="cols two n2">
          <Countries {...{ app, campaign }} />
          <TrackRecordOf {...{ app, campaign }} />
        </div>
        <AlertsOf app={app} answer={alerts} />
      </div>
    </Dialog>
  )
}

/** The bid target: current, recommended, and without the network's limits. */
function SizeOfMove({ call, app }: { call: Call; app: App }) {
  const { roas, share } = app.context.format
  const { optimisationDsi: dsi, optimisationRawRoas: raw, network, step } = call
  if (step.kind !== 'bid_target') return null
  const [from, to] = [step.from!, step.to!]
  const isCapped = raw !== null && roas(raw) !== roas(to)
  const steps = [
    { value: from, text: roas(from), name: 'live' },
    {
      value: to,
      text: roas(to),
      name: `now, ${to < from ? '−' : '+'}${share(Math.abs(to / from - 1))}`,
    },
    ...(isCapped ? [{ value: raw, text: roas(raw), name: 'uncapped' }] : []),
  ]
  return (
    <section aria-labelledby="h-move">
      <h3 id="h-move">Size of the move</h3>
      <Move steps={steps} label={`D${dsi} ROAS target of ${call.campaign}`} />
      <p class="m s">
        <Sentence>
          {isCapped
            ? `The pacing rules of ${isolate(network)} limit the step. Without them, the recommended target is ${roas(raw)}.`
            : 'The step is within the pacing rules: no limit applies.'}
        </Sentence>
      </p>
    </section>
  )
}

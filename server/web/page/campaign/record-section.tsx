import type { TrackRecord } from '../../../../generated/client/models.ts'
import { MIN_DECISIONS } from '../../../core/model/classification.ts'
import { platformName } from '../../../core/words/names.ts'
import { TableHead } from '../../parts/table-head.tsx'
import type { App } from '../app/use-app.ts'
import { useAnswer } from '../data/use-answer.ts'
import type { CampaignIdentity } from '../screen.ts'
import { namesOf } from './use-history.ts'

/** How often recommendations were right: of the network on this platform, and of this campaign. */
function useTrackRecord({ overview: { appId } }: App, campaign: CampaignIdentity) {
  const names = namesOf(campaign)
  const networks = useAnswer(['track record', appId], client =>
    client.getTrackRecord({ appId, groupBy: ['platform', 'network'] }),
  )
  const own = useAnswer(['track record', appId, names], client =>
    client.getTrackRecord({ appId, ...names }),
  )
  return {
    network: networks.data?.find(
      ({ platform, network }) => platform === campaign.platform && network === campaign.network,
    ),
    own: own.data?.[0],
    isLoading: networks.data === undefined || own.data === undefined,
    trouble: networks.trouble ?? own.trouble,
  }
}

/** How often similar recommendations were right. */
export function TrackRecordOf({ app, campaign }: { app: App; campaign: CampaignIdentity }) {
  const { network, own, isLoading, trouble } = useTrackRecord(app, campaign)
  const since = [network?.since, own?.since].filter(day => day !== undefined).sort()[0]
  return (
    <section aria-labelledby="h-record">
      <h3 id="h-record">Track record</h3>
      {trouble !== null && <p class="m">Did not load. {trouble.message}</p>}
      {isLoading ? (
        trouble === null && <span class="sk small-sk" role="status" aria-label="Loading" />
      ) : (
        <>
          <table class="l c">
            <TableHead
              of={[
                [since === undefined ? 'Campaigns' : `Since ${app.context.format.day(since)}`],
                ['Calls', 'r'],
                ['Right', 'r'],
                ['Error', 'r'],
              ]}
            />
            <tbody>
              <Row
                name={`${campaign.network}, ${platformName(campaign.platform)}`}
                record={network}
                app={app}
              />
              <Row name="This campaign" record={own} app={app} />
            </tbody>
          </table>
          <p class="m s">
            Right: share of money. Error: half of the money’s estimates were closer.
          </p>
        </>
      )}
    </section>
  )
}

function Row({ name, record, app }: { name: string; record: TrackRecord | undefined; app: App }) {
  const { share, roas, count } = app.context.format
  const calls = record?.decisions ?? 0
  const error = record?.p50 ?? null
  return (
    <tr>
      <th scope="row" class="nm">
        <bdi>{name}</bdi>
      </th>
      <td class="r">{count(calls)}</td>
      {calls < MIN_DECISIONS ? (
        <td class="r m" colSpan={2}>
          too few: {MIN_DECISIONS} needed
        </td>
      ) : (
        <>
          <td class="r">{share(record?.rightShare)}</td>
          <td class="r">{error === null ? '–' : `±${roas(error)}`}</td>
        </>
      )}
    </tr>
  )
}

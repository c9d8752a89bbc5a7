import type { Overview, TrackRecord } from '../../../../generated/client/models.ts'
import { MIN_DECISIONS } from '../../../core/model/classification.ts'
import { Choice } from '../../parts/choice.tsx'
import { recordWords } from '../../../core/words/record-words.ts'
import { type Format, formatOf } from '../../parts/use-format.ts'
import { TableHead } from '../../parts/table-head.tsx'
import { countOf, platformName } from '../../parts/words.ts'
import { useOverview } from '../data/use-overview.ts'
import { Link } from '../link.tsx'
import { Names } from '../../parts/names-as-text.tsx'
import { appScreen, type TrustScreen } from '../screen.ts'
import { Loaded, LoadingLead, TroubleNotice } from '../trouble-notice.tsx'
import { useNavigation } from '../use-screen.ts'
import { type Grouping, useRecord } from './use-record.ts'

/** Number of wrong recommendations listed. */
const EXAMPLES = 10

/** How often recommendations were right, in total and in parts, and the most expensive wrong ones. */
export function TrustPage({ screen }: { screen: TrustScreen }) {
  const overview = useOverview()
  const { go } = useNavigation()
  const app = overview.all.find(({ appId }) => appId === screen.app) ?? overview.all[0]
  const answer = useRecord(app?.appId ?? null, 'none', EXAMPLES)
  const record = answer.data?.[0]
  return (
    <>
      <h1>
        {app === undefined || answer.data === undefined
          ? 'Track record'
          : (recordWords(answer.data, formatOf(app.currency)) ?? 'No call has a known outcome yet')}
      </h1>
      {(overview.isLoading || answer.isLoading) && answer.data === undefined && (
        <LoadingLead {...answer} />
      )}
      <TroubleNotice what="The overview" answer={overview} />
      <TroubleNotice what="The track record" answer={answer} />
      {app !== undefined && (
        <>
          <p class="lead">
            A call is a campaign’s SCALE, HOLD or REDUCE in a run. It is right if the ROAS that its
            installs reached asks for the same; one step off if one of the two is HOLD; the other
            way if they oppose each other. Shares are of the money that the calls judged.
          </p>
          <div class="bar card" role="group" aria-label="What is shown">
            <Choice
              label="App"
              value={app.appId}
              options={overview.all.map(({ appId, name }) => [appId, name])}
              onChoose={appId => go({ ...screen, app: appId })}
            />
          </div>
          <div class="cols two rec">
            <Parts app={app} by="status" title="By confidence" order={['HIGH', 'MEDIUM', 'LOW']} />
            <Parts app={app} by="platform" title="By platform" />
            <Parts app={app} by="network" title="By network" />
            <Parts app={app} by="size" title="By size" order={['LARGE', 'MEDIUM', 'SMALL']} />
          </div>
          <Wrong app={app} wrong={record?.wrong} />
        </>
      )}
    </>
  )
}

interface PartsProps {
  app: Overview
  by: Exclude<Grouping, 'none' | 'action'>
  title: string
  order?: readonly string[]
}

const SIZES: Record<string, string> = {
  LARGE: '5% of a run’s spend or more',
  MEDIUM: '1 to 5%',
  SMALL: 'under 1%',
}

function Parts({ app, by, title, order }: PartsProps) {
  const answer = useRecord(app.appId, by)
  const format = formatOf(app.currency)
  const nameOf = (record: TrackRecord) => String(record[by] ?? '')
  const rows = answer.data?.toSorted((a, b) =>
    order === undefined
      ? (b.dailySpend ?? 0) - (a.dailySpend ?? 0)
      : order.indexOf(nameOf(a)) - order.indexOf(nameOf(b)),
  )
  return (
    <section class="card pad" aria-labelledby={`h-${by}`}>
      <h2 id={`h-${by}`}>{title}</h2>
      <Loaded what={title} answer={{ ...answer, data: rows }} block="small-sk">
        {rows =>
          rows.length === 0 ? (
            <p class="m">No call has a known outcome yet.</p>
          ) : (
            <div class="tb" tabIndex={0} role="region" aria-label={`${title}, table`}>
              <table class="l c">
                <TableHead
                  of={[
                    [title.slice(3, 4).toUpperCase() + title.slice(4)],
                    ...['Calls', 'Right', 'One step off', 'Other way', 'Error of 80%'].map(
                      label => [label, 'r'] as const,
                    ),
                  ]}
                />
                <tbody>
                  {rows.map(record => (
                    <tr key={nameOf(record)}>
                      <th scope="row" class="nm">
                        <bdi>
                          {by === 'platform'
                            ? platformName(nameOf(record))
                            : by === 'size'
                              ? SIZES[nameOf(record)]
                              : nameOf(record)}
                        </bdi>
                      </th>
                      <td class="r">{format.count(record.decisions)}</td>
                      <Rates {...{ record, format }} />
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loaded>
    </section>
  )
}

function Rates({
  record: { rightShare, oppositeShare, p80 },
  format,
}: {
  record: TrackRecord
  format: Format
}) {
  if (typeof rightShare !== 'number' || typeof oppositeShare !== 'number') {
    return (
      <td class="r m" colSpan={4}>
        too few: {MIN_DECISIONS} needed
      </td>
    )
  }
  return (
    <>
      <td class="r b">{format.share(rightShare)}</td>
      <td class="r">{format.share(Math.max(0, 1 - rightShare - oppositeShare))}</td>
      <td class="r">{format.share(oppositeShare)}</td>
      <td class="r">{typeof p80 === 'number' ? `±${format.share(p80)}` : '–'}</td>
    </>
  )
}

/** The most expensive wrong recommendations, each with predicted and actual ROAS. */
function Wrong({ app, wrong }: { app: Overview; wrong: TrackRecord['wrong'] }) {
  const format = formatOf(app.currency)
  if (wrong === undefined) return null
  return (
    <section aria-labelledby="h-wrong">
      <div class="hd">
        <h2 id="h-wrong">
          {wrong.length === 0
            ? 'No wrong calls'
            : `The ${countOf(wrong.length, 'wrong call', format)} that cost most`}
        </h2>
        <span class="m s">
          Cost: money a day by which the installs missed the target, either way. ROAS at D
          {app.targetDsi}.
        </span>
      </div>
      {wrong.length > 0 && (
        <div class="card pad tb" tabIndex={0} role="region" aria-label="Wrong calls, table">
          <table class="l c">
            <TableHead
              of={[
                ...['Campaign', 'Run of', 'Call', 'Hindsight'].map(label => [label] as const),
                ...['Predicted', 'Reached', 'Target', 'Spend', 'Cost'].map(
                  label => [label, 'r'] as const,
                ),
              ]}
            />
            <tbody>
              {wrong.map(
                ({ date, platform, network, campaign, action, actionInHindsight, ...row }) => (
                  <tr key={JSON.stringify([date, platform, network, campaign])}>
                    <th scope="row" class="nm">
                      <Link
                        to={appScreen(app.appId, {
                          panel: network,
                          open: { platform, network, campaign, country: null },
                        })}
                      >
                        <bdi>{campaign}</bdi>
                      </Link>
                      <div class="m s light">
                        <Names of={[platformName(platform), network]} />
                      </div>
                    </th>
                    <td>{format.day(date)}</td>
                    <td>{action}</td>
                    <td>{actionInHindsight}</td>
                    <td class="r">{format.roas(row.predictedRoas)}</td>
                    <td class="r">{format.roas(row.actualRoas)}</td>
                    <td class="r">{format.roas(row.targetRoas)}</td>
                    <td class="r">{format.rate(row.dailySpend)}</td>
                    <td class={`r b ${row.actualRoas < row.targetRoas ? 'below' : 'above'}`}>
                      {format.rate(row.cost)}
                      <div class="s light">
                        {row.actualRoas < row.targetRoas ? 'short' : 'above'}
                      </div>
                    </td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

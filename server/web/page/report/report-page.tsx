import { AppRow } from '../today/app-rows.tsx'
import { answerOf } from '../today/heading.ts'
import { Lead, Urgent } from '../today/lead.tsx'
import { TrackRecordSentence } from '../today/track-record-sentence.tsx'
import { countOf } from '../../parts/words.ts'
import { campaignRows, readSort, sortCampaigns } from '../app/campaign-rows.tsx'
import { CampaignsTable } from '../app/campaigns-table.tsx'
import { Cards } from '../app/cards.tsx'
import { DoFirst } from '../app/do-first.tsx'
import { PacingTable } from '../app/pacing-table.tsx'
import { Panels } from '../app/panels.tsx'
import { maturityWords } from '../app/use-app.ts'
import { WhyTable } from '../app/why-table.tsx'
import { Link } from '../link.tsx'
import { Sentence } from '../../parts/names-as-text.tsx'
import type { Report } from './read-report.ts'

export const MOST_STEPS = 10

/** Maximum campaigns in the table, by spend: at 600 px each is a separate block. */
const MOST_CAMPAIGNS = 12

const LONG_DAY = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Today and the app's screen, one below the other, for one app. */
export function ReportPage({ report, now }: { report: Report; now: number }) {
  const {
    screen,
    app,
    facts,
    periods,
    calls,
    events,
    measure,
    groups,
    total,
    causes,
    target,
    heading,
  } = report
  const { overview, context, range } = app
  const { format } = context
  const all = campaignRows(facts.rows, calls, { dsis: context.dsis, dsi: context.targetDsi })
  const campaigns = sortCampaigns(all, readSort(screen.sort)).slice(0, MOST_CAMPAIGNS)
  const others = all.length - campaigns.length
  return (
    <main class="wrap report">
      <p class="m">
        <bdi class="b nm">{overview.name}</bdi>, {LONG_DAY.format(now)}
      </p>
      <h1>
        <Sentence>{answerOf([overview], now)}</Sentence>
      </h1>
      <Lead apps={[overview]} now={now} />
      <Urgent apps={[overview]} />
      <DoFirst {...{ screen, app, calls }} most={MOST_STEPS} />
      <TrackRecordSentence apps={[overview]} />
      <section class="apps card" aria-label="Newest day and last 7 days">
        <AppRow app={overview} now={now} />
      </section>
      <h2 class="question">
        <Sentence>{heading}</Sentence>
      </h2>
      <p class="lead">
        Installs {format.range(range.from, range.to)}
        {measure.isForecast && facts.rows.length > 0 && `, ${maturityWords(app, facts)}`}. Run of{' '}
        {format.day(facts.runCreatedAt)}, data through {format.day(facts.dataThrough)}.
      </p>
      {facts.rows.length > 0 && (
        <>
          <Cards
            {...{ app, total, groups, target }}
            metric={measure.metric}
            isForecast={facts.actualShare !== 1}
          />
          <WhyTable {...{ measure, total, groups, causes }} of="Network" />
          <Panels {...{ screen, app, measure, groups, events, periods, calls }} of="Network" />
        </>
      )}
      {overview.pacing.length > 0 && (
        <section aria-labelledby="h-budget">
          <div class="hd">
            <h2 id="h-budget">Budget</h2>
          </div>
          <PacingTable app={app} />
        </section>
      )}
      {facts.rows.length > 0 && (
        <CampaignsTable {...{ screen, app }} title={null} rows={campaigns} />
      )}
      {others > 0 && (
        <p class="m s">
          <Link class="lnk" to={screen}>
            {countOf(others, 'more campaign', format)}
          </Link>{' '}
          on the page.
        </p>
      )}
    </main>
  )
}

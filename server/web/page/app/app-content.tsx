import { useMemo } from 'preact/hooks'
import type { Overview } from '../../../../generated/client/models.ts'
import { CampaignDrawer } from '../campaign/drawer.tsx'
import { isolate } from '../../../core/words/isolate.ts'
import { isSameCampaign } from '../../../core/words/names.ts'
import { Link } from '../link.tsx'
import { Sentence } from '../../parts/names-as-text.tsx'
import { type AppScreen, type CampaignIdentity, TODAY } from '../screen.ts'
import { TroubleNotice } from '../trouble-notice.tsx'
import { useNavigation } from '../use-screen.ts'
import { AppBar, type Export } from './app-bar.tsx'
import { AppSkeleton } from './app-skeleton.tsx'
import { Budget } from './budget.tsx'
import { campaignRows, readSort, sortCampaigns } from './campaign-rows.tsx'
import { CampaignsTable } from './campaigns-table.tsx'
import { Cards } from './cards.tsx'
import { causesOf } from './causes.ts'
import { targetOf } from '../../parts/campaigns/call.ts'
import { DoFirst } from './do-first.tsx'
import { DIMENSIONS } from './filter-menu.tsx'
import { campaignsCsv, groupsCsv, saveCsv } from './export-rows.ts'
import { headingOf } from './heading.ts'
import { AppHistory } from './history-picture.tsx'
import { type Measure, measureOf } from './measures.ts'
import { Panels } from './panels.tsx'
import { addPairs } from '../../../core/formulas/sums.ts'
import {
  type App,
  groupFacts,
  groupLabel,
  groupNameOf,
  isByCountry,
  maturityWords,
  passes,
  useCalls,
  useEvents,
  useFacts,
  usePeriods,
} from './use-app.ts'
import { WhyTable } from './why-table.tsx'

interface AppContentProps {
  screen: AppScreen
  app: App
  apps: readonly Overview[]
}

const OF = { network: 'Network', platform: 'Platform', country: 'Country', campaign: 'Campaign' }

/** An app's screen. The responses are summed here, so that panels, cards and tables agree. */
export function AppContent({ screen, app, apps }: AppContentProps) {
  const { go } = useNavigation()
  const { overview, context, range, before } = app
  const { format } = context
  const { groupBy, filters, metric, panel } = screen
  const dsis = context.dsis.length
  const byCountry = isByCountry(screen)
  const facts = useFacts(app, screen)
  const periods = usePeriods(app, screen)
  const { calls: allCalls, answer: callsAnswer } = useCalls(app, byCountry)
  const events = useEvents(app)
  const measure = useMemo(
    () => measureOf(metric, context),
    [metric, context.targetDsi, overview.appId],
  )

  const rows = useMemo(
    () => (facts.data?.rows ?? []).filter(row => passes(filters, row)),
    [facts.data, filters],
  )
  const groups = useMemo(() => groupFacts(rows, groupBy, dsis), [rows, groupBy])
  const total = useMemo(() => addPairs(rows, dsis), [rows])
  const calls = useMemo(() => allCalls?.filter(call => passes(filters, call)), [allCalls, filters])
  const target = calls === undefined ? null : targetOf(calls)
  const causes = useMemo(() => causesOf(groups, measure), [groups, measure])
  const table = useMemo(() => {
    const those = rows.filter(row => panel === null || groupNameOf(groupBy, row) === panel)
    return campaignRows(those, calls ?? [], { dsis: context.dsis, dsi: context.targetDsi })
  }, [rows, calls, panel, groupBy])
  const options = useMemo(
    () => optionsOf(facts.data?.rows ?? [], allCalls ?? [], byCountry),
    [facts.data, allCalls],
  )

  const { open } = screen
  const opened =
    open === null
      ? undefined
      : table.find(row => isSameCampaign(row, open) && row.country === open.country)
  const [now, earlier] = [
    measure.of(total.now),
    total.before === null ? null : measure.of(total.before),
  ]
  const panelLabel = panel === null ? null : groupLabel(groupBy, panel)
  const heading =
    facts.data === undefined
      ? isolate(overview.name)
      : rows.length === 0
        ? `${isolate(overview.name)} has no installs in these dates`
        : headingOf({
            measure,
            now,
            missing: measure.missing(total.now),
            before: earlier,
            causes,
            target: metric === 'roas' ? target : null,
            isCompared: before !== null,
            actionThreshold: overview.actionThreshold,
            format,
          })
  const name = `${overview.name} ${range.from} ${range.to}`
  const exports: Export[] = [
    {
      label: `${table.length} campaigns, CSV`,
      run: () =>
        saveCsv(
          `${name} campaigns`,
          campaignsCsv(app, sortCampaigns(table, readSort(screen.sort))),
        ),
    },
    {
      label: `${groups.length} ${OF[groupBy] === 'Country' ? 'countries' : `${OF[groupBy].toLowerCase()}s`}, CSV`,
      run: () =>
        saveCsv(
          `${name} by ${groupBy}`,
          groupsCsv(app, groupBy, cardMeasures(app, measure), groups),
        ),
    },
    { label: 'Print', run: () => window.print() },
  ]
  return (
    <>
      <nav class="row m crumb" aria-label="Breadcrumb">
        <Link to={TODAY}>Today</Link>
        <span aria-hidden="true">/</span>
        {panel === null ? (
          <bdi aria-current="page">{overview.name}</bdi>
        ) : (
          <>
            <Link to={{ ...screen, panel: null, open: null }}>
              <bdi>{overview.name}</bdi>
            </Link>
            <span aria-hidden="true">/</span>
            <bdi aria-current="page" class="nm">
              {panelLabel}
            </bdi>
          </>
        )}
      </nav>
      <h1 data-heading>
        <Sentence>{heading}</Sentence>
      </h1>
      {facts.data !== undefined && (
        <p class="lead">
          Installs {format.range(range.from, range.to)}
          {measure.isForecast && rows.length > 0 && `, ${maturityWords(app, facts.data)}`}. Run{' '}
          {format.ago(facts.data.runCreatedAt)}, data through {format.day(facts.data.dataThrough)}.
        </p>
      )}
      <AppBar {...{ screen, app, apps, options, exports }} />
      <TroubleNotice what="The report" answer={facts} />
      <TroubleNotice what="The recommendations" answer={callsAnswer} />
      {facts.data === undefined ? (
        facts.isLoading && <AppSkeleton isSlow={facts.isSlow} />
      ) : rows.length === 0 ? (
        <NoRows screen={screen} />
      ) : (
        <div class={facts.isLoading ? 'waits' : undefined} aria-busy={facts.isLoading}>
          <Cards
            {...{ app, metric, total, groups, target }}
            isForecast={facts.data.actualShare !== 1}
          />
          <div class="cols two">
            <WhyTable {...{ measure, total, groups, causes }} of={OF[groupBy]} />
            <DoFirst {...{ screen, app, calls }} />
          </div>
          <Budget {...{ screen, app, calls, target }} />
          <TroubleNotice what={`The chart`} answer={periods} />
          <Panels
            {...{ screen, app, measure, groups, events }}
            periods={periods.data}
            calls={calls ?? []}
            of={OF[groupBy]}
          />
          <AppHistory app={app} target={target} />
          <CampaignsTable {...{ screen, app }} title={panelLabel} rows={table} />
        </div>
      )}
      {screen.open !== null && (
        <CampaignDrawer
          app={app}
          campaign={screen.open}
          fact={opened}
          events={events}
          onClose={() => go({ ...screen, open: null }, 'back')}
        />
      )}
    </>
  )
}

function NoRows({ screen }: { screen: AppScreen }) {
  const { go } = useNavigation()
  const isFiltered = DIMENSIONS.some(([dimension]) => screen.filters[dimension].length > 0)
  return (
    <div class="card pad empty">
      <p class="b">No campaign had spend or installs here.</p>
      <p class="m">
        {isFiltered
          ? 'The filters leave nothing of these dates.'
          : 'Choose other dates, or look again after the next run.'}
      </p>
      {isFiltered && (
        <p>
          <button
            class="btn"
            onClick={() =>
              go({
                ...screen,
                filters: { platforms: [], networks: [], countries: [], campaigns: [] },
                panel: null,
              })
            }
          >
            Clear filters
          </button>
        </p>
      )}
    </div>
  )
}

function cardMeasures(app: App, measure: Measure): Measure[] {
  const usual = (['spend', 'installs', 'roas', 'cpi'] as const).map(metric =>
    measureOf(metric, app.context),
  )
  return usual.some(({ metric }) => metric === measure.metric) ? usual : [...usual, measure]
}

/** Names that filters offer. `Unknown` platforms cannot be requested. */
function optionsOf(
  rows: readonly CampaignIdentity[],
  calls: readonly CampaignIdentity[],
  byCountry: boolean,
) {
  const all = [...rows, ...calls]
  const unique = (values: readonly string[]) =>
    [...new Set(values)].sort((a, b) => a.localeCompare(b, 'en'))
  return {
    platforms: unique(
      all.map(({ platform }) => platform).filter(platform => platform !== 'Unknown'),
    ),
    networks: unique(all.map(({ network }) => network)),
    campaigns: unique(all.map(({ campaign }) => campaign)),
    countries: unique(
      all.flatMap(({ country }) => (country === null || country === 'GLOBAL' ? [] : country)),
    ).filter(country => byCountry || /^[A-Z]{2}$/.test(country)),
  }
}

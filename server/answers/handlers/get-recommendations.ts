import { PLATFORMS } from '../../../generated/vocabulary/vocabulary.ts'
import type { Requests } from '../../../generated/operations.ts'
import type { components } from '../../../generated/types.ts'
import {
  contentTag,
  contextHeaders,
  countEvents,
  targetHeaders,
  type HandlerDeps,
  readableApp,
  sameAnswer,
  unmatchedIn,
} from './answer-context.ts'
import { readOutcomes } from '../analytics/outcomes.ts'
import { upperCase } from '../../core/checks/schemas.ts'
import { allRead } from '../../core/checks/parameters.ts'
import type { Answer, Handlers } from '../contract/answers.ts'
import type { App, Catalog, RecommendationRun } from '../../core/model/catalog.ts'
import { actionReason, classifyAction } from '../../core/model/classification.ts'
import { addDays } from '../../core/model/dates.ts'
import { matcher } from '../../core/model/identities.ts'
import { betLookback, identitiesName, runAsOf, runName, servedRun } from '../../core/model/runs.ts'
import {
  filterInSlices,
  forEachInSlices,
  mapInSlices,
  sortInSlices,
} from '../../core/runtime/slices.ts'
import type { Store, StoredRecommendation } from '../../core/model/store.ts'
import type { Work } from '../../core/runtime/work.ts'
import { AppFaults } from './app-defaults.ts'
import { byIdentity, identityOf, judgeBy, lookbackOf, opposedBy, responseOf } from './judge.ts'
import { type CloseCall, closeCallBy, errorsByPlatform } from './past-decisions.ts'
import { readSteps, type Stepped, stepsContent } from './steps.ts'

type Query = Requests['getRecommendations']['query']

/** `GET /v1/recommendations`: those of the run served on a day, by descending dailySpend, then id, with changes since another day. */
export function getRecommendations({
  store,
}: Pick<HandlerDeps, 'store'>): Handlers['getRecommendations'] {
  return async ({ companyId, query, path }) => {
    allRead(path)
    const catalog = await store.catalog(query.appId)
    const app = readableApp(catalog, companyId, query.appId)
    return await sameAnswer(catalog, query, () => answerOf(store, catalog, app, query))
  }
}

async function answerOf(
  store: Store,
  catalog: Catalog,
  app: App,
  query: Query,
): Promise<Answer<'getRecommendations'>> {
  const {
    appId: _appId,
    granularity,
    countries,
    platforms,
    networks,
    campaigns,
    actions,
    statuses,
    minDailySpend = 0,
    asOf,
    since,
    changed,
    sort,
    limit,
    offset,
    outcome,
    ...unread
  } = query
  allRead(unread)
  const run = runAsOf(catalog, app.app_id, 'recommendation', asOf)
  const faults = new AppFaults()
  faults.since(since, run?.created_at.slice(0, 10))
  faults.throwAny()

  const rowsOf = async (work: Work, of: RecommendationRun | undefined) =>
    of ? await store.recommendations(work, [of], granularity) : []
  const before =
    since === undefined ? undefined : runAsOf(catalog, app.app_id, 'recommendation', since)
  const unmatched = unmatchedIn(
    'getRecommendations',
    query,
    work => store.identities(work, catalog, app.app_id),
    work => rowsOf(work, run),
  )
  const events = run ? await countEvents(catalog, { ...query, ...lookbackDays(catalog, run) }) : 0
  const gains = new Map<number, number | null>()
  const content = [
    ...(await stepsContent(catalog, app, run, asOf)),
    events,
    since && runName(before),
    unmatched && identitiesName(catalog, app.app_id),
  ]
  return {
    kind: 'list',
    tag: contentTag('getRecommendations', content, query),
    headers: {
      ...contextHeaders(app, run),
      ...targetHeaders(app),
      Events: events,
      'Previous-Run-Id': before?.run_id,
      'Previous-Run-Created-At': before?.created_at,
    },
    unmatched,
    page: { sort, limit, offset },
    orders: { stepGain: gains },
    body: async work => {
      if (!run) return []
      const matches = matcher({ countries, platforms, networks, campaigns })
      const inActions = among(actions?.map(upperCase))
      const inStatuses = among(statuses?.map(upperCase))
      const rows = await filterInSlices(await rowsOf(work, run), matches)
      const needsErrors = rows.some(
        row => row.predicted_low_roas === null || row.predicted_high_roas === null,
      )
      const errors = needsErrors
        ? await errorsByPlatform(store, work, { catalog, app, granularity })
        : new Map<string, number>()
      const steps = await readSteps(store, work, { catalog, app, run, granularity, asOf })
      const show = presentRecommendations(catalog, app, closeCallBy(app, errors), steps)
      const selected: { row: StoredRecommendation; now: Recommendation }[] = []
      const earlier = since === undefined ? undefined : await byIdentity(await rowsOf(work, before))
      await forEachInSlices(rows, row => {
        const now = show.row(row, run)
        if (!inActions(now.action) || !inStatuses(now.status) || now.dailySpend < minDailySpend)
          return
        if (!earlier) return void selected.push({ row, now })
        const same = earlier.get(identityOf(row))
        const then = compared(now, same ? show.previous(same) : null)
        if (!changed || then.change !== 'none') selected.push({ row, now: then })
      })
      const inOrder = await sortInSlices(
        selected,
        (a, b) => b.now.dailySpend - a.now.dailySpend || a.now.id - b.now.id,
      )
      const all = outcome
        ? await withOutcomes(store, work, { catalog, app, granularity, run, selected: inOrder })
        : inOrder.map(({ now }) => now)
      for (const { id, step } of all)
        gains.set(id, step.direction === 'none' ? null : steps.get(id)!.priority)
      return sort?.endsWith('stepGain') ? await sortInSlices(all, (a, b) => a.id - b.id) : all
    },
  }
}

function among<Word extends string>(words: readonly Word[] | undefined): (word: Word) => boolean {
  return word => words === undefined || words.includes(word)
}

type Recommendation = components['schemas']['Recommendation']
type PreviousRecommendation = NonNullable<components['schemas']['PreviousRecommendation']>

/** Converts rows of any run to the API's form. */
function presentRecommendations(
  catalog: Catalog,
  app: App,
  isClose: CloseCall,
  steps: ReadonlyMap<number, Stepped>,
) {
  const judge = judgeBy(catalog, app)
  const cpi = (spend: number, installs: number): number => (installs === 0 ? 0 : spend / installs)

  const previous = (row: StoredRecommendation): PreviousRecommendation => {
    const { statusReason: _, ...judged } = judge(row)
    return { ...judged, createdAt: row.created_at }
  }

  const row = (row: StoredRecommendation, run: RecommendationRun): Recommendation => {
    const judged = judge(row)
    const { action, status, statusReason, dailySpend, targetRoas, predictedRoas } = judged
    const lookback = lookbackOf(catalog, run, row)
    const [low, high] = [row.predicted_low_roas, row.predicted_high_roas]
    const {
      step,
      row: { currentDailySpend },
    } = steps.get(row.recommendation_id)!
    return {
      id: row.recommendation_id,
      country: row.country,
      platform: row.platform as components['schemas']['Platform'],
      network: row.network,
      campaign: row.campaign,
      action,
      status,
      confidenceScore: row.confidence_score,
      dailySpend,
      paidInstalls: row.paid_installs,
      incrementalBlendedInstalls: row.incremental_blended_installs,
      fullBlendedInstalls: row.full_blended_installs,
      paidCpi: cpi(row.spend, row.paid_installs),
      incrementalBlendedCpi: cpi(row.spend, row.incremental_blended_installs),
      fullBlendedCpi: cpi(row.spend, row.full_blended_installs),
      optimisationDsi: row.optimisation_dsi,
      targetDsi: row.target_dsi,
      optimisationLiveRoas: row.optimisation_live_roas,
      optimisationPacedRoas: row.optimisation_paced_roas,
      optimisationRawRoas: row.optimisation_raw_roas,
      optimisationPredictedRoas: row.optimisation_predicted_roas,
      targetPaidGrossRoas: row.target_paid_gross_roas,
      predictedPaidGrossRoas: row.predicted_paid_gross_roas,
      targetPaidNetRoas: row.target_paid_net_roas,
      predictedPaidNetRoas: row.predicted_paid_net_roas,
      targetIncrementalBlendedGrossRoas: row.target_incremental_blended_gross_roas,
      predictedIncrementalBlendedGrossRoas: row.predicted_incremental_blended_gross_roas,
      targetIncrementalBlendedNetRoas: row.target_incremental_blended_net_roas,
      predictedIncrementalBlendedNetRoas: row.predicted_incremental_blended_net_roas,
      targetFullBlendedGrossRoas: row.target_full_blended_gross_roas,
      predictedFullBlendedGrossRoas: row.predicted_full_blended_gross_roas,
      targetFullBlendedNetRoas: row.target_full_blended_net_roas,
      predictedFullBlendedNetRoas: row.predicted_full_blended_net_roas,
      createdAt: row.created_at,
      actionReason: actionReason(action, predictedRoas, targetRoas),
      statusReason,
      opposedBy: opposedBy(app, row, action),
      lookbackStartDate: lookback.start,
      lookbackEndDate: lookback.end,
      predictedLowRoas: low,
      predictedHighRoas: high,
      closeCall: isClose({
        platform: row.platform,
        low,
        high,
        predicted: predictedRoas,
        target: targetRoas,
      }),
      ...responseOf(row),
      tested: step.tested,
      currentDailySpend,
      step,
    }
  }

  return { row, previous }
}

/** `previous` is null if the campaign was not recommended. */
function compared(now: Recommendation, previous: PreviousRecommendation | null): Recommendation {
  return {
    ...now,
    previous,
    change: !previous ? 'new' : previous.action === now.action ? 'none' : 'action',
  }
}

interface SelectedRun {
  catalog: Catalog
  app: App
  granularity: Query['granularity']
  run: RecommendationRun
  selected: readonly { row: StoredRecommendation; now: Recommendation }[]
}

async function withOutcomes(
  store: Store,
  work: Work,
  { catalog, app, granularity, run, selected }: SelectedRun,
): Promise<Recommendation[]> {
  const judge = judgeBy(catalog, app)
  const served = servedRun(catalog, app.app_id, 'recommendation')
  const judged = await mapInSlices(selected, ({ row }) => ({
    ...row,
    lookback: lookbackOf(catalog, run, row),
    dsi: row.target_dsi,
  }))
  const outcomes = await readOutcomes(store, work, { catalog, app, served, granularity }, judged)
  return await mapInSlices(selected, ({ row, now }, index) => {
    const actual = outcomes[index] ?? null
    const { targetRoas, predictedRoas } = judge(row)
    return {
      ...now,
      actualRoas: actual,
      actionInHindsight:
        actual === null ? null : classifyAction(actual, targetRoas, app.action_threshold),
      roasError:
        actual === null || actual === 0 || predictedRoas === null
          ? null
          : predictedRoas / actual - 1,
    }
  })
}

/** From the start of the longest bet lookback range to the latest install date with data. */
function lookbackDays(
  catalog: Catalog,
  run: RecommendationRun,
): { startDate: string; endDate: string } {
  const days = PLATFORMS.map(
    platform => betLookback(catalog.bet_lookbacks, run.app_id, platform).end_day,
  )
  return {
    startDate: addDays(run.max_install_date, -Math.max(...days)),
    endDate: run.max_install_date,
  }
}

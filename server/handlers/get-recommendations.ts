import { PLATFORMS } from '../../generated/vocabulary/vocabulary.ts'
import type { Requests } from '../../generated/operations.ts'
import type { components } from '../../generated/types.ts'
import { readableApp } from '../access/callers.ts'
import { upperCase } from '../checks/faults.ts'
import { allRead } from '../checks/parameters.ts'
import type { Answer, AnswerHeaders, Handlers } from '../http/contract/answers.ts'
import { type App, betLookback, type Catalog, type Run, UNKNOWN } from '../model/catalog.ts'
import { actionReason, classifyAction, classifyStatus, decidingColumns } from '../model/classification.ts'
import { addDays } from '../model/dates.ts'
import { matcher } from '../model/identities.ts'
import { digest, identitiesName, runAsOf, runName } from '../model/runs.ts'
import { forEachInSlices } from '../model/slices.ts'
import type { Store, StoredRecommendation } from '../model/store.ts'
import type { Work } from '../model/work.ts'
import { contentTag, contextHeaders, type HandlerDeps, sameAnswer, unmatchedIn } from './answer-context.ts'
import { AppFaults } from './app-defaults.ts'
import { sortRows } from './sort-rows.ts'

type Query = Requests['getRecommendations']['query']

/** `GET /v1/recommendations`: those of the run served on a day, by dailySpend descending, then id, with changes since another day. */
export function getRecommendations({ store }: HandlerDeps): Handlers['getRecommendations'] {
  return async ({ companyId, query, path }) => {
    allRead(path)
    const catalog = await store.catalog(query.appId)
    const app = readableApp(catalog, companyId, query.appId)
    return sameAnswer(catalog, query, () => answerOf(store, catalog, app, query))
  }
}

function answerOf(store: Store, catalog: Catalog, app: App, query: Query): Answer<'getRecommendations'> {
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
    offset = 0,
    ...left
  } = query
  allRead(left)
  const run = runAsOf(catalog, app.app_id, 'recommendation', asOf)
  const faults = new AppFaults()
  faults.since(since, run?.created_at.slice(0, 10))
  faults.throwAny()

  const rowsOf = async (work: Work, of: Run | undefined) => (of ? await store.recommendations(work, of, granularity) : [])
  const before = since === undefined ? undefined : runAsOf(catalog, app.app_id, 'recommendation', since)
  const unmatched = unmatchedIn(
    'getRecommendations',
    query,
    work => store.identities(work, catalog, app.app_id),
    work => rowsOf(work, run),
  )
  const content = [
    app.currency,
    ...decidingContent(catalog, app),
    runName(run),
    since && runName(before),
    unmatched && identitiesName(catalog, app.app_id),
  ]
  return {
    kind: 'list',
    tag: contentTag('getRecommendations', content, query),
    headers: { ...contextHeaders(app, run), ...decidingHeaders(app) },
    unmatched,
    body: async work => {
      if (!run) return []
      const show = shownRecommendations(catalog, app)
      const matches = matcher({ countries, platforms, networks, campaigns })
      const inActions = among(actions?.map(upperCase))
      const inStatuses = among(statuses?.map(upperCase))
      const shown: Recommendation[] = []
      const rows = await rowsOf(work, run)
      const earlier = since === undefined ? undefined : await byIdentity(await rowsOf(work, before))
      await forEachInSlices(rows, row => {
        if (!matches(row)) return
        const now = show.row(row, run)
        if (!inActions(now.action) || !inStatuses(now.status) || now.dailySpend < minDailySpend) return
        if (!earlier) return void shown.push(now)
        const same = earlier.get(identityOf(row))
        const then = compared(now, same ? show.previous(same) : null)
        if (!changed || then.change !== 'none') shown.push(then)
      })
      shown.sort((a, b) => b.dailySpend - a.dailySpend || a.id - b.id)
      const sorted = sort === undefined ? shown : sortRows(shown, sort)
      return limit === undefined ? sorted : { rows: sorted.slice(offset, offset + limit), total: sorted.length }
    },
  }
}

function decidingHeaders(app: App): AnswerHeaders {
  return {
    'Target-Dsi': app.target_dsi,
    'Target-Roas-Type': app.target_roas_type,
    'Target-Revenue-Type': app.target_revenue_type,
    'Action-Threshold': app.action_threshold,
  }
}

function among<Word extends string>(words: readonly Word[] | undefined): (word: Word) => boolean {
  return word => words === undefined || words.includes(word)
}

export type Recommendation = components['schemas']['Recommendation']
export type PreviousRecommendation = NonNullable<components['schemas']['PreviousRecommendation']>

interface Traditional {
  names: ReadonlySet<string>
  name: string
}

const known = new WeakMap<Catalog, Traditional>()

function traditionalNetworks(catalog: Catalog): Traditional {
  const found = known.get(catalog)
  if (found) return found
  const names = catalog.networks.filter(network => network.traditional).map(({ network }) => network)
  const made = { names: new Set(names), name: digest(names.sort()) }
  known.set(catalog, made)
  return made
}

/** Settings besides the run that rows depend on, for the tag. */
function decidingContent(catalog: Catalog, app: App): readonly unknown[] {
  const lookbacks = [...PLATFORMS, UNKNOWN].map(platform => betLookback(catalog.bet_lookbacks, app.app_id, platform))
  return [
    app.target_dsi,
    app.target_roas_type,
    app.target_revenue_type,
    app.action_threshold,
    ...lookbacks.flatMap(({ start_day: startDay, end_day: endDay }) => [startDay, endDay]),
    traditionalNetworks(catalog).name,
  ]
}

/** Judges rows of any run by the app's current targets and threshold. */
function shownRecommendations(catalog: Catalog, app: App) {
  const traditional = traditionalNetworks(catalog).names
  const deciding = decidingColumns(app)
  const cpi = (spend: number, installs: number): number => (installs === 0 ? 0 : spend / installs)

  const previous = (row: StoredRecommendation): PreviousRecommendation => {
    const dailySpend = row.spend / row.lookback_days
    return {
      action: classifyAction(row[deciding.predicted], row[deciding.target], app.action_threshold),
      status: classifyStatus(row.confidence_score, dailySpend, row.network !== UNKNOWN && traditional.has(row.network)),
      dailySpend,
      targetRoas: row[deciding.target],
      predictedRoas: row[deciding.predicted],
      createdAt: row.created_at,
    }
  }

  const row = (row: StoredRecommendation, run: Run): Recommendation => {
    const { action, status, dailySpend, targetRoas, predictedRoas } = previous(row)
    const { start_day: startDay, end_day: endDay } = betLookback(catalog.bet_lookbacks, app.app_id, row.platform)
    const latest = run.max_install_date!
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
      lookbackStartDate: addDays(latest, -endDay),
      lookbackEndDate: addDays(latest, -startDay),
    }
  }

  return { row, previous }
}

export function identityOf({ platform, network, campaign, country }: StoredRecommendation): string {
  return JSON.stringify([platform, network, campaign, country])
}

/** By identity; of duplicates, which earlier versions allowed, the highest spend. */
export async function byIdentity(rows: readonly StoredRecommendation[]): Promise<Map<string, StoredRecommendation>> {
  const found = new Map<string, StoredRecommendation>()
  await forEachInSlices(rows, row => {
    const known = found.get(identityOf(row))
    if (!known || row.spend / row.lookback_days > known.spend / known.lookback_days) found.set(identityOf(row), row)
  })
  return found
}

/** `previous` is null if it was not recommended. */
function compared(now: Recommendation, previous: PreviousRecommendation | null): Recommendation {
  return { ...now, previous, change: !previous ? 'new' : previous.action === now.action ? 'none' : 'action' }
}

import type { Requests } from '../../generated/operations.ts'
import { readableApp } from '../access/readable-app.ts'
import { AppFaults } from '../analytics/app-faults.ts'
import { allRead } from '../checks/all-read.ts'
import { upperCase } from '../checks/text.ts'
import type { Answer, AnswerHeaders, Handlers } from '../http/contract/answers.ts'
import type { App, Catalog, Run } from '../model/catalog.ts'
import { identitiesName, runName } from '../model/content-names.ts'
import { matcher } from '../model/identities.ts'
import { runAsOf } from '../model/served-run.ts'
import type { Store } from '../model/store.ts'
import type { Work } from '../model/work.ts'
import { forEachInSlices } from '../sharing/slices.ts'
import { contentTag, contextHeaders, sameAnswer } from './answer-context.ts'
import type { HandlerDeps } from './handler-deps.ts'
import { byIdentity, compared, identityOf } from './recommendation-changes.ts'
import { decidingContent, type Recommendation, shownRecommendations } from './shown-recommendations.ts'
import { unmatchedIn } from './unmatched-filters.ts'

type Query = Requests['getRecommendations']['query']

/** `GET /v1/recommendations`: those of the run served on a day, by dailySpend descending, then id, and what has changed since another day. */
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
    // The app is the one it names.
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
      return shown.sort((a, b) => b.dailySpend - a.dailySpend || a.id - b.id)
    },
  }
}

/** What decides the app's actions. */
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

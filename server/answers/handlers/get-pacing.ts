import type { components } from '../../../generated/types.ts'
import {
  budgetsOf,
  contentTag,
  contextHeaders,
  type HandlerDeps,
  listName,
  readableApp,
} from './answer-context.ts'
import { paceOf, readBudgetDays, spentIn } from '../../core/formulas/pacing.ts'
import { allRead } from '../../core/checks/parameters.ts'
import type { Handlers } from '../contract/answers.ts'
import type { App, Budget, Catalog, RecommendationRun } from '../../core/model/catalog.ts'
import { earlier, later, utcDate } from '../../core/model/dates.ts'
import { digest, runName, servedRun } from '../../core/model/runs.ts'
import { rowCaches } from '../../core/runtime/shared-work.ts'
import { mapInSlices } from '../../core/runtime/slices.ts'
import type { Store } from '../../core/model/store.ts'
import type { Work } from '../../core/runtime/work.ts'
import type { SharedReads } from './shared-reads.ts'

type Pacing = components['schemas']['Pacing']

/** Maximum cached rows of all apps, about 300 bytes each. */
const MAX_PACED = 20_000

const cacheOf = rowCaches<Pacing>(MAX_PACED)

/** `GET /v1/pacing`: a month's spend against its budgets, by names, then id. */
export function getPacing({ store, clock }: HandlerDeps): Handlers['getPacing'] {
  return async ({ companyId, query, path }) => {
    const { appId, month: requested, sort, limit, offset, ...unread } = query
    allRead(unread, path)
    const catalog = await store.catalog(appId)
    const app = readableApp(catalog, companyId, appId)
    const run = servedRun(catalog, app.app_id, 'recommendation')
    const month = requested ?? (run?.max_install_date ?? utcDate(clock())).slice(0, 7)
    const budgets = await budgetsOf(catalog, appId, month)
    return {
      kind: 'list',
      tag: contentTag('getPacing', [app.currency, runName(run), await listName(budgets)], {
        ...query,
        month,
      }),
      headers: contextHeaders(app, run),
      page: { sort, limit, offset },
      body: work => pacing(store, work, { catalog, app, run }, budgets),
    }
  }
}

interface PacingQuery {
  catalog: Catalog
  app: App
  /** Its cohorts up to its latest day count. */
  run: RecommendationRun | undefined
  shared?: SharedReads | undefined
}

/**
 * All budgets must be of one month. Cached until an import changes them, except with `shared`: the paces of an earlier run by today's cohorts, read
 * with those of other runs that have the same budgets, and without intervals, which no step needs.
 */
export async function pacing(
  store: Store,
  work: Work,
  query: PacingQuery,
  budgets: readonly Budget[],
): Promise<readonly Pacing[]> {
  if (budgets.length === 0) return []
  const { app, run, shared } = query
  if (shared !== undefined) return await readPacing(store, work, query, budgets)
  const name = digest([app.app_id, runName(run), run?.max_install_date, await listName(budgets)])
  return await cacheOf(store).read(name, work, work => readPacing(store, work, query, budgets))
}

async function readPacing(
  store: Store,
  work: Work,
  { catalog, app, run, shared }: PacingQuery,
  budgets: readonly Budget[],
): Promise<Pacing[]> {
  if (run === undefined)
    return await mapInSlices(budgets, budget =>
      toPacing(budget, paceOf(budget, { spent: 0, days: new Map() }, undefined)),
    )
  const through = run.max_install_date
  const ends = [through, ...(shared?.judged ?? []).map(({ run }) => run.max_install_date)]
  const range = {
    from: ends.reduce((a, b) => earlier(a, b)),
    through: ends.reduce((a, b) => later(a, b)),
  }
  const read = () => readBudgetDays(store, work, { catalog, app, run, ...range }, budgets)
  const spends = await (shared?.once(`budget days ${budgets[0]!.month}`, read) ?? read())
  return await mapInSlices(spends, ({ budget, days }) => {
    const spend = { spent: spentIn(budget.month, days, through), days }
    return toPacing(budget, paceOf(budget, spend, through, shared === undefined))
  })
}

function toPacing(
  { budget_id: budgetId, ...budget }: Budget,
  pace: ReturnType<typeof paceOf>,
): Pacing {
  return { budgetId, ...budget, ...pace, cases: pace.intervalDays }
}

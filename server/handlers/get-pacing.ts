import type { components } from '../../generated/types.ts'
import { readableApp } from '../access/callers.ts'
import { type BudgetSpend, paceOf, readBudgetSpends } from '../formulas/pacing.ts'
import { allRead } from '../checks/parameters.ts'
import type { Handlers } from '../http/contract/answers.ts'
import type { App, Budget, Catalog, Run } from '../model/catalog.ts'
import { utcDate } from '../model/dates.ts'
import { runName, servedRun } from '../model/runs.ts'
import { forEachInSlices } from '../runtime/slices.ts'
import type { Store } from '../model/store.ts'
import type { Work } from '../runtime/work.ts'
import { budgetsOf, contentTag, contextHeaders, type HandlerDeps, listName } from './answer-context.ts'

const NOTHING: BudgetSpend = { spent: 0, days: new Map() }

type Pacing = components['schemas']['Pacing']

/** `GET /v1/pacing`: a month's spend against its budgets, by names, then id. */
export function getPacing({ store, clock }: HandlerDeps): Handlers['getPacing'] {
  return async ({ companyId, query, path }) => {
    const { appId, month: asked, ...unread } = query
    allRead(unread, path)
    const catalog = await store.catalog(appId)
    const app = readableApp(catalog, companyId, appId)
    const run = servedRun(catalog, app.app_id, 'recommendation')
    const month = asked ?? (run?.max_install_date ?? utcDate(clock())).slice(0, 7)
    const budgets = await budgetsOf(catalog, appId, month)
    return {
      kind: 'list',
      tag: contentTag('getPacing', [app.currency, runName(run), await listName(budgets)], { appId, month }),
      headers: contextHeaders(app, run),
      body: work => pacing(store, work, { catalog, app, run }, budgets),
    }
  }
}

export async function pacing(
  store: Store,
  work: Work,
  { catalog, app, run }: { catalog: Catalog; app: App; run: Run | undefined },
  budgets: readonly Budget[],
): Promise<Pacing[]> {
  const spends = run ? await readBudgetSpends(store, work, { catalog, app, run }, budgets) : []
  const through = run?.max_install_date ?? undefined
  const paced: Pacing[] = []
  await forEachInSlices(budgets, (budget, index) => paced.push(shown(budget, paceOf(budget, spends[index] ?? NOTHING, through))))
  return paced
}

function shown({ budget_id: budgetId, ...budget }: Budget, pace: ReturnType<typeof paceOf>): Pacing {
  return { budgetId, ...budget, ...pace }
}

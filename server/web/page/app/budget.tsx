import { useMemo, useRef } from 'preact/hooks'
import type { Pacing } from '../../../../generated/client/models.ts'
import { BudgetPlan } from '../../parts/plan/plan-view.tsx'
import { PLAN_COLUMNS } from '../../parts/plan/plan-columns.ts'
import { candidatesOf, plannedOf, SAME_TOTAL } from '../../parts/plan/plan-question.ts'
import { toCsv } from '../../../core/words/spreadsheet.ts'
import { useAnswer } from '../data/use-answer.ts'
import { addDays } from '../../../core/model/dates.ts'
import { Link } from '../link.tsx'
import { type AppScreen } from '../screen.ts'
import { useNavigation } from '../use-screen.ts'
import { saveCsv } from './export-rows.ts'
import { PacingTable } from './pacing-table.tsx'
import { type App, type Call, isByCountry } from './use-app.ts'

interface BudgetProps {
  screen: AppScreen
  app: App
  /** Recommendations after filters; undefined: loading. */
  calls: readonly Call[] | undefined
  target: number | null
}

/** Spend against the month's budgets, and its best distribution. The plan needs no request: recommendations contain the responses. */
export function Budget({ screen, app, calls, target }: BudgetProps) {
  const { go } = useNavigation()
  const { overview, context } = app
  const byCountry = isByCountry(screen)
  // The pressed button makes way for the plan, whose heading takes the focus.
  const isPressed = useRef(false)
  const budgets = useBudgets(app)
  const candidates = useMemo(
    () =>
      calls === undefined || budgets === undefined
        ? undefined
        : candidatesOf(
            calls.map(call => plannedOf(call)),
            budgets,
          ),
    [calls, budgets],
  )
  return (
    <section aria-labelledby="h-budget" id="budget">
      <div class="hd">
        <h2 id="h-budget">Budget</h2>
        {overview.pacing.length > 0 && <span class="m s">The whole app, whatever the filters</span>}
      </div>
      {overview.pacing.length > 0 && <PacingTable app={app} />}
      {screen.plan === null ? (
        <p class="plan-open">
          <button
            class="btn"
            onClick={() => {
              isPressed.current = true
              go({ ...screen, plan: SAME_TOTAL })
            }}
          >
            Plan the spend
          </button>{' '}
          <span class="m">The steps with a slider</span>
        </p>
      ) : (
        <div class="card pad plan-card">
          <div class="hd">
            <h3
              tabIndex={-1}
              ref={heading => {
                if (isPressed.current) heading?.focus()
                isPressed.current = false
              }}
            >
              Plan
            </h3>
            <span class="sp" />
            <button class="btn q" onClick={() => go({ ...screen, plan: null })}>
              Close the plan
            </button>
          </div>
          {candidates === undefined ? (
            <span class="sk ch-sk" role="status" aria-label="Loading" />
          ) : (
            <BudgetPlan
              candidates={candidates}
              question={screen.plan}
              onQuestion={plan => go({ ...screen, plan }, 'replace')}
              dsi={context.targetDsi}
              targetRoas={target}
              currency={overview.currency}
              format={context.format}
              onSave={rows =>
                saveCsv(
                  `plan-${overview.appId}-${overview.dataThrough ?? ''}`,
                  toCsv(rows, PLAN_COLUMNS),
                )
              }
              nameOf={({ platform, network, campaign, country }) => (
                <Link
                  class="lnk nm"
                  to={{
                    ...screen,
                    open: { platform, network, campaign, country: byCountry ? country : null },
                  }}
                >
                  {campaign}
                </Link>
              )}
            />
          )}
        </div>
      )}
    </section>
  )
}

/** Budgets of the next day's month: on the last day of a month, the overview has those of the ending one. */
function useBudgets({
  overview: { appId, dataThrough, pacing },
}: App): readonly Pacing[] | undefined {
  const month = addDays(dataThrough!, 1).slice(0, 7)
  const isOther = pacing.some(budget => budget.month !== month)
  const other = useAnswer(isOther ? ['pacing', appId, month] : null, client =>
    client.getPacing({ appId, month }),
  )
  return isOther ? other.data : pacing
}

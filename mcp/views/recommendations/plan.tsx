import { useMemo, useState } from 'preact/hooks'
import type { Format } from '../parts/format.ts'
import { LazyDetails } from '../parts/notice.tsx'
import { BudgetPlan } from '../parts/plan/budget-plan.tsx'
import { type Candidate, type PlanQuestion, SAME_TOTAL } from '../parts/plan/question.ts'
import type { Given } from '../parts/read-result.ts'
import type { Line, Recommendations } from './lines.ts'

type PlanArguments = NonNullable<Given<'svc_get_recommendations'>['budgetPlan']>

/** The question in the tool's arguments; null if they have none. */
export function questionOf(given: PlanArguments | undefined): PlanQuestion | null {
  if (given === undefined) return null
  const { dailyBudget, budgetChange, targetRoas, maxStep = SAME_TOTAL.maxStep } = given
  if (dailyBudget !== undefined) return { goal: { dailyBudget }, maxStep }
  if (targetRoas !== undefined) return { goal: { targetRoas }, maxStep }
  return { goal: { budgetChange: budgetChange ?? 0 }, maxStep }
}

/** The arguments that ask a question, as the tool takes them. */
export function planArguments({ goal, maxStep }: PlanQuestion): PlanArguments {
  return { ...goal, maxStep }
}

/** The question that the person plans; that of the arguments, until they change. */
export function usePlanQuestion(given: PlanArguments | undefined) {
  const asked = JSON.stringify(given)
  const [own, setOwn] = useState<{ asked: string | undefined; question: PlanQuestion } | null>(null)
  const question = own !== null && own.asked === asked ? own.question : questionOf(given)
  return [question, (next: PlanQuestion) => setOwn({ asked, question: next })] as const
}

interface PlanSectionProps {
  answer: Recommendations
  /** After filters. */
  shown: readonly Line[]
  question: PlanQuestion | null
  onQuestion: (question: PlanQuestion) => void
  format: Format
}

/** The size of moves, for the campaigns shown. Open if it was asked for. */
export function PlanSection({ answer, shown, question, onQuestion, format }: PlanSectionProps) {
  const { context, rows, totalRows } = answer
  const candidates = useMemo(() => shown.map(candidateOf), [shown])
  return (
    <LazyDetails label="How much: plan the budget" open={question !== null}>
      {() => (
        <>
          {rows.length < totalRows && (
            <p class="muted">
              The plan covers the {format.count(rows.length)} loaded rows of {format.count(totalRows)}.
            </p>
          )}
          <BudgetPlan
            candidates={candidates}
            question={question ?? SAME_TOTAL}
            onQuestion={onQuestion}
            dsi={context.targetDsi}
            targetRoas={targetOf(shown)}
            currency={context.currency}
            format={format}
            nameOf={({ campaign }) => <bdi>{campaign}</bdi>}
          />
        </>
      )}
    </LazyDetails>
  )
}

function candidateOf({ key, platform, network, campaign, country, dailySpend, predicted, row }: Line): Candidate {
  const number = (name: string) => (typeof row[name] === 'number' ? row[name] : null)
  return {
    id: number('id') ?? 0,
    key,
    platform,
    network,
    campaign,
    country,
    dailySpend,
    predictedRoas: predicted,
    marginalRoas: number('marginalRoas'),
    suggestedDailySpend: number('suggestedDailySpend'),
    responseElasticity: number('responseElasticity'),
    responseLow: number('responseLow'),
    responseHigh: number('responseHigh'),
  }
}

/** Target weighted by spend; null if no line has one. */
function targetOf(lines: readonly Line[]): number | null {
  const known = lines.flatMap(({ target, dailySpend }) => (target === null || target <= 0 ? [] : [{ target, dailySpend }]))
  const spend = known.reduce((sum, { dailySpend }) => sum + dailySpend, 0)
  return spend === 0 ? null : known.reduce((sum, { target, dailySpend }) => sum + target * dailySpend, 0) / spend
}

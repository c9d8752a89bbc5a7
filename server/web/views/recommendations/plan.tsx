import { useMemo, useState } from 'preact/hooks'
import type { Format } from '../../parts/use-format.ts'
import type { ViewProps } from '../../parts/frame.tsx'
import { BudgetPlan } from '../../parts/plan/plan-view.tsx'
import {
  candidatesOf,
  plannedOf,
  type PlanQuestion,
  SAME_TOTAL,
} from '../../parts/plan/plan-question.ts'
import type { PartialArguments } from '../../parts/read-result.ts'
import { targetOf } from '../../parts/campaigns/call.ts'
import type { Line } from './lines.ts'
import { MAX_LIMIT } from '../../../../generated/vocabulary/vocabulary.ts'

type PlanArguments = NonNullable<PartialArguments<'svc_get_recommendations'>['budgetPlan']>

/** The question in the tool's arguments; null if they have none. */
export function questionOf(args: PlanArguments | undefined): PlanQuestion | null {
  if (args === undefined) return null
  const {
    dailyBudget,
    budgetChange,
    targetRoas,
    maxStep = SAME_TOTAL.maxStep,
    followSteps = true,
  } = args
  if (dailyBudget !== undefined) return { goal: { dailyBudget }, maxStep, followSteps }
  if (targetRoas !== undefined) return { goal: { targetRoas }, maxStep, followSteps }
  return { goal: { budgetChange: budgetChange ?? 0 }, maxStep, followSteps }
}

/** The arguments for a question, in the tool's form. */
export function planArguments({ goal, maxStep, followSteps }: PlanQuestion): PlanArguments {
  return { ...goal, maxStep, ...(!followSteps && { followSteps }) }
}

/** The question that the person plans, at first that of the arguments. */
export function usePlanQuestion(args: PlanArguments | undefined) {
  const key = JSON.stringify(args)
  const [own, setOwn] = useState<{ key: string | undefined; question: PlanQuestion } | null>(null)
  const question = own !== null && own.key === key ? own.question : questionOf(args)
  return [question, (next: PlanQuestion) => setOwn({ key, question: next })] as const
}

interface PlanSectionProps extends Pick<
  ViewProps<'svc_get_recommendations'>,
  'answer' | 'args' | 'host' | 'ask'
> {
  /** After filters. */
  visible: readonly Line[]
  question: PlanQuestion | null
  onQuestion: (question: PlanQuestion) => void
  format: Format
}

/**
 * The size of moves, for the campaigns shown. Open if a plan was requested; otherwise opening requests one, since rows have responses only
 * with a plan.
 */
export function PlanSection({
  answer,
  args,
  host,
  ask,
  visible,
  question,
  onQuestion,
  format,
}: PlanSectionProps) {
  const [isOpen, setOpen] = useState(question !== null)
  const { context, columns, rows, totalRows } = answer
  const candidates = useMemo(
    () =>
      candidatesOf(
        visible.map(({ call, key }) => plannedOf(call, key)),
        context.pacing ?? [],
      ),
    [visible, context.pacing],
  )
  const isCut = rows.length < totalRows
  const isAnswered = columns.includes('responseElasticity')
  function opened(open: boolean): void {
    setOpen(open)
    if (!open || isAnswered || !host.can.call || args.budgetPlan !== undefined) return
    ask({ ...args, budgetPlan: planArguments(SAME_TOTAL), ...(isCut && { limit: MAX_LIMIT }) })
  }
  return (
    <details
      class="plan"
      open={isOpen}
      onToggle={event => event.currentTarget.open !== isOpen && opened(event.currentTarget.open)}
    >
      <summary>Plan: the steps with a slider</summary>
      {isOpen &&
        (isAnswered ? (
          <>
            {isCut && (
              <p class="m">
                The plan covers the {format.count(rows.length)} loaded rows of{' '}
                {format.count(totalRows)}.
              </p>
            )}
            <BudgetPlan
              candidates={candidates}
              question={question ?? SAME_TOTAL}
              onQuestion={onQuestion}
              dsi={context.targetDsi}
              targetRoas={targetOf(visible.map(({ call }) => call))}
              currency={context.currency}
              format={format}
              nameOf={({ campaign }) => <bdi>{campaign}</bdi>}
            />
          </>
        ) : host.can.call ? (
          <p class="m" role="status">
            Loading how campaigns respond to spend.
          </p>
        ) : (
          <p>This host cannot load the plan for the view.</p>
        ))}
    </details>
  )
}

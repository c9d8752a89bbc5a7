import { useId } from 'preact/hooks'
import { Choice } from '../choice.tsx'
import type { Format } from '../use-format.ts'
import { rangeWords } from './plan-words.ts'
import { type Plan, type PlanQuestion, type SliderRange, STEPS } from './plan-question.ts'

interface PlanFormProps {
  question: PlanQuestion
  plan: Plan
  currency: string
  format: Format
  onQuestion: (question: PlanQuestion) => void
}

/** Smallest step of a target ROAS. */
const ROAS_STEP = 0.0001

/** The goal, a total to spend or a blended ROAS to keep, as a number, and the largest step. */
export function PlanForm({ question, plan, currency, format, onQuestion }: PlanFormProps) {
  const { goal, ...rest } = question
  const { maxStep, followSteps } = rest
  const name = useId()
  const byRoas = 'targetRoas' in goal
  const today = plan.before
  const value = byRoas ? goal.targetRoas : plan.dailyBudget!
  const set = (amount: number) => onQuestion(withAmount(question, clean(amount, unitOf(question))))
  return (
    <div class="row bp-bar">
      <fieldset class="row">
        <legend class="vh">Goal</legend>
        <label>
          <input
            type="radio"
            name={name}
            checked={!byRoas}
            onChange={() => onQuestion({ ...rest, goal: { budgetChange: 0 } })}
          />{' '}
          Spend a total
        </label>
        <label>
          <input
            type="radio"
            name={name}
            checked={byRoas}
            disabled={today.roas === null}
            onChange={() =>
              onQuestion({ ...rest, goal: { targetRoas: clean(today.roas ?? 0, ROAS_STEP) } })
            }
          />{' '}
          Keep a blended ROAS
        </label>
      </fieldset>
      <label>
        {byRoas ? 'At least, %' : `Total a day, ${currency}`}{' '}
        <input
          type="number"
          min="0"
          step="any"
          value={byRoas ? clean(value * 100, 0.01) : clean(value, value < 10 ? 0.01 : 1)}
          onChange={({ currentTarget }) =>
            set(byRoas ? Number(currentTarget.value) / 100 : Number(currentTarget.value))
          }
        />
      </label>
      <Choice
        label="Largest step"
        value={maxStep}
        options={[...new Set([...STEPS, maxStep])]
          .sort((a, b) => a - b)
          .map(step => [
            step,
            `±${step * 100 === Math.round(step * 100) ? format.share(step) : format.roas(step)}`,
          ])}
        onChoose={step => onQuestion({ ...question, maxStep: step })}
      />
      <label>
        <input
          type="checkbox"
          checked={followSteps}
          onChange={({ currentTarget }) =>
            onQuestion({ ...question, followSteps: currentTarget.checked })
          }
        />{' '}
        Follow the steps
      </label>
      <button
        type="button"
        disabled={'budgetChange' in goal && goal.budgetChange === 0}
        onClick={() => onQuestion({ ...rest, goal: { budgetChange: 0 } })}
      >
        {plan.onlyCuts ? 'Total of the steps' : 'Same total as today'}
      </button>
    </div>
  )
}

interface PlanSliderProps extends Pick<
  PlanFormProps,
  'question' | 'plan' | 'format' | 'onQuestion'
> {
  range: SliderRange
}

/** The goal on a slider. A total is below the chart, its thumb below the plan's dot. */
export function PlanSlider({ question, plan, range, format, onQuestion }: PlanSliderProps) {
  const { goal } = question
  const byRoas = 'targetRoas' in goal
  const value = byRoas ? goal.targetRoas : plan.dailyBudget!
  const write = byRoas ? format.roas : format.rate
  const { min, max, step } = range
  const limits = useId()
  const snap = (amount: number) => min + Math.round((amount - min) / step) * step
  // Rounding must not exceed an end, which would be out of reach.
  const within = (amount: number) => Math.min(max, Math.max(min, clean(amount, unitOf(question))))
  // A typed amount stays as it is, rather than at the next step.
  const isStep = Math.abs(snap(value) - value) < step / 1000
  return (
    <div class={byRoas ? 'bp-slider bp-free' : 'bp-slider'}>
      <input
        type="range"
        aria-label={byRoas ? 'Blended ROAS to keep' : 'Total daily spend'}
        aria-valuetext={write(value)}
        aria-describedby={limits}
        {...{ min, max, value }}
        step={isStep ? step : 'any'}
        disabled={max <= min}
        onInput={({ currentTarget }) =>
          onQuestion(withAmount(question, within(snap(Number(currentTarget.value)))))
        }
      />
      <p class="ends m s" aria-hidden="true">
        <span>{write(min)}</span>
        <span>{write(max)}</span>
      </p>
      <p class="bp-limits m s" id={limits}>
        {rangeWords(plan, question, format)}
      </p>
    </div>
  )
}

/** The same kind of goal with another amount; unchanged if it is invalid. */
function withAmount(question: PlanQuestion, amount: number): PlanQuestion {
  if (!Number.isFinite(amount) || amount <= 0) return question
  return {
    ...question,
    goal: 'targetRoas' in question.goal ? { targetRoas: amount } : { dailyBudget: amount },
  }
}

function unitOf({ goal }: PlanQuestion): number {
  return 'targetRoas' in goal ? ROAS_STEP : 0.01
}

/** Without the extra digits of binary fractions. */
function clean(amount: number, unit: number): number {
  return Number((Math.round(amount / unit) * unit).toPrecision(12))
}

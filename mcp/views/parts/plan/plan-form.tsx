import { useId } from 'preact/hooks'
import type { Format } from '../format.ts'
import { type CurvePoint, type Plan, type PlanQuestion, sliderOf, STEPS } from './question.ts'

interface PlanFormProps {
  question: PlanQuestion
  plan: Plan
  curve: readonly CurvePoint[]
  currency: string
  format: Format
  onQuestion: (question: PlanQuestion) => void
}

/** Smallest step of a target ROAS. */
const ROAS_STEP = 0.001

/** The goal, a total to spend or a blended ROAS to keep, on a slider or as a number, and the largest step. */
export function PlanForm({ question, plan, curve, currency, format, onQuestion }: PlanFormProps) {
  const { goal, maxStep } = question
  const name = useId()
  const byRoas = 'targetRoas' in goal
  const [low, high] = [curve[0]!, curve.at(-1)!]
  const today = plan.before
  const value = byRoas ? goal.targetRoas : plan.dailyBudget!
  // The total rises to the right; a higher ROAS spends less, and rises to the right as well.
  const range = byRoas
    ? sliderOf(Math.min(high.roas ?? 0, today.roas ?? 0), Math.max(low.roas ?? 1, today.roas ?? 1), today.roas ?? 0)
    : sliderOf(low.dailySpend, high.dailySpend, today.dailySpend)
  const set = (amount: number) => {
    if (!Number.isFinite(amount) || amount <= 0) return
    onQuestion({ maxStep, goal: byRoas ? { targetRoas: clean(amount, ROAS_STEP) } : { dailyBudget: clean(amount, 0.01) } })
  }
  const write = byRoas ? format.roas : format.rate
  return (
    <div class="bp-form">
      <div class="bp-bar">
        <fieldset>
          <legend class="bp-unseen">Goal</legend>
          <label>
            <input type="radio" name={name} checked={!byRoas} onChange={() => onQuestion({ maxStep, goal: { budgetChange: 0 } })} /> Spend a
            total
          </label>
          <label>
            <input
              type="radio"
              name={name}
              checked={byRoas}
              disabled={today.roas === null}
              onChange={() => onQuestion({ maxStep, goal: { targetRoas: clean(today.roas ?? 0, ROAS_STEP) } })}
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
            value={byRoas ? clean(value * 100, 0.1) : clean(value, value < 10 ? 0.01 : 1)}
            onChange={({ currentTarget }) => set(byRoas ? Number(currentTarget.value) / 100 : Number(currentTarget.value))}
          />
        </label>
        <label>
          Largest step{' '}
          <select value={String(maxStep)} onChange={({ currentTarget }) => onQuestion({ goal, maxStep: Number(currentTarget.value) })}>
            {[...new Set([...STEPS, maxStep])]
              .sort((a, b) => a - b)
              .map(step => (
                <option key={step} value={String(step)}>
                  ±{format.share(step)}
                </option>
              ))}
          </select>
        </label>
        <button
          type="button"
          disabled={'budgetChange' in goal && goal.budgetChange === 0}
          onClick={() => onQuestion({ maxStep, goal: { budgetChange: 0 } })}
        >
          Same total as today
        </button>
      </div>
      <div class={byRoas ? 'bp-slider bp-free' : 'bp-slider'}>
        <input
          type="range"
          aria-label={byRoas ? 'Blended ROAS to keep' : 'Total daily spend'}
          aria-valuetext={write(value)}
          {...range}
          value={value}
          disabled={range.max <= range.min}
          onInput={({ currentTarget }) => set(Number(currentTarget.value))}
        />
        <p aria-hidden="true">
          <span>{write(range.min)}</span>
          <span>{write(range.max)}</span>
        </p>
      </div>
    </div>
  )
}

/** Without the digits that only binary fractions have. */
function clean(amount: number, unit: number): number {
  return Number((Math.round(amount / unit) * unit).toPrecision(12))
}

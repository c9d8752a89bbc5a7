import { toTsv } from '../../../core/words/spreadsheet.ts'
import './plan.css'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { TrendKey } from '../charts/trend-key.tsx'
import { Copy } from '../copy.tsx'
import type { Format } from '../use-format.ts'
import { Prose } from '../prose.tsx'
import { TableHead } from '../table-head.tsx'
import { PlanChart, type ValueAxis } from './plan-chart.tsx'
import { PlanForm, PlanSlider } from './plan-form.tsx'
import { PLAN_COLUMNS, type PlanLine } from './plan-columns.ts'
import { PlanMoves } from './plan-moves.tsx'
import {
  coverageWords,
  headlineOf,
  intervalWords,
  marginalWords,
  moreOrLess,
  regardWords,
  roundedUp,
  shortfallOf,
  signedRate,
} from './plan-words.ts'
import {
  type Candidate,
  curveOf,
  firstPlanOf,
  hasResponses,
  type Plan,
  type PlanQuestion,
  rangeOf,
} from './plan-question.ts'

interface BudgetPlanProps {
  candidates: readonly Candidate[]
  question: PlanQuestion
  /** Called once the person pauses, so that neither host nor address follows every pixel of a slider. */
  onQuestion: (question: PlanQuestion) => void
  dsi: number
  /** Target ROAS of these campaigns, weighted by spend. */
  targetRoas: number | null
  currency: string
  format: Format
  nameOf: (candidate: Candidate) => ComponentChildren
  /** Saves the plan as a file, if the page can. */
  onSave?: (rows: readonly PlanLine[]) => void
}

/** Pause after which a question is passed on, ms. */
const PAUSE = 300

/** How to spend a total, or how much to spend at a ROAS: the result, a slider with the curve, and each campaign's move. */
export function BudgetPlan({
  candidates,
  question: current,
  onQuestion,
  dsi,
  targetRoas,
  currency,
  format,
  nameOf,
  onSave,
}: BudgetPlanProps) {
  const [draft, setDraft] = useState<PlanQuestion | null>(null)
  const question = draft ?? current
  const [axis, setAxis] = useState<ValueAxis>('targetRoas' in current.goal ? 'roas' : 'revenue')
  const plan = useMemo(
    () => firstPlanOf(candidates, question),
    [candidates, JSON.stringify(question)],
  )
  const curve = useMemo(
    () => curveOf(candidates, question),
    [candidates, question.maxStep, question.followSteps],
  )
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const ask = (next: PlanQuestion) => {
    clearTimeout(timer.current)
    setDraft(next)
    if ('targetRoas' in next.goal !== 'targetRoas' in question.goal)
      setAxis('targetRoas' in next.goal ? 'roas' : 'revenue')
    timer.current = setTimeout(() => {
      setDraft(null)
      onQuestion(next)
    }, PAUSE)
  }
  if (!hasResponses(candidates)) return <NoResponses />
  const shortfall = shortfallOf(plan, question, format)
  const regard = regardWords(plan, question)
  const byRoas = 'targetRoas' in question.goal
  const range = rangeOf(question, plan, curve)
  const target = 'targetRoas' in question.goal ? question.goal.targetRoas : targetRoas
  return (
    <div class="bp">
      <p class="bp-answer" aria-live="polite">
        <b>
          <Prose>{headlineOf(plan, question, dsi, format)}</Prose>
        </b>
        {shortfall !== null && <span class="warn"> {shortfall}</span>}
      </p>
      {!plan.reached && plan.neededMaxStep !== null && plan.neededMaxStep > question.maxStep && (
        <button
          type="button"
          class="bp-more"
          onClick={() => ask({ ...question, maxStep: roundedUp(plan.neededMaxStep!) })}
        >
          Allow steps of {format.roas(roundedUp(plan.neededMaxStep))}
        </button>
      )}
      <Figures {...{ plan, dsi, targetRoas, format }} />
      {regard !== null && <p class="warn">{regard}</p>}
      <PlanForm {...{ question, plan, currency, format }} onQuestion={ask} />
      {byRoas && <PlanSlider {...{ question, plan, range, format }} onQuestion={ask} />}
      {range.min < range.max && (
        <div class="bp-chart">
          <label class="m s">
            <select
              aria-label="Chart"
              value={axis}
              onChange={({ currentTarget }) => setAxis(currentTarget.value as ValueAxis)}
            >
              <option value="revenue">D{dsi} revenue a day</option>
              <option value="roas">Blended D{dsi} ROAS</option>
            </select>{' '}
            by total daily spend
          </label>
          <PlanChart
            {...{ curve, plan, axis, format }}
            edges={
              byRoas ? [curve[0]!.dailySpend, curve.at(-1)!.dailySpend] : [range.min, range.max]
            }
            label={axis === 'roas' ? `Blended D${dsi} ROAS` : `D${dsi} revenue a day`}
            targetRoas={target}
          />
          {!byRoas && <PlanSlider {...{ question, plan, range, format }} onQuestion={ask} />}
          <TrendKey
            entries={[
              { mark: 'line', words: 'best plan of each total' },
              'today',
              'planned',
              axis === 'roas' && target !== null && 'target',
            ]}
          />
          <CurveTable {...{ curve, dsi, format }} />
        </div>
      )}
      <PlanMoves {...{ plan, dsi, format, nameOf }} />
      <div class="row bp-take">
        <Copy label="Copy the plan as TSV" text={() => toTsv(plan.rows, PLAN_COLUMNS)} />
        {onSave !== undefined && (
          <button type="button" onClick={() => onSave(plan.rows)}>
            Save the plan as CSV
          </button>
        )}
      </div>
      <p class="m s">
        {coverageWords(plan, format)} Revenue counts installs as attributed: where campaigns share
        an audience, raises bring less.
      </p>
      <Assumptions dsi={dsi} />
    </div>
  )
}

function NoResponses() {
  return (
    <div class="bp">
      <p>
        <b>How far to move spend is not known.</b>{' '}
        <span class="m s">
          This run has no response estimates: how installs and revenue follow a campaign’s spend.
          Recommendations still say in which direction.
        </span>
      </p>
    </div>
  )
}

/** Totals today and as planned. */
function Figures({
  plan,
  dsi,
  targetRoas,
  format,
}: {
  plan: Plan
  dsi: number
  targetRoas: number | null
  format: Format
}) {
  const { before, after } = plan
  const ratio = before.dailySpend === 0 ? 0 : after.dailySpend / before.dailySpend - 1
  const figures = [
    {
      label: 'Spend a day',
      from: format.money(before.dailySpend),
      to: format.money(after.dailySpend),
      change: moreOrLess(ratio, format),
    },
    {
      label: `D${dsi} revenue a day`,
      from: format.money(before.revenue),
      to: format.money(after.revenue),
      change: intervalWords(plan, format) ?? signedRate(after.revenue - before.revenue, format),
    },
    {
      label: `Blended D${dsi} ROAS`,
      from: format.roas(before.roas),
      to: format.roas(after.roas),
      change:
        before.roas === null || after.roas === null ? '' : format.points(after.roas - before.roas),
    },
    {
      label: 'Marginal ROAS',
      from: null,
      to: format.roas(plan.marginalRoas),
      change: marginalWords(plan.marginalRoas, targetRoas, format),
    },
  ]
  return (
    <dl class="cols bp-figures">
      {figures.map(({ label, from, to, change }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {from !== null && from !== to && <span class="m s">{from} → </span>}
            <b>{to}</b>
            <div class="m s">
              <Prose>{change}</Prose>
            </div>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Every fourth point of the curve, as numbers. */
function CurveTable({
  curve,
  dsi,
  format,
}: {
  curve: ReturnType<typeof curveOf>
  dsi: number
  format: Format
}) {
  return (
    <details class="bp-table">
      <summary>Show as a table</summary>
      <div class="tb" tabIndex={0} role="region" aria-label="Best plans by total daily spend">
        <table class="l c">
          <TableHead
            of={['Spend a day', `D${dsi} revenue`, 'Blended ROAS'].map(label => [label, 'r'])}
          />
          <tbody>
            {curve
              .filter((_, index) => index % 4 === 0)
              .map(({ dailySpend, revenue, roas }) => (
                <tr key={dailySpend}>
                  <td class="r">{format.money(dailySpend)}</td>
                  <td class="r">{format.money(revenue)}</td>
                  <td class="r">{format.roas(roas)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

function Assumptions({ dsi }: { dsi: number }) {
  return (
    <details class="bp-stay">
      <summary>What the plan assumes</summary>
      <p class="m s">
        It begins with the steps and divides a total among them: spend rises only where the call is
        SCALE, falls only where it is REDUCE. Today’s spend is the daily average of the last 7 days;
        campaigns that have stopped, or whose data need a check, are left out. Budgets of the month
        limit sums: what the plan cuts is there for what it raises. Responses to spend are those of
        the run. Targeting, creatives, bids and demand stay as they are. The interval counts the
        doubt about responses and about today’s predicted D{dsi} ROAS.
      </p>
    </details>
  )
}

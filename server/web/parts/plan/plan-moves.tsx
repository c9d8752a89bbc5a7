import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Format } from '../use-format.ts'
import { TableHead } from '../table-head.tsx'
import { countryName, countOf, platformName } from '../words.ts'
import { broughtBy, movesOf, type PlanLine, sizeOf } from './plan-columns.ts'
import { elasticityWords, limitWords, signedRate } from './plan-words.ts'
import type { Candidate, Plan } from './plan-question.ts'

interface PlanMovesProps {
  plan: Plan
  maxStep: number
  dsi: number
  format: Format
  /** A campaign's name, as a link if it can be opened. */
  nameOf: (candidate: Candidate) => ComponentChildren
}

/** Lines drawn at first and per click, so that a slider moves without delay, and moves named above the chart. */
const [FIRST, MORE, NAMED] = [12, 50, 3]

/** Maximum campaigns listed that stay. */
const MOST = 100

/** The largest moves: money and return. Null if nothing moves. */
export function TopMoves({ plan, dsi, format, nameOf }: Omit<PlanMovesProps, 'maxStep'>) {
  const { moving } = movesOf(plan)
  const top = moving.filter(line => /[1-9]/.test(format.rate(sizeOf(line)))).slice(0, NAMED)
  if (top.length === 0) return null
  return (
    <ol class="bp-top" aria-label="Largest moves">
      {top.map(line => (
        <li key={line.row.key}>
          <b>{nameOf(line.row)}</b> {signedRate(line.planned.plannedDailySpend - line.row.dailySpend, format)}: D{dsi} revenue{' '}
          {signedRate(broughtBy(line) ?? 0, format)}
        </li>
      ))}
    </ol>
  )
}

/** Campaigns with the size of their move, largest first; those without evidence are folded below. */
export function PlanMoves({ plan, ...props }: PlanMovesProps) {
  const { format } = props
  const [count, setCount] = useState(FIRST)
  const [isOpen, setOpen] = useState(false)
  const { moving, staying } = movesOf(plan)
  const shown = moving.slice(0, count)
  const spend = staying.reduce((sum, { row }) => sum + row.dailySpend, 0)
  return (
    <>
      {moving.length > 0 && <Lines lines={shown} sums={plan} label="Campaigns that move" {...props} />}
      {shown.length < moving.length && (
        <button type="button" class="bp-more" onClick={() => setCount(count + MORE)}>
          Show {format.count(Math.min(MORE, moving.length - shown.length))} more
        </button>
      )}
      {staying.length > 0 && (
        <details class="bp-stay" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>
            {countOf(staying.length, 'campaign', format)}, {format.rate(spend)}, {staying.length === 1 ? 'stays' : 'stay'} as today: too
            little is known of the response
          </summary>
          {isOpen && <Lines lines={staying.slice(0, MOST)} label="Campaigns that stay" {...props} />}
          {isOpen && staying.length > MOST && <p class="bp-m">{format.count(staying.length - MOST)} more are in the copied plan.</p>}
        </details>
      )}
    </>
  )
}

interface LinesProps extends Omit<PlanMovesProps, 'plan'> {
  lines: readonly PlanLine[]
  label: string
  /** A plan whose totals end the table. */
  sums?: Plan
}

function Lines({ lines, label, sums, maxStep, dsi, format, nameOf }: LinesProps) {
  return (
    <div class="bp-scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <caption class="bp-unseen">{label}</caption>
        <TableHead
          of={[
            ['Campaign'],
            ['Today', 'bp-r'],
            ['Planned', 'bp-r'],
            ['Change', 'bp-r bp-change'],
            [`D${dsi} revenue`, 'bp-r'],
            ['Marginal ROAS', 'bp-r', 'What one more unit of spend returns'],
            ['ROAS', 'bp-r'],
            ['Limit'],
          ]}
        />
        <tbody>
          {lines.map(line => (
            <Line key={line.row.key} {...{ line, dsi, maxStep, format, nameOf }} />
          ))}
        </tbody>
        {sums !== undefined && <Sums {...{ sums, dsi, format }} />}
      </table>
    </div>
  )
}

function Line({ line, maxStep, dsi, format, nameOf }: Omit<LinesProps, 'lines' | 'label'> & { line: PlanLine }) {
  const { row, planned } = line
  const moves = planned.limitedBy !== 'evidence'
  return (
    <tr data-plan-row>
      <th scope="row">
        {nameOf(row)}
        <div class="bp-m">
          {[platformName(row.platform), ...(row.country === 'GLOBAL' ? [] : [countryName(row.country)]), row.network].join(' · ')}
        </div>
      </th>
      <td class="bp-r" data-label="Today">
        {format.money(row.dailySpend)}
      </td>
      <td class="bp-r" data-label="Planned">
        <b>{format.money(planned.plannedDailySpend)}</b>
      </td>
      <td class="bp-r bp-change" data-label="Change">
        {format.signedShare(planned.change)}
        <StepBar change={planned.change ?? 0} maxStep={maxStep} />
      </td>
      <td class="bp-r" data-label={`D${dsi} revenue`}>
        {moves ? signedRate(broughtBy(line) ?? 0, format).replace('/day', '') : format.money(planned.revenue)}
      </td>
      <td class="bp-r" data-label="Marginal ROAS">
        {format.roas(row.marginalRoas)}
        {planned.plannedMarginalRoas !== null && moves && <div class="bp-m">→ {format.roas(planned.plannedMarginalRoas)}</div>}
      </td>
      <td class="bp-r" data-label="ROAS">
        {format.roas(row.predictedRoas)}
        {moves && <div class="bp-m">→ {format.roas(planned.plannedRoas)}</div>}
      </td>
      <td data-label="Limit">
        {limitWords(planned.limitedBy, planned.change)}
        <div class="bp-m" title="1% more spend brings this many percent more installs, with its 80% interval">
          response {elasticityWords(row)}
        </div>
      </td>
    </tr>
  )
}

/** The totals of all campaigns, including those that stay. */
function Sums({ sums: { before, after }, dsi, format }: { sums: Plan; dsi: number; format: Format }) {
  return (
    <tfoot>
      <tr data-plan-sums>
        <th scope="row">
          All campaigns
          <div class="bp-m">with those that stay</div>
        </th>
        <td class="bp-r" data-label="Today">
          {format.money(before.dailySpend)}
        </td>
        <td class="bp-r" data-label="Planned">
          <b>{format.money(after.dailySpend)}</b>
        </td>
        <td class="bp-r bp-change" data-label="Change">
          {format.signedShare(before.dailySpend === 0 ? null : after.dailySpend / before.dailySpend - 1)}
        </td>
        <td class="bp-r" data-label={`D${dsi} revenue`}>
          {signedRate(after.revenue - before.revenue, format).replace('/day', '')}
        </td>
        <td class="bp-r bp-none" />
        <td class="bp-r" data-label="ROAS">
          {format.roas(before.roas)}
          <div class="bp-m">→ {format.roas(after.roas)}</div>
        </td>
        <td class="bp-none" />
      </tr>
    </tfoot>
  )
}

/** The move within the largest step: left spends less, right more. */
function StepBar({ change, maxStep }: { change: number; maxStep: number }) {
  const [width, zero] = [64, 32]
  const length = Math.min(1, Math.abs(change) / maxStep) * (zero - 1)
  return (
    <svg class="bp-step" width={width} height="8" viewBox={`0 0 ${width} 8`} aria-hidden="true">
      <path class="ch-grid" d={`M0,4H${width}`} />
      <rect class="ch-rate" x={change < 0 ? zero - length : zero} y="1" width={length} height="6" />
      <path class="ch-stalk" d={`M${zero},0v8`} />
    </svg>
  )
}

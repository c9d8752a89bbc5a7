import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Format } from '../format.ts'
import { countryName, countOf, platformName } from '../words.ts'
import { elasticityWords, limitWords } from './plan-words.ts'
import type { Candidate, Plan } from './question.ts'

export type PlanLine = Plan['rows'][number]

interface PlanMovesProps {
  plan: Plan
  maxStep: number
  format: Format
  /** The name of a campaign, as a link where there is something to open. */
  nameOf: (candidate: Candidate) => ComponentChildren
}

/** Lines drawn at first. */
const FIRST = 12

/** Campaigns with the size of their move, largest first; those without evidence folded below. */
export function PlanMoves({ plan, maxStep, format, nameOf }: PlanMovesProps) {
  const [isAll, setAll] = useState(false)
  const moving = plan.rows.filter(({ planned }) => planned.limitedBy !== 'evidence').sort((a, b) => sizeOf(b) - sizeOf(a))
  const staying = plan.rows.filter(({ planned }) => planned.limitedBy === 'evidence').sort((a, b) => b.row.dailySpend - a.row.dailySpend)
  const shown = isAll ? moving : moving.slice(0, FIRST)
  const spend = staying.reduce((sum, { row }) => sum + row.dailySpend, 0)
  return (
    <>
      {moving.length > 0 && <Lines lines={shown} label="Campaigns that move" {...{ maxStep, format, nameOf }} />}
      {shown.length < moving.length && (
        <button type="button" class="bp-more" onClick={() => setAll(true)}>
          Show {format.count(moving.length - shown.length)} more
        </button>
      )}
      {staying.length > 0 && (
        <details class="bp-stay">
          <summary>
            {countOf(staying.length, 'campaign', format)}, {format.rate(spend)}, {staying.length === 1 ? 'stays' : 'stay'} as today: too
            little is known of the response
          </summary>
          <Lines lines={staying} label="Campaigns that stay" {...{ maxStep, format, nameOf }} />
        </details>
      )}
    </>
  )
}

interface LinesProps extends Omit<PlanMovesProps, 'plan'> {
  lines: readonly PlanLine[]
  label: string
}

function Lines({ lines, label, maxStep, format, nameOf }: LinesProps) {
  return (
    <div class="bp-scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <caption class="bp-unseen">{label}</caption>
        <thead>
          <tr>
            <th scope="col">Campaign</th>
            <th scope="col" class="bp-r">
              Today
            </th>
            <th scope="col" class="bp-r">
              Planned
            </th>
            <th scope="col" class="bp-r bp-change">
              Change
            </th>
            <th scope="col" class="bp-r" title="What one more unit of spend returns">
              Marginal ROAS
            </th>
            <th scope="col" class="bp-r">
              ROAS
            </th>
            <th scope="col">Limit</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ row, planned }) => (
            <tr key={row.key} data-plan-row>
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
              <td class="bp-r" data-label="Marginal ROAS">
                {format.roas(row.marginalRoas)}
                {planned.plannedMarginalRoas !== null && planned.limitedBy !== 'evidence' && (
                  <div class="bp-m">→ {format.roas(planned.plannedMarginalRoas)}</div>
                )}
              </td>
              <td class="bp-r" data-label="ROAS">
                {format.roas(row.predictedRoas)}
                {planned.limitedBy !== 'evidence' && <div class="bp-m">→ {format.roas(planned.plannedRoas)}</div>}
              </td>
              <td data-label="Limit">
                {limitWords(planned.limitedBy, planned.change)}
                <div class="bp-m" title="1% more spend brings this many percent more installs, with its 80% interval">
                  response {elasticityWords(row)}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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

function sizeOf({ row, planned }: PlanLine): number {
  return Math.abs(planned.plannedDailySpend - row.dailySpend)
}

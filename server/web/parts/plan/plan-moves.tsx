import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { type Format, NOTHING } from '../use-format.ts'
import { StepText } from '../step-text.tsx'
import { Prose } from '../prose.tsx'
import { TableHead } from '../table-head.tsx'
import { countryName, countOf, platformName } from '../words.ts'
import { broughtBy, movesOf, type PlanLine } from './plan-columns.ts'
import { limitWords, moveWords, signedRate } from './plan-words.ts'
import type { Candidate, Plan } from './plan-question.ts'

interface PlanMovesProps {
  plan: Plan
  dsi: number
  format: Format
  /** A campaign's name, as a link if it can be opened. */
  nameOf: (candidate: Candidate) => ComponentChildren
}

/** Lines drawn at first and per click, so that a slider moves without delay. */
const [FIRST, MORE] = [12, 50]

/** Maximum campaigns listed that stay. */
const MOST = 100

/** The steps with what the plan makes of each; campaigns that stay are folded below, with their reason. */
export function PlanMoves({ plan, ...props }: PlanMovesProps) {
  const { format } = props
  const [count, setCount] = useState(FIRST)
  const [isOpen, setOpen] = useState(false)
  const { moving, staying } = movesOf(plan)
  const visible = moving.slice(0, count)
  const spend = staying.reduce((sum, { row }) => sum + row.dailySpend, 0)
  return (
    <>
      {moving.length > 0 && (
        <Lines lines={visible} sums={plan} label="Campaigns that move" {...props} />
      )}
      {visible.length < moving.length && (
        <button type="button" class="bp-more" onClick={() => setCount(count + MORE)}>
          Show {format.count(Math.min(MORE, moving.length - visible.length))} more
        </button>
      )}
      {staying.length > 0 && (
        <details
          class="bp-stay"
          open={isOpen}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <summary>
            {countOf(staying.length, 'campaign', format)}, {format.rate(spend)},{' '}
            {staying.length === 1 ? 'stays' : 'stay'} as today
          </summary>
          {isOpen && (
            <Lines lines={staying.slice(0, MOST)} label="Campaigns that stay" {...props} />
          )}
          {isOpen && staying.length > MOST && (
            <p class="m s">{format.count(staying.length - MOST)} more are in the copied plan.</p>
          )}
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

function Lines({ lines, label, sums, dsi, format, nameOf }: LinesProps) {
  return (
    <div class="tb stack" tabIndex={0} role="region" aria-label={label}>
      <table class="l c">
        <caption class="vh">{label}</caption>
        <TableHead
          of={[
            ['Campaign'],
            ['What to do'],
            ['Today', 'r', 'Mean daily spend of the last 7 days'],
            ['Planned', 'r'],
            [`D${dsi} revenue`, 'r'],
            ['Limit'],
          ]}
        />
        <tbody>
          {lines.map(line => (
            <Line key={line.row.key} {...{ line, dsi, format, nameOf }} />
          ))}
        </tbody>
        {sums !== undefined && <Sums {...{ sums, dsi, format }} />}
      </table>
    </div>
  )
}

function Line({
  line,
  dsi,
  format,
  nameOf,
}: Omit<LinesProps, 'lines' | 'label'> & { line: PlanLine }) {
  const { row, planned } = line
  const words = moveWords(line, format)
  const isKnown = planned.limitedBy !== 'evidence'
  const identity = [
    platformName(row.platform),
    ...(row.country === 'GLOBAL' ? [] : [countryName(row.country)]),
    row.network,
  ].join(' · ')
  return (
    <tr data-plan-row title={identity}>
      <th scope="row">{nameOf(row)}</th>
      <td class="bp-do full">
        <StepText words={words} />
      </td>
      <td class="r" data-label="Today">
        {format.money(row.dailySpend)}
      </td>
      <td class="r" data-label="Planned">
        {isKnown ? (
          <>
            <b>{format.money(planned.plannedDailySpend)}</b>{' '}
            <span class="m s">{format.signedShare(planned.change)}</span>
          </>
        ) : (
          NOTHING
        )}
      </td>
      <td class="r" data-label={`D${dsi} revenue`}>
        {isKnown ? (
          <Prose>{signedRate(broughtBy(line) ?? 0, format).replace('/day', '')}</Prose>
        ) : (
          NOTHING
        )}
      </td>
      <td class="m s full" data-label="Limit">
        {row.priority !== null && isKnown && words === row.words ? 'its step' : limitWords(line)}
      </td>
    </tr>
  )
}

/** The totals of all campaigns, including those that stay. */
function Sums({
  sums: { before, after },
  dsi,
  format,
}: {
  sums: Plan
  dsi: number
  format: Format
}) {
  return (
    <tfoot>
      <tr data-plan-sums>
        <th scope="row" colSpan={2}>
          All campaigns, with those that stay
        </th>
        <td class="r" data-label="Today">
          {format.money(before.dailySpend)}
        </td>
        <td class="r" data-label="Planned">
          <b>{format.money(after.dailySpend)}</b>{' '}
          <span class="m s">
            {format.signedShare(
              before.dailySpend === 0 ? null : after.dailySpend / before.dailySpend - 1,
            )}
          </span>
        </td>
        <td class="r" data-label={`D${dsi} revenue`}>
          <Prose>{signedRate(after.revenue - before.revenue, format).replace('/day', '')}</Prose>
        </td>
        <td class="bp-none" />
      </tr>
    </tfoot>
  )
}

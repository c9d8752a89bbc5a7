import { useMemo } from 'preact/hooks'
import type { Format } from '../../parts/use-format.ts'
import { regionName } from '../../../core/words/names.ts'
import { Table, type Column } from '../../parts/table.tsx'
import { isOf } from './campaign-calls.ts'
import { linesOf, type Line, type Recommendations } from './lines.ts'

interface CountriesProps {
  answer: Recommendations
  line: Line
  threshold: number
  format: Format
}

/** A campaign's countries, with spend and recommendation. */
export function Countries({ answer, line, threshold, format }: CountriesProps) {
  const lines = useMemo(
    () => linesOf(answer).filter(other => isOf(line, other as unknown as Record<string, unknown>)),
    [answer, line],
  )
  const columns = useMemo(() => columnsOf(format), [format])
  if (lines.length === 0) return <p>No recommendations by country.</p>
  const off = lines.filter(({ action }) => action !== line.action)
  return (
    <>
      <p class="muted">
        {lines.length === 1
          ? 'This campaign runs in one country.'
          : off.length === 0
            ? `All countries say ${line.action}.`
            : `${format.count(off.length)} of ${format.count(lines.length)} countries differ from ${line.action}.`}{' '}
        The band is {format.holdBand(threshold)}.
      </p>
      <Table
        caption={`Countries of ${line.campaign}`}
        columns={columns}
        rows={lines}
        keyOf={({ key }) => key}
      />
    </>
  )
}

function columnsOf(format: Format): Column<Line>[] {
  return [
    {
      name: 'country',
      label: 'Country',
      value: ({ country }) => country,
      show: ({ country }) => <span title={regionName(country)}>{country}</span>,
    },
    {
      name: 'spend',
      label: 'Spend a day',
      numeric: true,
      value: line => line.dailySpend,
      show: line => format.money(line.dailySpend),
    },
    {
      name: 'ofTarget',
      label: 'Of target',
      numeric: true,
      value: line => line.ofTarget,
      show: line => (
        <>
          {format.share(line.ofTarget)}
          <p class="muted">
            {format.roas(line.predicted)} / {format.roas(line.target)}
          </p>
        </>
      ),
    },
    {
      name: 'action',
      label: 'Action',
      value: ({ action }) => action,
      show: ({ action }) => <span class={`tag ${action}`}>{action}</span>,
    },
  ]
}

import { TableHead } from '../table-head.tsx'
import type { TrendLine } from './trend-shape.ts'

interface TrendTableProps {
  /** Heading of the first column, `Network`. */
  of: string
  rows: readonly { label: string; lines: readonly TrendLine[]; target?: number | null }[]
  write: (value: number) => string
}

/** Every value of charts with the same periods; `f` marks a forecast. */
export function TrendTable({ of, rows, write }: TrendTableProps) {
  const lines = rows.flatMap(({ label, lines, target }) =>
    lines.map(({ name, points }) => ({
      points,
      target,
      name: [label, lines.length > 1 && name].filter(Boolean).join(', ') || name,
    })),
  )
  const periods = lines[0]?.points ?? []
  const hasTarget = lines.some(({ target }) => typeof target === 'number')
  const hasForecast = lines.some(({ points }) => points.some(({ actualShare }) => actualShare < 1))
  return (
    <details class="ch-table">
      <summary class="tbs">Show as a table</summary>
      <div class="tb" tabIndex={0} role="region" aria-label={`Values by ${of.toLowerCase()}`}>
        <table class="l c">
          <TableHead
            of={[
              [of],
              ...periods.map(({ label }) => [label, 'r'] as const),
              hasTarget && ['Target', 'r'],
            ]}
          />
          <tbody>
            {lines.map(({ name, points, target }) => (
              <tr key={name}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                {points.map(({ label, value, actualShare, note }) => (
                  <td key={label} class="r">
                    {value === null ? '–' : write(value)}
                    {value !== null && actualShare < 1 && <span class="m"> f</span>}
                    {value !== null && note !== undefined && <div class="m s">{note}</div>}
                  </td>
                ))}
                {hasTarget && <td class="r">{typeof target === 'number' ? write(target) : '–'}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hasForecast && <p class="m s">f: forecast, wholly or in part.</p>}
    </details>
  )
}

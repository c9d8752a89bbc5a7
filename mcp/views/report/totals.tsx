import type { Answer } from '../shell/answers.ts'
import type { Format } from '../parts/format.ts'
import { columnLabel, maturityWords, metricColumn, writeMetric } from './columns.ts'

/** What all matches come to, each ratio with how much of it is forecast. */
export function Totals({ answer: { totals, context }, format }: { answer: Answer<'svc_get_report'>; format: Format }) {
  const shown = Object.entries(totals).flatMap(([name, value]) => {
    const column = metricColumn(name)
    return column === null ? [] : [{ column, value }]
  })
  if (shown.length === 0) return null
  return (
    <section class="totals" aria-label="Totals">
      <dl>
        {shown.map(({ column, value }) => (
          <div key={column.name}>
            <dt>{columnLabel(column)}</dt>
            <dd data-column={column.name}>{writeMetric(column.metric, format)(value)}</dd>
            {column.dsi !== undefined && <dd class="muted">{sharesWords(totals, column.dsi, format)}</dd>}
          </div>
        ))}
      </dl>
      <p class="muted">Totals of {context.totalsOf}.</p>
    </section>
  )
}

function sharesWords(totals: Answer<'svc_get_report'>['totals'], dsi: number, format: Format): string {
  const covered = totals[`covered_share_d${dsi}`]
  const known = typeof covered === 'number' && covered < 1 ? `, over ${format.share(covered)} of spend` : ''
  return maturityWords(totals[`actual_share_d${dsi}`], format) + known
}

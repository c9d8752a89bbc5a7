import { useState } from 'preact/hooks'
import { sum } from '../../../core/formulas/sums.ts'
import { sideOf } from '../../../core/model/classification.ts'
import { regionName } from '../../../core/words/names.ts'
import { TableHead } from '../table-head.tsx'
import type { Call } from './call.ts'
import { type CellContext, CallTag } from './campaign-columns.tsx'

/** Number of countries listed before the rest is summed. */
const FIRST = 8

/** A campaign by country, as recommended per country. */
export function CountriesTable({
  calls,
  context: { format, threshold },
}: {
  calls: readonly Call[]
  context: CellContext
}) {
  const [isAll, setAll] = useState(false)
  const others = isAll ? [] : calls.slice(FIRST)
  return (
    <table class="l c">
      <TableHead
        of={[['Country'], ['A day', 'r'], ['ROAS', 'r'], ['Of target', 'r'], ['Call', 'ca']]}
      />
      <tbody>
        {calls
          .slice(0, calls.length - others.length)
          .map(({ id, country, dailySpend, predictedRoas, share, action }) => {
            const side = share === null ? 'held' : sideOf(share, threshold)
            return (
              <tr key={id}>
                <th scope="row" class="nm">
                  {regionName(country)}
                </th>
                <td class="r">{format.money(dailySpend)}</td>
                <td class="r">{format.roas(predictedRoas)}</td>
                <td class={`r b ${side === 'held' ? '' : side}`}>{format.share(share)}</td>
                <td class="ca">
                  <CallTag action={action} />
                </td>
              </tr>
            )
          })}
        {others.length > 0 && (
          <tr>
            <th scope="row" class="light">
              <button class="lnk" onClick={() => setAll(true)}>
                {others.length} more
              </button>
            </th>
            <td class="r">{format.money(sum(others, ({ dailySpend }) => dailySpend))}</td>
            <td colSpan={2} />
            <td class="ca" />
          </tr>
        )}
      </tbody>
    </table>
  )
}

import { ACTIONS } from '../../../generated/vocabulary/vocabulary.ts'
import type { Filtering } from '../../../server/web/parts/filters.tsx'
import type { Format } from '../../../server/web/parts/use-format.ts'
import { MoneyStrip, type MoneyPart } from '../../../server/web/parts/money-strip.tsx'
import { countOf } from '../../../server/web/parts/words.ts'
import { type Line, type Recommendations } from './lines.ts'

interface MoneyProps {
  answer: Recommendations
  /** All loaded lines. */
  all: readonly Line[]
  /** Lines after all filters except the action, so that parts stay comparable when one is chosen. */
  anyAction: readonly Line[]
  filtering: Filtering<Line>
  format: Format
}

/** Daily spend by action, over all matches or after filters. */
export function MoneyByAction({ answer, all, anyAction, filtering: { rows, chosen, choose }, format }: MoneyProps) {
  const pressed = chosen['action'] ?? []
  const others = Object.entries(chosen).some(([name, values]) => name !== 'action' && values.length > 0)
  // A row by country is not a campaign.
  const byCountry = answer.context.granularity === 'campaign_geo'
  const parts = ACTIONS.map((action): MoneyPart => {
    const { dailySpend, count } = others ? sumOf(anyAction.filter(row => row.action === action)) : answer.totals[action]
    return {
      name: action,
      label: action,
      amount: dailySpend,
      count: byCountry ? `${format.count(count)} by country` : countOf(count, 'campaign', format),
      tone: action,
    }
  })
  const total = parts.reduce((sum, { amount }) => sum + amount, 0)
  const shown = others || pressed.length > 0
  return (
    <section aria-label="Spend by action">
      <p>
        <strong>{format.rate(shown ? sumOf(rows).dailySpend : total)}</strong>,{' '}
        {shown ? `of the ${byCountry ? 'countries' : 'campaigns'} shown` : `of all ${wholeWords(answer, all, format)}`}
        {pressed.length > 0 && `; all actions ${format.rate(total)}`}
      </p>
      <MoneyStrip
        label="Spend by action"
        parts={parts}
        total={total}
        pressed={pressed}
        onPress={name => choose('action', pressed.length === 1 && pressed[0] === name ? [] : [name])}
        format={format}
      />
    </section>
  )
}

/** `56 campaigns`; by country `56 recommendations by country, 34 campaigns`, if all are loaded. */
function wholeWords({ context, totalRows }: Recommendations, all: readonly Line[], format: Format): string {
  if (context.granularity !== 'campaign_geo') return countOf(totalRows, 'campaign', format)
  const campaigns = new Set(all.map(({ platform, network, campaign }) => JSON.stringify([platform, network, campaign]))).size
  const rows = `${countOf(totalRows, 'recommendation', format)} by country`
  return all.length < totalRows ? rows : `${rows}, ${countOf(campaigns, 'campaign', format)}`
}

function sumOf(rows: readonly Line[]): { dailySpend: number; count: number } {
  return { dailySpend: rows.reduce((sum, row) => sum + row.dailySpend, 0), count: rows.length }
}

import { MAX_WIDTH } from '../response/suggestion.ts'
import { count, escaped, moneyText, shareText, table } from './page.ts'
import type { Report } from './report-data.ts'

const MAX_ROWS = 10

/** Suggested daily spend, the largest moves first, and what it assumes. */
export function spend({ config, recommendations }: Report): string {
  const { currency } = config.app
  const campaigns = recommendations.filter(({ granularity, response }) => granularity === 'campaign' && response !== null)
  if (campaigns.length === 0) return ''
  const known = campaigns.filter(({ response }) => response!.high - response!.low <= MAX_WIDTH)
  const moveOf = (row: (typeof campaigns)[number]): number => (row.suggested === null ? 0 : row.suggested - row.dailySpend)
  const moves = known
    .filter(row => Math.abs(moveOf(row)) >= 0.01 * row.dailySpend)
    .sort((one, other) => Math.abs(moveOf(other)) - Math.abs(moveOf(one)))
  const rows = moves.slice(0, MAX_ROWS).map(row => {
    const { campaign, response, marginal, target, dailySpend, suggested } = row
    const range = `${response!.elasticity.toFixed(2)} (${response!.low.toFixed(2)}–${response!.high.toFixed(2)})`
    return [campaign.name, moneyText(dailySpend, currency), moneyText(suggested!, currency), shareText(marginal! / target, 0), range]
  })
  const shown =
    rows.length === 0
      ? '<p class="mute">No campaign has the evidence for a move that brings more profit.</p>'
      : table(['campaign', 'spend a day', 'suggested', 'next unit returns, of target', 'response'], rows)
  const unknown = campaigns.length - known.length
  const rest =
    unknown === 0
      ? ''
      : ` ${escaped(count(unknown, 'campaign'))} moved too little to tell, and ${unknown === 1 ? 'keeps' : 'keep'} today's spend.`
  return `<h2>How much to spend</h2>
<p class="mute">Response: 0.70 means that 10% more spend brings 7% more installs (80% interval). It is learned only from the moves that managers made, after demand, weekdays and holidays are taken away.${rest}</p>
${shown}
<p class="mute small">This assumes that nothing else changed in the campaign on the day of a move, and that installs answer within days. It cannot tell whether paid installs would have come anyway, or whether campaigns take users from each other. A test that pauses or doubles spend in some countries tells both; a planned move of 20% or more, held for two weeks, narrows an interval fastest.</p>`
}

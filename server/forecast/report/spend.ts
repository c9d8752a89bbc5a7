import type { Recommendation } from '../delivery/recommendations.ts'
import { MAX_WIDTH } from '../response/suggestion.ts'
import { count, escaped, moneyText, shareText, table } from './page.ts'
import type { Report } from './report-data.ts'

const MAX_ROWS = 10
/** Smallest move that is worth a mention, as a share of spend. */
const SMALLEST = 0.01

/** By how much the suggestion moves spend, as a share; null without the evidence for one. */
export function suggestedMove({ response, suggested, dailySpend }: Recommendation): number | null {
  if (response === null || isUnknown(response) || suggested === null || !(dailySpend > 0)) return null
  const move = suggested / dailySpend - 1
  return Math.abs(move) < SMALLEST ? 0 : move
}

function isUnknown({ low, high }: { low: number; high: number }): boolean {
  return high - low > MAX_WIDTH
}

/** Suggested daily spend, the largest moves first, and what it assumes. */
export function spend({ config, recommendations }: Report): string {
  const { currency } = config.app
  const campaigns = recommendations.filter(({ granularity, response }) => granularity === 'campaign' && response !== null)
  if (campaigns.length === 0) return ''
  const known = campaigns.filter(row => suggestedMove(row) !== null)
  const moneyOf = (row: Recommendation): number => Math.abs(suggestedMove(row)! * row.dailySpend)
  const moves = known.filter(row => suggestedMove(row) !== 0).sort((one, other) => moneyOf(other) - moneyOf(one))
  const rows = moves.slice(0, MAX_ROWS).map(row => {
    const { campaign, response, marginal, target, dailySpend, suggested } = row
    const range = `${response!.elasticity.toFixed(2)} (${response!.low.toFixed(2)}–${response!.high.toFixed(2)})`
    return [campaign.name, moneyText(dailySpend, currency), moneyText(suggested!, currency), shareText(marginal! / target, 0), range]
  })
  const shown =
    rows.length === 0
      ? '<p class="mute">No campaign has the evidence for a move that brings more profit.</p>'
      : table(['campaign', 'spend a day', 'suggested', 'next unit returns, of target', 'response'], rows)
  const unknown = campaigns.filter(({ response }) => isUnknown(response!)).length
  const rest =
    unknown === 0
      ? ''
      : ` ${escaped(count(unknown, 'campaign'))} moved too little to tell, and ${unknown === 1 ? 'keeps' : 'keep'} today's spend.`
  return `<h2>How much to spend</h2>
<p class="mute">An action says whether a campaign's spend pays back on average; the suggested spend says whether one more unit of it does, which returns less. A campaign that pays back can therefore have a smaller suggested spend: keep it, and follow the suggestion. Without one, follow the action.</p>
<p class="mute">Response: 0.70 means that 10% more spend brings 7% more installs (80% interval). It is learned only from the moves that managers made, after demand, weekdays and holidays are taken away.${rest}</p>
${shown}
<p class="mute small">This assumes that nothing else changed in the campaign on the day of a move, and that installs answer within days. It cannot tell whether paid installs would have come anyway, or whether campaigns take users from each other. A test that pauses or doubles spend in some countries tells both; a planned move of 20% or more, held for two weeks, narrows an interval fastest.</p>`
}

import { campaignKey } from '../delivery/cohorts.ts'
import type { Recommendation } from '../delivery/recommendations.ts'
import { changeText, count, dateText, moneyText, shareText, table } from './page.ts'
import type { Report } from './report-data.ts'
import { dailySpend, statusOf } from './verdict.ts'

const MAX_ROWS = 10
/** Smallest change of the predicted ROAS that is listed without a changed action. */
const LEAST_CHANGE = 0.1

const WORDS = { SCALE: 'grow', HOLD: 'keep', REDUCE: 'cut' } as const

/** The advice of the run a week before, from what was known then, beside today's. */
export function changes({ config, recommendations, before, asOf }: Report): string {
  if (before === undefined) return '<h2>What changed</h2><p class="mute">There is no earlier week to compare with.</p>'
  const then = new Map(ofCampaigns(before.recommendations).map(row => [campaignKey(row.campaign), row]))
  const now = ofCampaigns(recommendations)
  const both = now.flatMap(row => {
    const old = then.get(campaignKey(row.campaign))
    return old === undefined ? [] : [{ row, old }]
  })
  const moved = both
    .filter(({ row, old }) => row.action !== old.action || shiftOf(row, old) > LEAST_CHANGE)
    .sort(
      (one, other) =>
        Number(other.row.action !== other.old.action) - Number(one.row.action !== one.old.action) ||
        other.row.dailySpend - one.row.dailySpend,
    )
  const flipped = moved.filter(({ row, old }) => row.action !== old.action)
  const fresh = now.filter(row => !then.has(campaignKey(row.campaign)))
  const keys = new Set(now.map(row => campaignKey(row.campaign)))
  const gone = [...then.values()].filter(row => !keys.has(campaignKey(row.campaign)))
  const { currency } = config.app
  const perDay = (rows: readonly Recommendation[]): string => `${moneyText(dailySpend(rows), currency)}/day`
  const [spend, earlier] = [dailySpend(now), dailySpend([...then.values()])]
  return `<h2>What changed since ${dateText(before.asOf, asOf)}</h2>
<p>${earlier > 0 ? `Daily spend: ${moneyText(spend, currency)}, ${changeText(spend, earlier)}. ` : ''}${count(flipped.length, 'action')} changed (${perDay(flipped.map(({ row }) => row))}), ${count(fresh.length, 'campaign')} started (${perDay(fresh)}), ${gone.length} stopped (${perDay(gone)}).</p>
${
  moved.length === 0
    ? ''
    : table(
        ['Campaign', 'Network', 'Action', 'Status', 'Share of target', 'week before', 'Spend per day'],
        moved
          .slice(0, MAX_ROWS)
          .map(({ row, old }) => [
            row.campaign.name,
            row.campaign.network ?? 'Unknown',
            row.action === old.action ? WORDS[row.action] : `${WORDS[old.action]} → ${WORDS[row.action]}`,
            statusOf(row, config),
            attained(row),
            attained(old),
            moneyText(row.dailySpend, currency),
          ]),
        [0, 1, 2, 3],
      )
}${moved.length > MAX_ROWS ? `<p class="mute">${moved.length - MAX_ROWS} more moved by over ${shareText(LEAST_CHANGE, 0)} with less spend.</p>` : ''}`
}

function ofCampaigns(rows: readonly Recommendation[]): Recommendation[] {
  return rows.filter(({ granularity }) => granularity === 'campaign')
}

function attained({ prediction, target }: Recommendation): string {
  return prediction === null ? '–' : shareText(prediction / target, 0)
}

function shiftOf(row: Recommendation, old: Recommendation): number {
  return row.prediction === null || old.prediction === null || old.prediction === 0 ? 0 : Math.abs(row.prediction / old.prediction - 1)
}

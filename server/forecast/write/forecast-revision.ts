import { dateOf } from '../../core/model/days.ts'
import { type AlertRule, figures, gap, money, signed, spendDetail } from '../model/alert-rules.ts'
import type { Facts } from '../model/facts.ts'
import { forecast } from '../model/fit.ts'
import type { Fit } from '../model/forecast.ts'
import type { Judged } from '../model/judged.ts'
import { campaignKey, cellsInLookback } from './cohorts.ts'
import type { Lookback } from '../config/lookback.ts'

export interface Revision {
  before: number
  now: number
  paidInstalls: number
  /** Install dates, and the earlier run's day: `YYYY-MM-DD`. */
  from: string
  to: string
  on: string
}

/** Changes since an earlier run, by `campaignKey`, for the cohorts in its lookback. Empty if either run lacks that DSI. */
export function revisions(
  facts: Facts,
  fit: Fit,
  earlier: Fit,
  dsi: number,
  lookbackOf: (platform: string | null) => Lookback,
): Map<string, Revision> {
  const found = new Map<string, Revision>()
  if (dsi > Math.min(fit.limit, earlier.limit)) return found
  const before = forecast(facts, earlier, dsi).gross
  const now = forecast(facts, fit, dsi).gross
  for (const [campaign, cells] of cellsInLookback(facts, earlier.asOf, lookbackOf)) {
    const { start, end } = lookbackOf(campaign.platform)
    const sum = (values: Float64Array): number => cells.reduce((all, i) => all + values[i]!, 0)
    found.set(campaignKey(campaign), {
      before: sum(before),
      now: sum(now),
      paidInstalls: sum(facts.cells.installs),
      from: dateOf(earlier.asOf - end),
      to: dateOf(earlier.asOf - start),
      on: dateOf(earlier.asOf),
    })
  }
  return found
}

/** Fires if a campaign's forecast was revised by more than 15 %. */
export function forecastRevised(
  revisionOf: (campaign: Judged['campaign']) => Revision | undefined,
): AlertRule {
  const shift = (row: Judged) => {
    const revision = revisionOf(row.campaign)
    return revision === undefined ? 0 : gap(revision.now, revision.before)
  }
  return {
    group: 'ANALYTICS',
    atMost: 3,
    fires: row =>
      row.spendShare > 0.004 &&
      (revisionOf(row.campaign)?.paidInstalls ?? 0) >= 30 &&
      Math.abs(shift(row)) > 0.15,
    texts: (row, app) => {
      const { before, now, from, to, on } = revisionOf(row.campaign)!
      return {
        ...figures('revenue', now, before),
        title: 'Forecast revised',
        summary:
          `The cohorts of ${from} to ${to} are expected to bring ${money(now, app)} by day ${app.targetDsi} (paid gross). ` +
          `On ${on} it was ${money(before, app)} (${signed(shift(row))}).`,
        detail: `They brought ${now > before ? 'more' : 'less'} since then than was expected of them, and what is still to come was corrected by it.`,
        spend_detail: spendDetail(row, app, 'was decided by the earlier one'),
        recommended_action: null,
      }
    },
  }
}

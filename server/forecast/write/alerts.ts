import { dateOf, dayOf } from '../../core/model/dates.ts'
import * as rules from '../model/alert-rules.ts'
import {
  type AlertRule,
  alertsOf,
  figures,
  gap,
  noFigures,
  roasName,
  spendDetail,
} from '../model/alert-rules.ts'
import { money, signed } from '../model/amount-texts.ts'
import type { Fit } from '../model/forecast.ts'
import type { AlertTexts, Judged, JudgedApp } from '../model/judged.ts'
import { type Alert, eventAlerts } from './event-alerts.ts'
import { bidSteps } from './bid-steps.ts'
import { type Campaign, campaignKey, cellsInLookback, toMoney } from './cohorts.ts'
import type { DataEvent } from '../sentinel/data-events.ts'
import type { Recommendation, Situation } from './recommend.ts'
import type { Lookbacks } from '../config/forecast-config.ts'
import { rowId, timestampOf } from './references.ts'
import type { DeliveryTable } from '../../imports/load-rows.ts'
import type { Facts } from '../model/facts.ts'
import { forecast } from '../model/fit.ts'
import { sum, sumAt } from '../../core/formulas/sums.ts'
import { decimalsOf } from '../../core/words/format.ts'

export function alertsAbout(
  situation: Situation,
  rows: readonly Recommendation[],
  {
    createdAt,
    earlier,
    events,
    needed,
  }: {
    createdAt: string
    earlier: Fit | undefined
    events: readonly DataEvent[]
    needed: readonly string[]
  },
): Alert[] {
  const { app, targets, lookbacks, lagDays, prepared, fit, standing } = situation
  const judged: JudgedApp = {
    currency: app.currency,
    amounts: amountsIn(app.currency),
    targetDsi: targets.dsi,
    targetRoasType: targets.roasType,
    targetRevenueType: targets.revenueType,
  }
  const revised =
    standing.withheld !== null
      ? undefined
      : earlier && revisions(prepared.repaired, fit, earlier, targets.dsi, lookbacks)
  const applied = [
    rules.bidOff,
    rules.belowTarget,
    rules.aboveTarget,
    ...(standing.isTrusted ? [rules.lowConfidence] : []),
    rules.costUp,
    ...(revised === undefined
      ? []
      : [forecastRevised(campaign => revised.get(campaignKey(campaign as Campaign)))]),
  ]
  const dailySpend = totalSpend(rows)
  return [
    ...eventAlerts(events, fit.asOf, rows, judged),
    ...[
      ...lateData(lagDays, fit, createdAt),
      ...aboutTarget(app.dsi, judged, situation, needed),
    ].map(texts => ({
      group: 'ANALYTICS' as const,
      campaign: null,
      country: 'GLOBAL',
      dailySpend,
      ...texts,
    })),
    ...alertsOf(applied, withSurroundings(situation, rows), judged).map(({ about, ...alert }) => ({
      campaign: about.campaign,
      country: about.country,
      dailySpend: about.dailySpend,
      ...alert,
    })),
  ]
}

/** By daily spend, descending; stable. */
function withSurroundings(
  situation: Situation,
  rows: readonly Recommendation[],
): (Recommendation & Judged)[] {
  const { cells } = situation.prepared.repaired
  const total = totalSpend(rows)
  const before = earlierDays(situation)
  const moved = bidSteps(situation, rows)
  return rows
    .map(row => {
      const earlier =
        before
          .get(campaignKey(row.campaign))
          ?.filter(i => row.granularity === 'campaign' || row.countryNo === cells.country[i]) ?? []
      return {
        ...row,
        movesBid: moved.has(row),
        spendShare: total > 0 ? row.dailySpend / total : 0,
        cpi: ratio(row.basis.spend, row.basis.installs),
        earlierCpi: ratio(sumAt(earlier, cells.spend), sumAt(earlier, cells.installs)),
      }
    })
    .sort((a, b) => b.dailySpend - a.dailySpend)
}

/** Cells of an equally long period before the lookback, by campaign. */
function earlierDays({ lookbacks, prepared, fit }: Situation): Map<string, number[]> {
  const cells = cellsInLookback(prepared.repaired, fit.asOf, platform => {
    const { end, days } = lookbacks(platform)
    return { start: end + 1, end: end + days }
  })
  return new Map([...cells].map(([campaign, members]) => [campaignKey(campaign), members]))
}

function totalSpend(rows: readonly Recommendation[]): number {
  return toMoney(
    sum(
      rows.filter(({ granularity }) => granularity === 'campaign'),
      ({ dailySpend }) => dailySpend,
    ),
  )
}

function ratio(part: number, total: number): number | null {
  return total > 0 ? part / total : null
}

const formats = new Map<string, Intl.NumberFormat>()

function amountsIn(currency: string): Intl.NumberFormat {
  const known = formats.get(currency)
  if (known !== undefined) return known
  const digits = decimalsOf(currency)
  const made = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  formats.set(currency, made)
  return made
}

export function alertsTable(
  runs: readonly { run: number; createdAt: Date; rows: readonly Alert[] }[],
): DeliveryTable {
  return {
    name: 'alerts',
    rows: runs.flatMap(({ run, createdAt, rows }) =>
      rows.map(({ group, campaign, scope, country, dailySpend, ...texts }, index) => ({
        alert_id: rowId(run, index + 1),
        run_id: run,
        alert_group: group,
        campaign: campaign?.name ?? null,
        country,
        platform: (campaign ?? scope)?.platform ?? null,
        network: (campaign ?? scope)?.network ?? null,
        daily_spend: dailySpend,
        ...texts,
        created_at: timestampOf(createdAt),
      })),
    ),
  }
}

/** Extra days, for a weekend, before data count as late. */
const patience = 2

function lateData(
  lagDays: number | undefined,
  { asOf, kinds }: Fit,
  createdAt: string,
): AlertTexts[] {
  const usual = 1 + (lagDays ?? (kinds.some(({ kind }) => kind === 'ad') ? 2 : 1))
  const days = dayOf(createdAt.slice(0, 10)) - asOf
  if (days <= usual + patience) return []
  return [
    {
      ...noFigures,
      title: 'Data late',
      summary: `The newest day that this run knows is ${dateOf(asOf)}, ${days} days before it was made; ${usual} are usual.`,
      detail:
        'Spend, installs or revenue of the days since are missing or incomplete. Recommendations rest on older cohorts.',
      spend_detail: null,
      recommended_action: 'Look at the exports that the inputs are read from.',
    },
  ]
}

/** @param needed sentences about what cohorts need at a tested DSI */
function aboutTarget(
  dsis: readonly number[],
  about: JudgedApp,
  { standing, withheld }: Situation,
  needed: readonly string[],
): AlertTexts[] {
  if (standing.reason === null) return []
  const texts = {
    ...noFigures,
    summary: standing.reason,
    spend_detail: null,
    recommended_action: null,
  }
  const [basis, roas] = ['Recommendations rest on forecasts of', roasName(about)]
  if (standing.withheld === null) {
    const detail = standing.isTrusted
      ? [`${basis} ${roas} without a test, so their steps are small.`, ...needed].join(' ')
      : `${basis} ${roas} that come without confidence: treat them as hints.`
    return [{ ...texts, title: 'Target DSI untested', detail }]
  }
  const within = dsis.filter(dsi => dsi > 0 && !withheld.has(dsi)).at(-1)
  const until =
    standing.withheld === 'history' && within !== undefined
      ? ` D${within} can be forecast until then.`
      : ''
  const detail = `Recommendations have no prediction where ${roas} would have to be forecast: check these campaigns by hand.${until}`
  return [{ ...texts, title: 'Target DSI withheld', detail }]
}

interface Revision {
  before: number
  now: number
  paidInstalls: number
  /** Install dates, and the earlier run's day: `YYYY-MM-DD`. */
  from: string
  to: string
  on: string
}

/** Changes since an earlier run, by `campaignKey`, for the cohorts in its lookback. Empty if either run lacks that DSI. */
function revisions(
  facts: Facts,
  fit: Fit,
  earlier: Fit,
  dsi: number,
  lookbacks: Lookbacks,
): Map<string, Revision> {
  const byCampaign = new Map<string, Revision>()
  if (dsi > Math.min(fit.limit, earlier.limit)) return byCampaign
  const before = forecast(facts, earlier, dsi).gross
  const now = forecast(facts, fit, dsi).gross
  for (const [campaign, cells] of cellsInLookback(facts, earlier.asOf, lookbacks)) {
    const { start, end } = lookbacks(campaign.platform)
    byCampaign.set(campaignKey(campaign), {
      before: sumAt(cells, before),
      now: sumAt(cells, now),
      paidInstalls: sumAt(cells, facts.cells.installs),
      from: dateOf(earlier.asOf - end),
      to: dateOf(earlier.asOf - start),
      on: dateOf(earlier.asOf),
    })
  }
  return byCampaign
}

/** Fires if a campaign's forecast was revised. */
function forecastRevised(
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
      row.spendShare > rules.LEAST_SHARE &&
      (revisionOf(row.campaign)?.paidInstalls ?? 0) >= rules.FEWEST_INSTALLS &&
      Math.abs(shift(row)) > rules.CHANGES.revision,
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

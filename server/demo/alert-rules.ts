import type { Alert, Judged } from './alert-types.ts'
import type { App } from './apps.ts'

type Texts = Pick<Alert, 'title' | 'summary' | 'detail' | 'spend_detail' | 'recommended_action'>

interface AlertRule {
  group: Alert['alert_group']
  granularity: Judged['granularity']
  /** At most so many alerts a run, those with the most spend; every one when left out. */
  atMost?: number
  fires: (row: Judged, app: App) => boolean
  texts: (row: Judged, app: App) => Texts
}

const bidTolerance = 0.05

/** The rules of the demo's alert pipeline, each independent of the others. */
export const alertRules: readonly AlertRule[] = [
  {
    group: 'BIDS',
    granularity: 'campaign',
    fires: row => Math.abs(bidGap(row)) > bidTolerance,
    texts: bidTexts,
  },
  {
    group: 'BIDS',
    granularity: 'campaign_geo',
    fires: (row, app) => Math.abs(bidGap(row)) > 2 * bidTolerance && row.daily_spend > app.budget * 0.1,
    texts: bidTexts,
  },
  {
    group: 'ANALYTICS',
    granularity: 'campaign',
    atMost: 6,
    fires: (row, app) => sure(row, 0.3) && row.daily_spend > app.budget * 0.1 && targetGap(row) < -0.15,
    texts: (row, app) => ({
      title: 'ROAS below target',
      summary:
        `Predicted ${roasName(app)} is ${percent(row.predicted!)} against a target of ${percent(row.target!)} ` +
        `(${signed(targetGap(row))}).`,
      detail:
        `The cohorts of the ${row.lookback_days} days of the bet lookback range are heading for ` +
        `${percent(row.predicted!)} by day ${app.targetDsi}, outside the band around the target. ` +
        `Confidence is ${row.confidence_score!.toFixed(2)}.`,
      spend_detail: spendDetail(row, app, 'is bought below target'),
      recommended_action:
        bidStep(row) > 0
          ? `Raise the D${row.optimisation_dsi} ROAS bid target from ${percent(row.live!)} to ${percent(row.paced!)}.`
          : 'Cut the daily budget by 20 % and look again in three days.',
    }),
  },
  {
    group: 'ANALYTICS',
    granularity: 'campaign',
    atMost: 4,
    fires: (row, app) => sure(row, 0.6) && row.daily_spend > app.budget * 0.1 && targetGap(row) > 0.2,
    texts: (row, app) => ({
      title: 'Room to scale',
      summary:
        `Predicted ${roasName(app)} of ${percent(row.predicted!)} beats the target of ${percent(row.target!)} by ` +
        `${percent(targetGap(row))}.`,
      detail:
        `The campaign bought ${row.paid_installs} installs at ${money(row.cpi!, app)} in ${row.lookback_days} days with ` +
        `a confidence of ${row.confidence_score!.toFixed(2)}. There is margin before the target is reached.`,
      spend_detail: spendDetail(row, app, 'could grow'),
      recommended_action:
        bidStep(row) < 0
          ? `Lower the D${row.optimisation_dsi} ROAS bid target from ${percent(row.live!)} to ${percent(row.paced!)} ` +
            'and keep the budget open.'
          : 'Raise the daily budget by 20 %.',
    }),
  },
  {
    group: 'ANALYTICS',
    granularity: 'campaign',
    atMost: 4,
    fires: (row, app) => !sure(row, 0.3) && row.daily_spend > app.budget * 0.05,
    texts: (row, app) => ({
      title: 'Low confidence',
      summary:
        row.confidence_score === null
          ? `Too few installs (${row.paid_installs}) to predict with any confidence.`
          : `Prediction confidence is ${row.confidence_score.toFixed(2)}, below 0.30.`,
      detail:
        `Only ${row.paid_installs} paid installs in ${row.lookback_days} days: a single big spender moves the ` +
        'prediction. Treat the recommendation as a hint.',
      spend_detail: spendDetail(row, app, 'rests on it'),
      recommended_action: null,
    }),
  },
  {
    group: 'ANALYTICS',
    granularity: 'campaign',
    atMost: 4,
    fires: (row, app) => row.daily_spend > app.budget * 0.1 && row.paid_installs >= 30 && cpiGap(row) > 0.15,
    texts: (row, app) => ({
      title: 'Custom rule: CPI up more than 15 %',
      summary: `Paid CPI rose from ${money(row.earlier_cpi!, app)} to ${money(row.cpi!, app)} (${signed(cpiGap(row))}).`,
      detail: `Compared are the ${row.lookback_days} days of the bet lookback range and as many days before them.`,
      spend_detail: spendDetail(row, app, 'is affected'),
      recommended_action: targetGap(row) > 0 ? null : 'Check creative fatigue and audience overlap before the next bid change.',
    }),
  },
]

function bidTexts(row: Judged, app: App): Texts {
  const side = bidGap(row) > 0 ? 'above' : 'below'
  const effect =
    bidGap(row) > 0
      ? 'The network buys less than the target allows.'
      : 'The network is free to buy installs that will not pay back in time.'
  const reason =
    Math.abs(row.raw! - row.paced!) > 0.0005
      ? `The unconstrained recommendation is ${percent(row.raw!)}; pacing limits the step.`
      : 'One step within the pacing rules reaches the unconstrained recommendation.'
  return {
    title: `Live bid ${side} recommendation`,
    summary:
      `Live D${row.optimisation_dsi} ROAS bid of ${percent(row.live!)} is ${percent(Math.abs(bidGap(row)))} ${side} ` +
      `the paced recommendation of ${percent(row.paced!)}.`,
    detail: `${reason} ${effect} Average daily spend is ${money(row.daily_spend, app)}.`,
    spend_detail: null,
    recommended_action: `Set the D${row.optimisation_dsi} ROAS bid target to ${percent(row.paced!)}.`,
  }
}

function spendDetail(row: Judged, app: App, what: string): string {
  return `${money(row.daily_spend, app)} a day, ${percent(row.spend_share)} of the app's spend, ${what}.`
}

function sure(row: Judged, score: number): boolean {
  return row.confidence_score !== null && row.confidence_score >= score
}

/** Relative distances; 0 where either side is missing, so that no rule fires on it. */
function bidGap(row: Judged): number {
  return row.live !== null && row.paced !== null && row.paced > 0 ? row.live / row.paced - 1 : 0
}

/** Above 0 where the paced recommendation is to raise the bid. */
function bidStep(row: Judged): number {
  return row.live !== null && row.paced !== null ? row.paced - row.live : 0
}

function targetGap(row: Judged): number {
  return row.target !== null && row.predicted !== null && row.target > 0 ? row.predicted / row.target - 1 : 0
}

function cpiGap(row: Judged): number {
  return row.cpi !== null && row.earlier_cpi !== null && row.earlier_cpi > 0 ? row.cpi / row.earlier_cpi - 1 : 0
}

function roasName(app: App): string {
  return `D${app.targetDsi} ${app.targetRoasType.replace('_', ' ')} ${app.targetRevenueType} ROAS`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function signed(share: number): string {
  return `${share > 0 ? '+' : '−'}${percent(Math.abs(share))}`
}

function money(amount: number, app: App): string {
  const digits = { minimumFractionDigits: app.decimals, maximumFractionDigits: app.decimals }
  return `${app.currency} ${amount.toLocaleString('en-US', digits)}`
}

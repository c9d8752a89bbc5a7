import type { AlertGroup, AlertMetric } from '../../../generated/vocabulary/vocabulary.ts'
import { HIGH_CONFIDENCE, LEAST_CONFIDENCE } from '../../core/model/classification.ts'
import { money, percent, signed } from './amount-texts.ts'
import type { AlertFigures, AlertTexts, Judged, JudgedApp } from './judged.ts'

/** Share of the app's daily spend from which a campaign is worth an alert, and from which low confidence is. */
export const [LEAST_SHARE, LARGE_SHARE] = [0.004, 0.05]

/** Paid installs from which a cost or a revision is more than chance. */
export const FEWEST_INSTALLS = 30

/** Relative changes beyond which rules fire. */
export const CHANGES = { belowTarget: -0.15, aboveTarget: 0.2, cost: 0.15, revision: 0.15 }

export interface AlertRule {
  group: AlertGroup
  /** Maximum alerts of a run, those with the most spend; default: unlimited. */
  atMost?: number
  fires: (row: Judged) => boolean
  texts: (row: Judged, app: JudgedApp) => AlertTexts
}

export const bidOff: AlertRule = {
  group: 'BIDS',
  fires: row => row.movesBid,
  texts: bidTexts,
}

export const belowTarget: AlertRule = {
  group: 'ANALYTICS',
  atMost: 5,
  fires: row =>
    trusted(row, LEAST_CONFIDENCE) &&
    row.spendShare > LEAST_SHARE &&
    gap(row.prediction, row.target) < CHANGES.belowTarget,
  texts: (row, app) => ({
    ...figures('roas', row.prediction, row.target),
    title: 'ROAS below target',
    summary:
      `Predicted ${roasName(app)} is ${percent(row.prediction)} against a target of ${percent(row.target)} ` +
      `(${signed(gap(row.prediction, row.target))}).`,
    detail: evidence(row),
    spend_detail: spendDetail(
      row,
      app,
      `${shortfall(row, app)} of it buys less than the target asks`,
    ),
    recommended_action: null,
  }),
}

export const aboveTarget: AlertRule = {
  group: 'ANALYTICS',
  atMost: 3,
  fires: row =>
    trusted(row, HIGH_CONFIDENCE) && gap(row.prediction, row.target) > CHANGES.aboveTarget,
  texts: (row, app) => ({
    ...figures('roas', row.prediction, row.target),
    title: 'ROAS above target',
    summary:
      `Predicted ${roasName(app)} of ${percent(row.prediction)} beats the target of ${percent(row.target)} by ` +
      `${percent(gap(row.prediction, row.target))}.`,
    detail: evidence(row),
    spend_detail: spendDetail(
      row,
      app,
      `${shortfall(row, app)} more would return the target on average, if the revenue stayed the same`,
    ),
    recommended_action: null,
  }),
}

export const lowConfidence: AlertRule = {
  group: 'ANALYTICS',
  atMost: 3,
  fires: row => !trusted(row, LEAST_CONFIDENCE) && row.spendShare > LARGE_SHARE,
  texts: (row, app) => ({
    ...figures('confidence', row.confidence, LEAST_CONFIDENCE),
    title: 'Low confidence',
    summary:
      row.confidence === null
        ? `No confidence: too few installs, or days that cannot be judged.`
        : `Prediction confidence is ${roundedDown(row.confidence)}, below ${LEAST_CONFIDENCE.toFixed(2)}.`,
    detail:
      `With ${row.paidInstalls} paid installs in ${row.lookbackDays} days, the ROAS may well end on the other side of the target. ` +
      'Treat the recommendation as a hint.',
    spend_detail: spendDetail(row, app, 'the next runs decide about it'),
    recommended_action: null,
  }),
}

/** To two decimals: 0.299 is below 0.30. */
function roundedDown(confidence: number): string {
  return (Math.floor(confidence * 100 + 1e-9) / 100).toFixed(2)
}

export const costUp: AlertRule = {
  group: 'ANALYTICS',
  atMost: 3,
  fires: row =>
    row.spendShare > LEAST_SHARE &&
    row.paidInstalls >= FEWEST_INSTALLS &&
    gap(row.cpi, row.earlierCpi) > CHANGES.cost,
  texts: (row, app) => ({
    ...figures('cpi', row.cpi, row.earlierCpi),
    title: `Custom rule: CPI up more than ${100 * CHANGES.cost} %`,
    summary: `Paid CPI rose from ${money(row.earlierCpi!, app)} to ${money(row.cpi!, app)} (${signed(gap(row.cpi, row.earlierCpi))}).`,
    detail: `The ${row.lookbackDays} install days of the bet lookback range are compared with as many days before them. D${app.targetDsi} ROAS is judged separately.`,
    spend_detail: spendDetail(
      row,
      app,
      `at the earlier price the same installs would have cost ${money((row.dailySpend * row.earlierCpi!) / row.cpi!, app)}`,
    ),
    recommended_action:
      row.prediction !== null && row.action === 'REDUCE'
        ? 'Look for worn-out creatives and overlapping audiences.'
        : null,
  }),
}

function bidTexts(row: Judged): AlertTexts {
  const [side, effect] =
    row.live! > row.paced!
      ? ['above', 'The network buys less than the target allows.']
      : ['below', 'The network is free to buy installs that will not pay back in time.']
  const reason =
    row.raw === row.paced
      ? 'One step within the pacing rules reaches the unconstrained recommendation.'
      : `The unconstrained recommendation is ${percent(row.raw)}; pacing limits the step.`
  return {
    ...figures('live_bid', row.live, row.paced),
    title: `Live bid ${side} recommendation`,
    summary:
      `Live D${row.optimisationDsi} ROAS bid of ${percent(row.live)} is ${percent(Math.abs(gap(row.live, row.paced)))} ${side} ` +
      `the paced recommendation of ${percent(row.paced)}.`,
    detail: `${reason} ${effect}`,
    spend_detail: null,
    recommended_action: null,
  }
}

function trusted(row: Judged, score: number): boolean {
  return row.confidence !== null && row.confidence >= score
}

export interface Alert<Row extends Judged = Judged> extends AlertTexts {
  group: AlertGroup
  about: Row
}

/** Applies the rules in order to a run's campaigns, by daily spend, descending. */
export function alertsOf<Row extends Judged>(
  rules: readonly AlertRule[],
  judged: readonly Row[],
  app: JudgedApp,
): Alert<Row>[] {
  return rules.flatMap(rule =>
    judged
      .filter(row => row.granularity === 'campaign' && rule.fires(row))
      .slice(0, rule.atMost)
      .map(row => ({ group: rule.group, about: row, ...rule.texts(row, app) })),
  )
}

export function spendDetail(
  row: Pick<Judged, 'dailySpend' | 'spendShare'>,
  app: JudgedApp,
  what: string,
): string {
  return `${money(row.dailySpend, app)} a day, ${percent(row.spendShare)} of the app's spend; ${what}.`
}

/** Daily spend times the distance from the target. */
function shortfall(row: Judged, app: JudgedApp): string {
  return money(row.dailySpend * Math.abs(gap(row.prediction, row.target)), app)
}

/** Evidence for a prediction. */
function evidence({ paidInstalls, lookbackDays, confidence }: Judged): string {
  return `Based on ${paidInstalls.toLocaleString('en-US')} paid installs of ${lookbackDays} days, with a confidence of ${confidence!.toFixed(2)}.`
}

export function figures(
  metric: AlertMetric,
  value: number | null,
  reference: number | null,
): AlertFigures {
  return {
    metric,
    value,
    reference,
    change: value !== null && reference !== null && reference !== 0 ? value / reference - 1 : null,
  }
}

export const noFigures: AlertFigures = { metric: null, value: null, reference: null, change: null }

export function roasName(app: JudgedApp): string {
  return `D${app.targetDsi} ${app.targetRoasType.replace('_', ' ')} ${app.targetRevenueType} ROAS`
}

/** Relative distance; 0 if either value is missing, so that no rule fires. */
export function gap(value: number | null, base: number | null): number {
  return value !== null && base !== null && base > 0 ? value / base - 1 : 0
}

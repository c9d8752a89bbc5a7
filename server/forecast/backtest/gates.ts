import type { Calibration } from '../model/confidence.ts'
import type { Uncertainty } from '../model/interval.ts'
import type { Case } from './cohort.ts'
import type { Decisions } from './decisions.ts'
import { accuracy, type Accuracy, boundsOf, coverageOf, type Score, type Sigma } from './scores.ts'
import { percent } from '../model/amount-texts.ts'
import type { Day } from '../../core/model/dates.ts'

export interface Gate {
  dsi: number
  verdict: 'passed' | 'failed' | 'accepted' | 'untested' | 'beyond'
  /** The whole app's; null: untested. */
  wape: number | null
  bias: number | null
  /** Share of campaigns within the 80 % interval, see `youngCoverage`; of app totals if there are too few campaigns. Null: untested. */
  coverage: number | null
  baselines: Readonly<Record<string, number>>
  cases: number
  /** A sentence about the failure; null otherwise. */
  reason: string | null
  /** Number of Sundays whose forecasts were judged. */
  origins?: { count: number; first: Day; last: Day }
}

/** Past forecasts with known outcomes, and their implications for today's. */
export interface Backtest {
  asOf: Day
  origins: readonly Day[]
  gates: ReadonlyMap<number, Gate>
  /** DSIs that are delivered without a test. */
  untested: ReadonlySet<number>
  uncertainty: Uncertainty
  /** Logistic recalibration of a probability p: 1 / (1 + exp(-(intercept + slope logit p))). Identity: 0 and 1. */
  calibration: Calibration
  scores: readonly Score[]
  decisions: Decisions
  /** All actuals are known by the as-of day. */
  cases: readonly Case[]
}

/** Minimum cases; for campaigns with half as many of the app, as in large apps. */
export const ENOUGH = 20

const MAX = { wape: 0.25, bias: 0.1, overBaseline: 1.1 }

/** A WAPE below passes despite baselines: it does not help to withhold a 9 % error because a pooled ratio, blind to campaigns, had 8 %. */
const SURE = 0.15

/**
 * The newest Sundays, on which the intervals must hold, and how many of their cases at least: Sundays that follow each other are worth
 * about one outcome of the app. Stricter limits fail ten times as many good DSIs, whose later intervals hold no less often.
 */
export const LEAST_COVERAGE = { sundays: 4, campaigns: 0.6, app: 0.25 }

/** The app's upper end over the lower: a wider interval says nothing. */
const WIDEST = 3

/**
 * Tests a DSI's past forecasts. App totals must be right (WAPE, bias), and no baseline clearly better. A campaign's own error is not a
 * criterion: it is mostly luck of few payers, and rewards low forecasts. Intervals must hold at the age that recommendations judge.
 * Forecasts of days with less history than the DSI do not count against today's model, which has more: unless days with as much history
 * suffice, a failure leaves the DSI untested.
 * @param cases of the DSI, all known
 * @param widthBefore sigma as set by the outcomes of Sundays before one
 * @param isAccepted whether the configuration accepts the DSI without a pass
 * @param lastAge greatest age with enough data in today's model
 */
export function gate(
  dsi: number,
  all: readonly Case[],
  widthBefore: (origin: Day) => Sigma,
  { isAccepted = false, lastAge = 0 } = {},
): Gate {
  const alike = all.filter(testCase => testCase.lastAge >= Math.min(dsi, lastAge * LIKE))
  const isAlike = isEnough(alike)
  const cases = isAlike ? alike : all
  const app = accuracy(cases.filter(({ level }) => level === 'app'))
  const { coverage, reasons: missed, sundays } = youngCoverage(cases, widthBefore)
  const days = [...new Set(cases.map(testCase => testCase.origin))].sort((a, b) => a - b)
  const origins =
    days.length === 0
      ? {}
      : { origins: { count: days.length, first: days[0]!, last: days.at(-1)! } }
  const common = {
    dsi,
    wape: app.wape,
    bias: app.bias,
    coverage,
    baselines: app.baselines,
    cases: app.cases,
    ...origins,
  }
  // Install-day revenue is always actual.
  if (dsi === 0) return { ...common, verdict: 'passed', reason: null }
  if (
    !isEnough(cases) ||
    sundays < LEAST_COVERAGE.sundays ||
    app.wape === null ||
    app.bias === null
  ) {
    return {
      ...common,
      verdict: isAccepted ? 'accepted' : 'untested',
      wape: null,
      bias: null,
      coverage: null,
      reason: null,
    }
  }
  const reasons = [...whatFailed(app), ...missed]
  const failed = isAccepted ? 'accepted' : isAlike ? 'failed' : 'untested'
  const verdict = reasons.length === 0 ? 'passed' : failed
  return { ...common, verdict, reason: reasons.length === 0 ? null : `${reasons.join('; ')}.` }
}

/** Share of today's history from which a history is similar. */
export const LIKE = 0.7

function isEnough(cases: readonly Case[]): boolean {
  const of = (wanted: Case['level']) => cases.filter(({ level }) => level === wanted).length
  const app = of('app')
  return Math.max(app, of('campaign')) >= ENOUGH && app >= ENOUGH / 2
}

export function gateBeyond(dsi: number, toAge: number, isAccepted: boolean): Gate {
  const reason = `the inputs have revenue only up to day ${toAge}, so no later forecast can be tested`
  const nothing = { wape: null, bias: null, coverage: null, baselines: {}, cases: 0 }
  return { dsi, verdict: isAccepted ? 'accepted' : 'beyond', ...nothing, reason }
}

/** By DSI. What could not be tested, below a DSI that passed, counts as passed: it is the easier forecast. */
export function gatesWithShorter(gates: readonly Gate[]): Map<number, Gate> {
  const longest = Math.max(
    ...gates.filter(({ verdict }) => verdict === 'passed').map(({ dsi }) => dsi),
    0,
  )
  return new Map(
    gates.map(each => [
      each.dsi,
      each.verdict === 'untested' && each.dsi < longest
        ? { ...each, verdict: 'passed', reason: null }
        : each,
    ]),
  )
}

/** Sentences without a period, as `youngCoverage`'s. */
function whatFailed(app: Accuracy): string[] {
  const [wape, bias] = [app.wape!, app.bias!]
  const reasons: string[] = []
  if (wape > MAX.wape) reasons.push(`WAPE ${percent(wape)} is above ${percent(MAX.wape)}`)
  if (Math.abs(bias) > MAX.bias)
    reasons.push(`bias ${percent(bias)} is beyond ${percent(MAX.bias)}`)
  const [name, best] = Object.entries(app.baselines).reduce(
    (least, other) => (other[1] < least[1] ? other : least),
    ['', Infinity],
  )
  if (wape > Math.max(MAX.overBaseline * best, SURE)) {
    reasons.push(
      `WAPE ${percent(wape)} is above ${MAX.overBaseline} times that of ${name}, ${percent(best)}`,
    )
  }
  return reasons
}

/**
 * Whether intervals held at the youngest age, which recommendations judge, on the last four Sundays with outcomes, as wide as the Sundays
 * before had set them; if there are none, as wide as the next shorter DSI's.
 */
function youngCoverage(cases: readonly Case[], widthBefore: (origin: Day) => Sigma) {
  const youngest = cases.reduce((least, { age }) => Math.min(least, age), Infinity)
  const young = cases.filter(({ age, future }) => age === youngest && future > 0)
  const sundays = [...new Set(young.map(({ origin }) => origin))]
    .sort((a, b) => a - b)
    .slice(-LEAST_COVERAGE.sundays)
  const [first] = sundays
  if (first === undefined) return { coverage: null, reasons: [], sundays: 0 }
  const sigma = widthBefore(first)
  const judged = young.filter(({ origin }) => origin >= first)
  const of = (level: Case['level']) => judged.filter(testCase => testCase.level === level)
  const [app, campaigns] = [of('app'), of('campaign')]
  const [ofApp, ofCampaigns] = [coverageOf(app, sigma), coverageOf(campaigns, sigma)]
  const hasCampaigns = campaigns.length >= 2 * LEAST_COVERAGE.sundays
  const reasons: string[] = []
  const on = `of the last ${sundays.length} Sundays`
  if (hasCampaigns && ofCampaigns! < LEAST_COVERAGE.campaigns) {
    reasons.push(
      `the 80 % interval held ${percent(ofCampaigns)} of campaigns ${on}, not at least ${percent(LEAST_COVERAGE.campaigns)}`,
    )
  }
  if (ofApp !== null && ofApp < LEAST_COVERAGE.app)
    reasons.push(`the 80 % interval held no total of the app ${on}`)
  const newest = app.at(-1)
  const { low, high } = newest === undefined ? { low: 0, high: 0 } : boundsOf(newest, sigma)
  if (high > WIDEST * low)
    reasons.push(`the app's 80 % interval ends at more than ${WIDEST} times its lower end`)
  return { coverage: hasCampaigns ? ofCampaigns : ofApp, reasons, sundays: sundays.length }
}

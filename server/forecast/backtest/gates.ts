import type { Calibration } from '../model/confidence.ts'
import type { Uncertainty } from '../model/interval.ts'
import type { Case } from './cohort.ts'
import type { Decisions } from './decisions.ts'
import { type Accuracy, type Score, type Sigma, accuracy, percent } from './scores.ts'
import type { Day } from '../../model/days.ts'

export interface Gate {
  dsi: number
  verdict: 'passed' | 'failed' | 'accepted' | 'untested' | 'beyond'
  /**
   * WAPE and bias of the whole app; share of campaigns within the 80 % interval (of app totals if there are too few campaigns). Null:
   * untested.
   */
  wape: number | null
  bias: number | null
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

/**
 * WAPE below these limits passes despite baselines or intervals: it does not help to withhold a 9 % error because a pooled ratio, which
 * cannot distinguish campaigns, had 8 %.
 */
const SURE = { baselines: 0.15, coverage: 0.05 }

const COVERAGE = { least: 0.65, most: 0.95 }

/**
 * Tests a DSI's past forecasts. App totals must be right (WAPE, bias), and no baseline clearly better. Coverage is tested on campaigns,
 * where decisions are made; on the app if it has too few. A campaign's own error is not a criterion: it is mostly luck of few payers, and
 * rewards low forecasts.
 * Forecasts of days with less history than the DSI do not count against today's model, which has more: unless days with as much history
 * suffice, a failure leaves the DSI untested.
 * @param cases of the DSI, all known
 * @param sigma from the errors of other origins, so that no interval knows its outcome
 * @param isAccepted whether the configuration accepts the DSI without a pass
 * @param lastAge greatest age with enough data in today's model
 */
export function gate(dsi: number, all: readonly Case[], sigma: Sigma, { isAccepted = false, lastAge = 0 } = {}): Gate {
  const alike = all.filter(testCase => testCase.lastAge >= Math.min(dsi, lastAge * LIKE))
  const isAlike = isEnough(alike)
  const cases = isAlike ? alike : all
  const app = accuracy(
    cases.filter(({ level }) => level === 'app'),
    sigma,
  )
  const campaigns = accuracy(
    cases.filter(({ level }) => level === 'campaign'),
    sigma,
  )
  const { coverage } = campaigns.cases >= ENOUGH ? campaigns : app
  const days = [...new Set(cases.map(testCase => testCase.origin))].sort((a, b) => a - b)
  const origins = days.length === 0 ? {} : { origins: { count: days.length, first: days[0]!, last: days.at(-1)! } }
  const common = { dsi, wape: app.wape, bias: app.bias, coverage, baselines: app.baselines, cases: app.cases, ...origins }
  // Install-day revenue is always actual.
  if (dsi === 0) return { ...common, verdict: 'passed', reason: null }
  if (!isEnough(cases) || app.wape === null || app.bias === null) {
    return { ...common, verdict: isAccepted ? 'accepted' : 'untested', wape: null, bias: null, coverage: null, reason: null }
  }
  const reasons = whatFailed(app, common.coverage)
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

/** Sentences without a period. */
function whatFailed(app: Accuracy, coverage: number | null): string[] {
  const [wape, bias] = [app.wape!, app.bias!]
  const reasons: string[] = []
  if (wape > MAX.wape) reasons.push(`WAPE ${percent(wape)} is above ${percent(MAX.wape)}`)
  if (Math.abs(bias) > MAX.bias) reasons.push(`bias ${percent(bias)} is beyond ${percent(MAX.bias)}`)
  const [name, best] = Object.entries(app.baselines).reduce((least, other) => (other[1] < least[1] ? other : least), ['', Infinity])
  if (wape > Math.max(MAX.overBaseline * best, SURE.baselines)) {
    reasons.push(`WAPE ${percent(wape)} is above ${MAX.overBaseline} times that of ${name}, ${percent(best)}`)
  }
  if (coverage !== null && (coverage < COVERAGE.least || (coverage > COVERAGE.most && wape > SURE.coverage))) {
    reasons.push(`the 80 % interval held ${percent(coverage)} of outcomes, not ${percent(COVERAGE.least)} to ${percent(COVERAGE.most)}`)
  }
  return reasons
}

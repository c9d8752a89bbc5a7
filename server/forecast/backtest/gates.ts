import type { Config } from '../config/config.ts'
import type { Calibration } from '../model/confidence.ts'
import type { Uncertainty } from '../model/interval.ts'
import type { Case } from './cohort.ts'
import type { Decisions } from './decisions.ts'
import { type Accuracy, type Score, type Sigma, accuracy, percent } from './scores.ts'
import type { Day } from '../../model/days.ts'

/** How a DSI's forecasts did on the past. */
export interface Gate {
  dsi: number
  /** `passed`; `failed`, and not accepted by the config; `accepted` although it failed; `untested`: too few cases yet; `beyond`: the inputs end before this DSI. */
  verdict: 'passed' | 'failed' | 'accepted' | 'untested' | 'beyond'
  /**
   * Sum of absolute errors over sum of actuals, and the sum of errors over it, of the whole app; the share of campaigns within the 80 % interval (of the app's
   * totals where it has too few). Null: untested.
   */
  wape: number | null
  bias: number | null
  coverage: number | null
  /** WAPE of the baselines for the whole app, by name. */
  baselines: Readonly<Record<string, number>>
  cases: number
  /** In a sentence what failed; null otherwise. */
  reason: string | null
}

/** Everything that past forecasts, whose outcome is known by the as-of day, say about those of that day. */
export interface Backtest {
  asOf: Day
  origins: readonly Day[]
  gates: ReadonlyMap<number, Gate>
  /** How unsure forecasts are, by the errors of the past. */
  uncertainty: Uncertainty
  /** Logistic recalibration of a probability p: 1 / (1 + exp(-(intercept + slope logit p))). Identity: 0 and 1. */
  calibration: Calibration
  /** How good forecasts were, by DSI, level and age. */
  scores: readonly Score[]
  /** How good actions were at the target DSI. */
  decisions: Decisions
  /** All that this rests on; every answer is known by the as-of day. */
  cases: readonly Case[]
}

/** Fewer cases say nothing: of the app, or of campaigns beside half as many of the app, as of large ones, whose every second Sunday is tried. */
const ENOUGH = 20

const MOST = { wape: 0.25, bias: 0.1, overBaseline: 1.1 }

/**
 * Totals that are this near are good, whatever a baseline or an interval that holds too much may say: nobody is served by withholding what is 3 % off since a
 * pooled ratio, which cannot tell campaigns apart, was 1 % off.
 */
const SURE = 0.05

const COVERAGE = { least: 0.65, most: 0.95 }

/**
 * Whether a DSI's forecasts were good enough on the past. The app's totals must be right (WAPE, bias), and no baseline clearly better at them. Intervals are
 * held against campaigns, which is where decisions fall; against the app where it has too few of them. A campaign's own error is not a gate: it is mostly the
 * luck of few payers, of which the sum of absolute errors makes whoever expects nothing more look best.
 * @param cases Of the DSI, all known
 * @param sigma As the errors of other origins give it: a forecast is not held against an interval that knows its outcome
 */
export function gate(dsi: number, cases: readonly Case[], sigma: Sigma, config: Config): Gate {
  const app = accuracy(
    cases.filter(({ level }) => level === 'app'),
    sigma,
  )
  const campaigns = accuracy(
    cases.filter(({ level }) => level === 'campaign'),
    sigma,
  )
  const { coverage } = campaigns.cases >= ENOUGH ? campaigns : app
  const common = { dsi, wape: app.wape, bias: app.bias, coverage, baselines: app.baselines, cases: app.cases }
  // Revenue of the day of install itself is never forecast.
  if (dsi === 0) return { ...common, verdict: 'passed', reason: null }
  if (Math.max(app.cases, campaigns.cases) < ENOUGH || app.cases < ENOUGH / 2 || app.wape === null || app.bias === null) {
    return { ...common, verdict: 'untested', wape: null, bias: null, coverage: null, reason: null }
  }
  const reasons = whatFailed(app, common.coverage)
  const verdict = reasons.length === 0 ? 'passed' : config.gates.get(dsi) === 'accept' ? 'accepted' : 'failed'
  return { ...common, verdict, reason: reasons.length === 0 ? null : `${reasons.join('; ')}.` }
}

/** Gate of a DSI beyond the last age with revenue in the inputs, whose forecasts cannot be tested. */
export function gateBeyond(dsi: number, toAge: number, { gates }: Config): Gate {
  const isAccepted = gates.get(dsi) === 'accept'
  const reason = `the inputs tell revenue up to day ${toAge} only, so that no forecast beyond can be tested`
  const nothing = { wape: null, bias: null, coverage: null, baselines: {}, cases: 0 }
  return { dsi, verdict: isAccepted ? 'accepted' : 'beyond', ...nothing, reason }
}

/** In sentences without a full stop. */
function whatFailed(app: Accuracy, coverage: number | null): string[] {
  const [wape, bias] = [app.wape!, app.bias!]
  const reasons: string[] = []
  if (wape > MOST.wape) reasons.push(`WAPE ${percent(wape)} is above ${percent(MOST.wape)}`)
  if (Math.abs(bias) > MOST.bias) reasons.push(`bias ${percent(bias)} is beyond ${percent(MOST.bias)}`)
  const [name, best] = Object.entries(app.baselines).reduce((least, other) => (other[1] < least[1] ? other : least), ['', Infinity])
  if (wape > Math.max(MOST.overBaseline * best, SURE)) {
    reasons.push(`WAPE ${percent(wape)} is above ${MOST.overBaseline} times that of ${name}, ${percent(best)}`)
  }
  if (coverage !== null && (coverage < COVERAGE.least || (coverage > COVERAGE.most && wape > SURE))) {
    reasons.push(`the 80 % interval held ${percent(coverage)} of outcomes, not ${percent(COVERAGE.least)} to ${percent(COVERAGE.most)}`)
  }
  return reasons
}

import type { Action, RevenueType } from '../../../generated/vocabulary/vocabulary.ts'
import { classifyAction } from '../../core/model/classification.ts'
import { targetFor, type Targets } from '../config/forecast-config.ts'
import { type Decision, probability, wentRight } from '../model/confidence.ts'
import { scaled } from '../model/outcome.ts'
import type { Names, Place } from '../model/facts.ts'
import { type Sigma } from './scores.ts'
import type { Case } from './cohort.ts'
import { sum } from '../../core/formulas/sums.ts'

/** A campaign's case at the target DSI: the recommended action and that by realized ROAS. */
export interface Decided {
  testCase: Case
  target: number
  predicted: number
  realized: number
  recommended: Action
  right: Action
}

export interface Decisions {
  cases: number
  /** Share of spend whose action equals the one by realized ROAS, and share whose action is opposite (SCALE for REDUCE, REDUCE for SCALE). */
  agreement: number | null
  opposite: number | null
  flips: number | null
}

const REVENUE_OF = {
  gross: { predicted: 'gross', realized: 'actualGross' },
  net: { predicted: 'net', realized: 'actualNet' },
} as const satisfies Record<RevenueType, Record<'predicted' | 'realized', keyof Case>>

/** Campaigns with spend and a target, at the target DSI. Only attributed revenue, since the rest of blended types is not the campaign's own. */
export function decided(
  cases: readonly Case[],
  names: Names,
  targets: Targets,
  threshold: number,
): Decided[] {
  return cases.flatMap(testCase => {
    const target = targetFor(targets, placeOf(testCase, names))
    if (
      testCase.level !== 'campaign' ||
      testCase.dsi !== targets.dsi ||
      target === null ||
      testCase.spend <= 0
    )
      return []
    const revenue = REVENUE_OF[targets.revenueType]
    const predicted = testCase[revenue.predicted] / testCase.spend
    const realized = testCase[revenue.realized] / testCase.spend
    const action = (roas: number): Action => classifyAction(roas, target, threshold)
    return [
      {
        testCase,
        target,
        predicted,
        realized,
        recommended: action(predicted),
        right: action(realized),
      },
    ]
  })
}

function placeOf({ platform, network, campaign }: Case, names: Names): Place {
  const [os, of, name] = [
    names.platform[platform],
    names.network[network],
    names.campaign[campaign],
  ]
  return { platform: os ?? null, network: of ?? null, campaign: name ?? null, country: null }
}

/** Calibration data: stated probabilities of past cases, and outcomes. */
export function judged(cases: readonly Decided[], sigma: Sigma, threshold: number): Decision[] {
  return cases
    .filter(({ testCase }) => testCase.future > 0)
    .map(({ testCase, target, predicted, realized, recommended }) => ({
      probability: probability(
        recommended,
        scaled(
          {
            total: testCase.gross,
            future: testCase.future,
            sigma: sigma(testCase),
            step: testCase.step,
          },
          predicted,
        ),
        target,
        threshold,
      ),
      right: wentRight(recommended, realized, target, threshold),
    }))
}

export function decisionScore(cases: readonly Decided[]): Decisions {
  const spend = sum(cases, ({ testCase }) => testCase.spend)
  const share = (of: (decided: Decided) => boolean): number | null =>
    spend > 0 ? sum(cases, decided => (of(decided) ? decided.testCase.spend : 0)) / spend : null
  return {
    cases: cases.length,
    agreement: share(({ recommended, right }) => recommended === right),
    opposite: share(
      ({ recommended, right }) =>
        recommended !== right && recommended !== 'HOLD' && right !== 'HOLD',
    ),
    flips: flips(cases),
  }
}

/** Uses the youngest cases, which resemble recommendations most. */
function flips(cases: readonly Decided[]): number | null {
  const age = cases.reduce((least, { testCase }) => Math.min(least, testCase.age), Infinity)
  const before = new Map<string, Decided>()
  let [changes, days] = [0, 0]
  for (const now of cases
    .filter(({ testCase }) => testCase.age === age)
    .toSorted((a, b) => a.testCase.origin - b.testCase.origin)) {
    const key = `${now.testCase.platform} ${now.testCase.network} ${now.testCase.campaign}`
    const last = before.get(key)
    const apart = last === undefined ? Infinity : now.testCase.origin - last.testCase.origin
    if (last !== undefined && apart <= 14) {
      days += apart
      if (last.recommended !== now.recommended) changes++
    }
    before.set(key, now)
  }
  return days > 0 ? changes / days : null
}

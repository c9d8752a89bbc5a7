import t from 'tap'
import { learnUncertainty, sigmaHeldOut } from '../../../../server/forecast/backtest/uncertainty.ts'
import type { Case } from '../../../../server/forecast/backtest/cohort.ts'
import { sigmaOf } from '../../../../server/forecast/model/interval.ts'
import { caseOf } from '../../../support/forecast/case.ts'

const FIRST = 20_003

/** Forecasts of 26 Sundays that were off by `off` of their total, in turn too high and too low. */
function history(
  dsi: number,
  off: (age: number, level: Case['level'], week: number) => number,
  ages = [2, 30],
): Case[] {
  return Array.from({ length: 26 }, (_, week) => week).flatMap(week =>
    ages.flatMap(age =>
      (['app', ...Array.from({ length: 10 }, () => 'campaign' as const)] as const).map(
        (level, k) => {
          const origin = FIRST + 7 * week
          const sign = (week + k) % 2 === 0 ? 1 : -1
          return caseOf({ dsi, age, level, origin, knownOn: origin - age + dsi, restVariance: 0.01, distance: 0, future: 90, actualGross: 100 * (1 + sign * off(age, level, week)) }) // prettier-ignore
        },
      ),
    ),
  )
}

function sigma(
  cases: readonly Case[],
  dsis: readonly number[],
  [dsi, level, age]: [number, Case['level'], number],
): number {
  return sigmaOf(
    { restVariance: 0.01, distance: 0 },
    dsi,
    { ...learnUncertainty(cases, dsis), growth: 0 },
    { level, age },
  )
}

t.test('each age band of campaigns, and the app, has the width that its own errors required', t => {
  const cases = history(30, age => (age === 2 ? 0.4 : 0.1), [2, 14])
  t.ok(sigma(cases, [30], [30, 'campaign', 2]) > 2 * sigma(cases, [30], [30, 'campaign', 14]))
  const unsure = history(30, (_, level) => (level === 'app' ? 0.4 : 0.1), [2])
  const [app, campaign] = [
    sigma(unsure, [30], [30, 'app', 2]),
    sigma(unsure, [30], [30, 'campaign', 2]),
  ]
  t.ok(app > 1.5 * campaign, `${app} and ${campaign}`)
  t.equal(
    sigma(unsure, [30], [30, 'campaign', 5]),
    campaign,
    'ages between two bands belong to the younger',
  )
  t.end()
})

t.test('a DSI without outcomes is as uncertain as the longest one with outcomes', t => {
  const cases = history(30, () => 0.4)
  const ofCampaigns = sigmaOf({ restVariance: 0.01, distance: 0 }, 30, {
    ...learnUncertainty(cases, [30]),
    growth: 0,
  })
  const known = { campaign: ofCampaigns, app: sigma(cases, [30], [30, 'app', 2]) }
  for (const level of ['app', 'campaign'] as const) {
    t.equal(sigma(cases, [30, 180], [180, level, 2]), known[level])
    t.ok(known[level] > 0.2, `${level}: ${known[level]}, the model said 0.1`)
  }
  t.end()
})

t.test('campaigns without a further payment, which any width holds, do not narrow the app', t => {
  const cases = history(30, (_, level) => (level === 'app' ? 0.1 : 0), [2])
  const [app, campaign] = [
    sigma(cases, [30], [30, 'app', 2]),
    sigma(cases, [30], [30, 'campaign', 2]),
  ]
  t.ok(app > 0.06 && campaign < 0.06, `${app} and ${campaign}`)
  t.end()
})

t.test('a case is judged by cohorts that share no day with it', t => {
  const dsi = 28
  const shock = (week: number): boolean => week >= 12 && week < 16
  const calm = history(dsi, () => 0.05, [2])
  const shocked = history(dsi, (_, __, week) => (shock(week) ? 0.9 : 0.05), [2])
  const [one] = shocked.filter(
    ({ level, origin }) => level === 'campaign' && origin === FIRST + 7 * 14,
  ) as [Case]
  const apart = calm.find(({ level, origin }) => level === 'campaign' && origin === one.origin)!
  t.ok(
    Math.abs(sigmaHeldOut(shocked, [dsi])(one) / sigmaHeldOut(calm, [dsi])(apart) - 1) < 0.35,
    'its own shock does not widen it',
  )
  const far = shocked.find(({ level, origin }) => level === 'campaign' && origin === FIRST)!
  t.ok(
    sigmaHeldOut(shocked, [dsi])(far) > 1.2 * sigmaHeldOut(calm, [dsi])(calm[2]!),
    'that of others does',
  )
  t.end()
})

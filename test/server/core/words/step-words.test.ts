import fc from '../../../support/fast-check.ts'
import t from 'tap'
import { formatOf } from '../../../../server/core/words/format.ts'
import {
  actionWords,
  startOf,
  type StepSubject,
  stepWords,
} from '../../../../server/core/words/step-words.ts'

const format = formatOf('USD')

const NOTHING = {
  reason: null,
  budget: null,
  bidStays: false,
  optimisationDsi: 0,
  targetDsi: 30,
  targetRoas: 0.63,
  tested: true,
  checkpoint: null,
  nextRoas: null,
  newest: null,
  brake: null,
  rightShare: null,
  judged: 0,
}

const CUT: StepSubject = {
  country: 'US',
  step: {
    ...NOTHING,
    kind: 'bid_target',
    direction: 'less',
    from: 0.15,
    to: 0.164,
    spendChange: -1719,
    revenueChange: -421,
    revenueChangeLow: -471,
    revenueChangeHigh: -377,
    gain: 1051,
    gainLow: 972,
    gainHigh: 1124,
    bounds: false,
  },
}

function withStep(changes: Partial<StepSubject['step']>): StepSubject {
  return { ...CUT, step: { ...CUT.step, ...changes } }
}

t.test('a step has its money on both sides, and its worth', async t => {
  const action = 'Raise the D0 ROAS target from 15.0% to 16.4% (buys less)'
  t.equal(
    stepWords(CUT, format),
    `${action}: saves $1,719 of spend and loses $421 of revenue a day (D30), worth $1,051 at your target ($972 to $1,124 in 80% of cases)`,
  )
  t.equal(actionWords(CUT, format), action)
  t.equal(
    startOf(stepWords(CUT, format), true),
    action,
    'the action can be read back from the sentence',
  )
  t.equal(
    stepWords(withStep({ bounds: true, revenueChange: null, gain: null }), format),
    `${action}: saves $1,719 of spend and loses at most $471 of revenue a day (D30), worth $972 to $1,124 at your target`,
  )
  t.match(
    stepWords(withStep({ rightShare: 0.45, judged: 332 }), format),
    /; of 332 such calls, 45% of the money was right$/,
  )
  t.notMatch(stepWords(withStep({ rightShare: 0.6, judged: 332 }), format), /such calls/)
  t.equal(
    stepWords(
      withStep({ kind: 'budget', from: 1000, to: 900, bidStays: true, spendChange: null }),
      format,
    ),
    'Cut the daily budget by $100: the bid target stays',
  )
  const keep = { kind: 'keep', direction: 'none', spendChange: null }
  t.equal(
    stepWords(withStep({ ...keep, reason: 'next_unit_below_target', nextRoas: 0.449 }), format),
    'Keep: the next dollar returns less than the target; 44.9% against 63.0%',
  )
  t.equal(
    stepWords(
      withStep({
        ...keep,
        reason: 'newest_days_differ',
        newest: { startDate: '2026-11-21', endDate: '2026-11-27', roas: 0.9 },
      }),
      formatOf('EUR'),
    ),
    'Keep: its newest days differ; 90.0% for Nov 21–27, the target is 63.0%',
  )
  t.equal(
    stepWords(withStep({ ...keep, reason: 'a_later_one' }), format),
    'Keep: a later one',
    'reasons of later versions are shown',
  )
})

t.test('each sentence, read back, has the amounts of the step', async () => {
  const amount = fc.double({ min: 1, max: 1e6, noNaN: true })
  const money = (text: string | undefined) =>
    Number((text ?? '').replace('−', '-').replace(/[$,]/g, ''))
  const near = (text: string | undefined, value: number) =>
    Math.abs(money(text) - value) <= Math.max(0.5, Math.abs(value) * 1e-3)
  fc.assert(
    fc.property(
      fc.boolean(),
      amount,
      amount,
      fc.double({ min: -1e5, max: 1e5, noNaN: true }),
      amount,
      (isMore, spend, revenue, gain, half) => {
        const sign = isMore ? 1 : -1
        const step = {
          kind: 'budget',
          direction: isMore ? 'more' : 'less',
          from: 2e6,
          to: 2e6 + sign * spend,
          spendChange: sign * spend,
          revenueChange: sign * revenue,
          gain,
          gainLow: gain - half,
          gainHigh: gain + half,
        }
        const match =
          /^(Raise|Cut) the daily budget by (\S+): (?:spends (\S+) more|saves (\S+) of spend) and (brings|loses) (\S+) of revenue a day \(D30\), worth (\S+) at your target \((\S+) to (\S+) in 80% of cases\)$/.exec(
            stepWords(withStep(step), format),
          )
        if (match === null) return false
        const [, verb, by, more, less, does, revenueText, worth, low, high] = match
        return (
          verb === (isMore ? 'Raise' : 'Cut') &&
          does === (isMore ? 'brings' : 'loses') &&
          near(by, spend) &&
          near(isMore ? more : less, spend) &&
          near(revenueText, revenue) &&
          near(worth, gain) &&
          near(low, gain - half) &&
          near(high, gain + half)
        )
      },
    ),
  )
})

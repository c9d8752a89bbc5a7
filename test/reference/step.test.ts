import t from 'tap'
import fc from '../support/fast-check.ts'
import { arbitraryDelivery } from './arbitrary.ts'
import { mergeDeliveries } from './delivery.ts'
import { withLookbacks } from './fixed-lookbacks.ts'
import { succeededRuns } from './runs.ts'
import { type Stepped, stepsOf } from './step.ts'

const today = '2026-03-20'

/** Each kind with each reason, and each way of pricing a change of spend. */
const RULES = [
  'stopped',
  'check_data no_cost',
  'check_data attribution',
  'check_data outage',
  'check_data no_target',
  'check_data withheld',
  'check_data no_prediction',
  'keep within_band',
  'keep unsure',
  'keep too_small',
  'keep moved',
  'keep next_unit_below_target',
  'keep budget_spent',
  'keep paced',
  'keep held',
  'keep unknown_response',
  'bid_target more',
  'bid_target less',
  'budget more priced',
  'budget less priced',
  'budget less bounds',
  'test more bounds',
  'country less bounds',
  'test more bounds untested',
  'budget less bounds untested',
  'checkpoint',
]

function ruleOf({ step }: Stepped): string {
  const { kind, reason, direction, bounds, tested } = step
  if (direction === 'none') return reason === null ? kind : `${kind} ${reason}`
  const price = `${bounds ? 'bounds' : 'priced'}${tested === true ? '' : ' untested'}`
  return kind === 'bid_target' ? `${kind} ${direction}` : `${kind} ${direction} ${price}`
}

t.test('random deliveries reach every rule of a step', async t => {
  const counts = new Map<string, number>()
  for (const delivery of fc.sample(arbitraryDelivery({ today }), { numRuns: 60, seed: 1 })) {
    const store = mergeDeliveries(...withLookbacks([delivery]))
    for (const app of store.apps) {
      const [run] = succeededRuns(store, app.app_id, 'recommendation')
      if (run === undefined) continue
      for (const granularity of ['campaign', 'campaign_geo'] as const) {
        for (const stepped of stepsOf(store, today, app, run, { granularity }).values()) {
          const rules = [
            ruleOf(stepped),
            ...(stepped.step['checkpoint'] === null ? [] : ['checkpoint']),
          ]
          for (const rule of rules) counts.set(rule, (counts.get(rule) ?? 0) + 1)
        }
      }
    }
  }
  const rows = [...counts.values()].reduce((sum, count) => sum + count, 0)
  t.comment(
    `${rows} steps: ${[...counts]
      .map(([rule, count]) => `${rule} ${count}`)
      .sort()
      .join(', ')}`,
  )
  t.strictSame(
    RULES.filter(rule => !counts.has(rule)),
    [],
    'not reached',
  )
})

import t from 'tap'
import { capped, dependsOnRepair } from '../../../../server/forecast/sentinel/damage.ts'
import { classifyAction } from '../../../../server/core/model/classification.ts'

function actionOf(roas: number) {
  return classifyAction(roas, 1, 0.05)
}

t.test(
  'advice depends on a repair if it would differ without it, or with a slightly different one',
  t => {
    t.equal(dependsOnRepair(0.9, 0.9, actionOf), false, 'nothing was repaired')
    t.equal(dependsOnRepair(0.9, 1.0, actionOf), true, 'HOLD without')
    t.equal(dependsOnRepair(0.9, 0.85, actionOf), false, 'REDUCE either way')
    t.equal(
      dependsOnRepair(0.9, 0.6, actionOf),
      true,
      'with half of the effect more it would be HOLD',
    )
    t.equal(dependsOnRepair(1.051, 1.053, actionOf), true, 'no repair is exact')
    t.equal(dependsOnRepair(1.051, 1.051 + 1e-9, actionOf), false, 'too small to matter')
    t.equal(dependsOnRepair(0.2, 0, actionOf), true)
    t.end()
  },
)

t.test(
  'a damaged lookback makes advice a hint, and damage to half of it removes all confidence',
  t => {
    t.equal(capped(0.9, 0.01), 0.9)
    t.equal(capped(0.9, 0.05), 0.29)
    t.equal(capped(0.1, 0.05), 0.1)
    t.equal(capped(0.9, 0.5), null)
    t.equal(capped(null, 0), null)
    t.end()
  },
)

import t from 'tap'
import { nearestName } from '../../../../server/core/checks/faults.ts'

t.test(
  'a name is suggested if it is similar: one mistake per three characters, two at most',
  async t => {
    t.equal(nearestName('ds', ['dsi']), 'dsi')
    t.equal(nearestName('day', ['dsi']), undefined)
    t.equal(nearestName('limt', ['limit']), 'limit')
    t.equal(nearestName('lit', ['limit']), undefined)
    t.equal(nearestName('metrcis', ['dsi', 'metrics']), 'metrics')
    t.equal(nearestName('mtrcix', ['metrics']), undefined)
  },
)

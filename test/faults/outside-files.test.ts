import t from 'tap'
import { seed } from '../support/seed.ts'
import { fuzzConfigs, fuzzManifests } from './outside-files.ts'

/** At length: `node --import tsx test/faults/outside-files.ts 1000`. */
const count = 30

t.test(
  'a changed backup is refused with a reason or restored, and nothing is written elsewhere',
  async t => {
    const fuzzed = await fuzzManifests(count, seed)
    t.comment(`seed ${seed}: ${JSON.stringify(fuzzed)}`)
    t.equal(fuzzed.tried, count)
    t.ok(fuzzed.refused > count / 4)
  },
)

t.test('a changed configuration is refused with a reason or read', async t => {
  const fuzzed = await fuzzConfigs(count, seed)
  t.comment(`seed ${seed}: ${JSON.stringify(fuzzed)}`)
  t.equal(fuzzed.tried, count)
  t.ok(fuzzed.refused > count / 4)
})

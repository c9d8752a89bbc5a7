import fc from '../../../support/fast-check.ts'
import t from 'tap'
import { seed } from '../../../support/seed.ts'
import {
  filterInSlices,
  mapInSlices,
  sortInSlices,
} from '../../../../server/core/runtime/slices.ts'

const rows = fc.array(fc.record({ key: fc.integer({ min: 0, max: 50 }), id: fc.nat() }), {
  maxLength: 3000,
})

t.test('lists in slices are sorted, filtered and mapped as usual', async t => {
  const byKey = (one: { key: number }, other: { key: number }) => one.key - other.key
  const isEven = ({ id }: { id: number }) => id % 2 === 0
  await fc.assert(
    fc.asyncProperty(rows, async list => {
      t.matchOnly(await sortInSlices(list, byKey), list.toSorted(byKey))
      t.matchOnly(await filterInSlices(list, isEven), list.filter(isEven))
      t.matchOnly(
        await mapInSlices(list, ({ id }, place) => id + place),
        list.map(({ id }, place) => id + place),
      )
    }),
    { seed, numRuns: 20 },
  )
})

t.test('sorting a long list lets other work run', async t => {
  const list = Array.from({ length: 60_000 }, (_, place) => (place * 7919) % 60_000)
  let rounds = 0
  let isOver = false
  const count = (): void => {
    rounds++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const sorted = await sortInSlices(list, (one, other) => one - other)
  isOver = true
  t.matchOnly(sorted.slice(0, 3), [0, 1, 2])
  t.ok(rounds > 1)
})

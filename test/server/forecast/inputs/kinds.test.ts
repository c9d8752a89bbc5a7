import { join } from 'node:path'
import t from 'tap'
import { KINDS } from '../../../support/forecast/input-kinds.ts'
import { assertKind } from '../../../support/forecast/kind-outcome.ts'
import { MEASURED_KINDS, PUBLIC_KINDS } from '../../../support/forecast/measured-kinds.ts'
import { READ_KINDS } from '../../../support/forecast/read-kinds.ts'

t.test('real-world files are read correctly or refused with the fix', async t => {
  const root = t.testdir()
  for (const [number, kind] of [...KINDS, ...READ_KINDS].entries())
    await t.test(kind.name, t => assertKind(t, join(root, String(number)), kind))
})

t.test('the tables have at least a hundred and fifty kinds, each once', async t => {
  const all = [...KINDS, ...READ_KINDS, ...MEASURED_KINDS, ...PUBLIC_KINDS]
  t.ok(all.length >= 150)
  t.equal(new Set(all.map(({ name }) => name)).size, all.length)
})

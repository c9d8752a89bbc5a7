import { join } from 'node:path'
import t from 'tap'
import { assertKind } from '../../../support/forecast/kind-outcome.ts'
import { MEASURED_KINDS, PUBLIC_KINDS } from '../../../support/forecast/measured-kinds.ts'

t.test(
  'sums, averages and kinds of revenue are read as their columns say, or asked for',
  async t => {
    const root = t.testdir()
    for (const [number, kind] of MEASURED_KINDS.entries())
      await t.test(kind.name, t => assertKind(t, join(root, String(number)), kind))
  },
)

t.test(
  'exports with the columns that public documents list are read correctly or refused',
  async t => {
    const root = t.testdir()
    for (const [number, kind] of PUBLIC_KINDS.entries())
      await t.test(kind.name, t => assertKind(t, join(root, String(number)), kind))
  },
)

import fc from '../../../support/fast-check.ts'
import t from 'tap'
import { Workspace } from '../../../../server/imports/workspace.ts'
import {
  date,
  joined,
  literal,
  literals,
  numbers,
  plain,
  quoted,
  sql,
  timestamp,
  type Sql,
} from '../../../../server/core/model/sql.ts'

t.test('any text or name survives quoting unchanged, and is nothing else', async t => {
  const engine = await Workspace.open(t.testdir())
  t.teardown(() => engine.close())
  const text = fc.string({ unit: 'binary' }).filter(value => !value.includes('\0'))
  // An object cannot be given that one name; no column that is selected has it.
  const name = text.filter(value => value !== '' && value !== '__proto__')
  await fc.assert(
    fc.asyncProperty(text, name, async (value, name) => {
      const [row] = await engine.rows(sql`SELECT ${literal(value)} AS ${quoted(name)}`)
      t.strictSame(Object.entries(row!), [[name, value]])
    }),
    {
      numRuns: 200,
      examples: [
        [`'; DROP TABLE x; --`, `"; DROP TABLE x; --`],
        ['\ufeffname', '\ufeffname'],
        [`\\'`, `\\"`],
      ],
    },
  )
})

t.test('pieces are joined as written', async t => {
  t.equal(
    sql`a ${1} ${literal('b')} ${joined([sql`x`, sql`y`], sql` AND `)} ${numbers([1, 2])} ${-3}`,
    `a 1 'b' x AND y 1, 2 (-3)`,
  )
  t.equal(date('2026-02-28'), `DATE '2026-02-28'`)
  t.equal(timestamp(new Date(0)), `TIMESTAMP '1970-01-01T00:00:00.000'`)
  t.equal(
    literals(`(1,'2026-04-01 00:00:00',X'00FF',NULL,-1.5e-7)`),
    `(1,'2026-04-01 00:00:00',X'00FF',NULL,-1.5e-7)`,
  )
})

t.test('malformed values are refused', async t => {
  const wrong: (() => Sql)[] = [
    () => literal('a\0'),
    () => quoted('a\0'),
    () => plain('a b'),
    () => plain('a"'),
    () => plain(''),
    () => date('2026-02-30'),
    () => date(`2026-02-03' OR 1=1 --`),
    () => sql`${Infinity}`,
    () => sql`${NaN}`,
    () => numbers(['1; DROP' as unknown as number]),
    () => timestamp(new Date(NaN)),
    () => literals('(1,SLEEP(9))'),
    () => literals(`(1,'a')`),
    () => literals('(1),(2'),
    () => literals('(1,)'),
  ]
  for (const make of wrong) t.throws(make, RangeError, make.toString())
})

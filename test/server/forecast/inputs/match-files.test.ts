import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { filesOf, matchesWildcards } from '../../../../server/forecast/inputs/match-files.ts'
import fc from '../../../support/fast-check.ts'

t.test('wildcards match like their regular expression', t => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 8 })
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 6 })
  const expression = (of: string): RegExp =>
    new RegExp(`^${of.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's')
  fc.assert(
    fc.property(
      text,
      pattern,
      (name, of) => matchesWildcards(name, of) === expression(of).test(name),
    ),
    { numRuns: 2000 },
  )
  t.end()
})

t.test('many wildcards take time proportional to name and pattern', t => {
  t.equal(matchesWildcards('a'.repeat(200), `${'*a'.repeat(40)}b`), false)
  t.equal(matchesWildcards('a'.repeat(200), '*a'.repeat(40)), true)
  t.equal(matchesWildcards('a'.repeat(255), `${'*a'.repeat(2000)}*`), false)
  t.end()
})

t.test(
  'files are found by pattern, hidden ones by name only, and too many are refused',
  async t => {
    const folder = t.testdir({ 'a.csv': '', 'b.csv': '', '.c.csv': '', sub: { 'a.csv': '' } })
    t.same(await filesOf(folder, '*.csv'), [join(folder, 'a.csv'), join(folder, 'b.csv')])
    t.same(await filesOf(folder, '.c.csv'), [join(folder, '.c.csv')])
    t.same(await filesOf(folder, '*/?.csv'), [join(folder, 'sub', 'a.csv')])
    t.same(await filesOf(folder, 'none/*.csv'), [])
    // Each is the folder itself.
    for (let n = 0; n < 101; n++) await symlink('.', join(folder, 'sub', `x${n}`))
    t.equal(
      await filesOf(folder, 'sub/*/*/*'),
      'must match at most 10000 files and folders: there are more of *',
    )
  },
)

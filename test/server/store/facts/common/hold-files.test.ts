import t from 'tap'
import { holdFiles } from '../../../../../server/store/facts/common/parquet-store.ts'
import type { LocalFiles } from '../../../../../server/store/facts/common/parquet-groups.ts'

const NEVER = new AbortController().signal

/** Files whose copies are read now, and which say of an error what they make of it. */
function copies(errorOf = (error: unknown): unknown => error): {
  local: LocalFiles
  held: Set<string>
} {
  const held = new Set<string>()
  return {
    held,
    local: {
      async during(files, _, use) {
        const names = files.map(({ file }) => file)
        if (names.includes('none')) throw new Error('There is none')
        for (const name of names) held.add(name)
        try {
          return await use(names)
        } catch (error) {
          throw errorOf(error)
        } finally {
          for (const name of names) held.delete(name)
        }
      },
    },
  }
}

const NEEDED = [[{ file: 'a' }, { file: 'b' }], [], [{ file: 'c' }]]

t.test('all files are held while used, and then released', async t => {
  const { local, held } = copies()
  const used = await holdFiles(local, NEEDED, NEVER, async paths => {
    t.strictSame(paths, [['a', 'b'], [], ['c']])
    await Promise.resolve()
    return [...held].sort()
  })
  t.strictSame(used, ['a', 'b', 'c'])
  t.equal(held.size, 0)
  t.equal(await holdFiles(local, [], NEVER, async () => 1), 1)
})

t.test('a file that cannot be held releases the others', async t => {
  const { local, held } = copies()
  const used = holdFiles(local, [...NEEDED, [{ file: 'none' }]], NEVER, async () =>
    t.fail('they are used'),
  )
  await t.rejects(used, { message: 'There is none' })
  await Promise.resolve()
  t.equal(held.size, 0)
})

t.test('an error of `use` is passed to the files, which may replace it', async t => {
  const fail = (): Promise<never> => Promise.reject(new Error('Zeros'))
  const plain = copies()
  await t.rejects(holdFiles(plain.local, NEEDED, NEVER, fail), { message: 'Zeros' })
  t.equal(plain.held.size, 0)
  await t.rejects(holdFiles(plain.local, [], NEVER, fail), { message: 'Zeros' })
  const { local } = copies(error => new Error('Not here yet', { cause: error }))
  await t.rejects(holdFiles(local, NEEDED, NEVER, fail), { message: 'Not here yet' })
})

import {
  appendFile,
  open,
  readdir,
  readFile,
  rename,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { Spool, type Build } from '../../../../server/store/files/spool.ts'
import { spooledName } from '../../../../server/store/files/spooled-file.ts'
import fc from '../../../support/fast-check.ts'
import { latency } from '../../../support/pauses.ts'
import { work } from '../../../support/work.ts'

/** A unique answer of `size` bytes that counts how often it was built; each build takes up to `slowest` ms. */
function answerOf(tag: string, size: number, slowest = 0) {
  const content = Buffer.alloc(size, `${tag}, and nothing else. `)
  const answer = {
    tag,
    name: spooledName(tag, 'csv'),
    builds: 0,
    build: (async path => {
      answer.builds++
      if (slowest > 0) await latency((answer.builds * 7) % slowest)
      await writeFile(path, content)
      return { totalRows: size }
    }) satisfies Build as Build,
    /** Opens it, and says whether it is what it should be. */
    async isRight(spool: Spool, caller = work): Promise<boolean> {
      const { handle, size, totalRows } = await spool.open(tag, 'csv', answer.build, caller)
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0)
        return bytesRead === size && totalRows === size && buffer.equals(content)
      } finally {
        await handle.close()
      }
    },
  }
  return answer
}

async function flipBit(path: string, bit: number): Promise<void> {
  const bytes = await readFile(path)
  bytes[bit >> 3]! ^= 1 << (bit & 7)
  const handle = await open(path, 'r+')
  await handle.write(bytes, 0, bytes.length, 0)
  await handle.close()
}

async function swap(one: string, other: string): Promise<void> {
  await rename(one, `${one}.aside`)
  await rename(other, one)
  await rename(`${one}.aside`, other)
}

function damagedIn(spool: Spool): number {
  return spool.metrics().find(({ name }) => name === 'uascope_spool_damaged_total')!.value
}

const SIZES = [0, 1, 300, 5000, 1_200_000]

/** What happens to a file; `at` says where in it, as a share. */
const DAMAGE = {
  empty: path => truncate(path, 0),
  cut: (path, { at, size }) => truncate(path, Math.floor(at * size)),
  flip: (path, { at, size }) => flipBit(path, Math.floor(at * size * 8)),
  append: path => appendFile(path, 'x'),
  zeros: (path, { size }) => writeFile(path, Buffer.alloc(size)),
  copy: async (path, { other }) => writeFile(path, await readFile(other)),
  swap: (path, { other }) => swap(path, other),
  'old format': async path => {
    await writeFile(path, 'older content')
    await writeFile(`${path}.json`, '{"totalRows":1}')
  },
} satisfies Record<
  string,
  (path: string, facts: { at: number; size: number; other: string }) => Promise<void>
>

t.test('law: any damage to a file leaves responses unchanged, and the file is rebuilt', async t => {
  const step = fc.record({
    kind: fc.constantFrom(...(Object.keys(DAMAGE) as (keyof typeof DAMAGE)[])),
    target: fc.nat(SIZES.length - 1),
    /** How far behind the target the other one is. */
    other: fc.integer({ min: 1, max: SIZES.length - 1 }),
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    restarts: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async steps => {
      const dir = t.testdir()
      let spool = await Spool.open(dir)
      const answers = SIZES.map((size, index) => answerOf(`answer ${index}`, size))
      for (const answer of answers) if (!(await answer.isRight(spool))) return false
      for (const { kind, target, other, at, restarts } of steps) {
        const [one, two] = [answers[target]!, answers[(target + other) % SIZES.length]!]
        const path = join(dir, one.name)
        const { size, atimeMs, mtimeMs } = await stat(path)
        const expected = answers.map(
          answer => answer.builds + Number(answer === one || (kind === 'swap' && answer === two)),
        )
        await DAMAGE[kind](path, { at, size, other: join(dir, two.name) })
        if (restarts) {
          // A process that did not build the file does not believe its times.
          await utimes(path, atimeMs / 1000, mtimeMs / 1000)
          spool = await Spool.open(dir)
        }
        const before = damagedIn(spool)
        for (const answer of answers) if (!(await answer.isRight(spool))) return false
        if (answers.some(({ builds }, index) => builds !== expected[index])) return false
        if (damagedIn(spool) - before !== (kind === 'swap' ? 2 : 1)) return false
      }
      return true
    }),
    { numRuns: 40 },
  )
})

t.test('concurrent requests for a damaged file share its verification and rebuild', async t => {
  const dir = t.testdir()
  const answer = answerOf('a', 5_000_000)
  await answer.isRight(await Spool.open(dir))
  await flipBit(join(dir, answer.name), 4_999_999 * 8)
  const spool = await Spool.open(dir)
  t.same(
    new Set(await Promise.all(Array.from({ length: 20 }, () => answer.isRight(spool)))),
    new Set([true]),
  )
  t.equal(answer.builds, 2)
  t.equal(damagedIn(spool), 1)
  t.same(await readdir(dir), [answer.name])
})

const COMPANIES = [1, 2, 3, 4]

t.test('companies and processes that find the same damage at once all get a response', async t => {
  const dir = t.testdir()
  // Builds of different lengths replace each other's files.
  const answer = answerOf('a', 2_000_000, 20)
  await answer.isRight(await Spool.open(dir))
  for (let round = 0; round < 10; round++) {
    await flipBit(join(dir, answer.name), round * 1000)
    const spools = await Promise.all(COMPANIES.map(() => Spool.open(dir)))
    const checks = spools.flatMap(spool =>
      COMPANIES.map(companyId => answer.isRight(spool, { ...work, companyId })),
    )
    t.same(new Set(await Promise.all(checks)), new Set([true]))
  }
})

t.test('a verification continues while anyone waits, and ends with the last', async t => {
  const dir = t.testdir()
  const answer = answerOf('a', 20_000_000)
  await answer.isRight(await Spool.open(dir))
  const spool = await Spool.open(dir)
  const gone = new AbortController()
  const leaving = answer.isRight(spool, { ...work, signal: gone.signal })
  const staying = answer.isRight(spool)
  gone.abort(new Error('gone'))
  await t.rejects(leaving, { message: 'gone' })
  t.equal(await staying, true)
  const other = await Spool.open(dir)
  const alone = new AbortController()
  const left = answer.isRight(other, { ...work, signal: alone.signal })
  alone.abort(new Error('gone'))
  await t.rejects(left, { message: 'gone' })
  t.equal(answer.builds, 1)
})

t.test('silent decay is found within an hour', async t => {
  const dir = t.testdir()
  let now = 1
  const spool = await Spool.open(dir, { clock: () => now })
  const answer = answerOf('a', 300)
  await answer.isRight(spool)
  const path = join(dir, answer.name)
  const { atimeMs, mtimeMs } = await stat(path)
  await flipBit(path, 77)
  await utimes(path, atimeMs / 1000, mtimeMs / 1000)
  now += 3_600_001
  t.equal(await answer.isRight(spool), true)
  t.equal(answer.builds, 2)
})

t.test('a damaged file that cannot be rebuilt is never served', async t => {
  const dir = t.testdir()
  const answer = answerOf('a', 1_000_000)
  await answer.isRight(await Spool.open(dir))
  await flipBit(join(dir, answer.name), 5)
  const spool = await Spool.open(dir)
  for (let n = 0; n < 2; n++)
    await t.rejects(
      spool.get('a', 'csv', () => Promise.reject(new Error('no data')), work),
      { message: 'no data' },
    )
  t.equal(await answer.isRight(spool), true)
  t.strictSame(await readdir(dir), [answer.name])
})

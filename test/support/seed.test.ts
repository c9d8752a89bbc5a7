import { execFileSync } from 'node:child_process'
import t from 'tap'

const SEED = new URL('./seed.ts', import.meta.url).href
const FAST_CHECK = new URL('./fast-check.ts', import.meta.url).href

/** What a program prints that draws with a `UASCOPE_SEED`, or without. */
function drawn(program: string, UASCOPE_SEED?: string): string {
  const { UASCOPE_SEED: _, ...others } = process.env
  const env = { ...others, ...(UASCOPE_SEED === undefined ? {} : { UASCOPE_SEED }) }
  const imports = `import fc from '${FAST_CHECK}'\nimport { randomOf, seed } from '${SEED}'\n`
  return execFileSync(
    process.execPath,
    [...process.execArgv, '--input-type=module', '--eval', imports + program],
    {
      env,
      encoding: 'utf8',
    },
  ).trim()
}

const SAMPLE = `const random = randomOf()
console.log(seed, random(), random(), fc.sample(fc.nat(), 3).join())`

t.test('draws are the same in each run, and differ with another seed', async t => {
  const [one, again, other] = [drawn(SAMPLE), drawn(SAMPLE), drawn(SAMPLE, '7')]
  t.equal(one, again)
  t.match(other, /^7 /)
  t.not(one.split(' ').at(-1), other.split(' ').at(-1))
})

t.test('a property runs with each seed and reports those that fail', async t => {
  const below = (limit: number) => `const seen = []
const property = fc.property(fc.integer({ min: 0, max: 1e9 }), value => { seen.push(value); return value < ${limit} })
try { fc.assert(property, { numRuns: 5 }) } catch (error) { console.log(error.message.split('\\n')[0]) }
console.log(seen.length)`
  t.equal(drawn(below(2e9), '1,2,3'), '15')
  t.match(drawn(below(-1), '1,2,3'), /^UASCOPE_SEED=1,2,3: Property failed/)
  t.match(drawn(below(-1), '2'), /^UASCOPE_SEED=2: Property failed/)
  const async = `await fc.assert(fc.asyncProperty(fc.nat(), async value => value % 2 === 0), { numRuns: 50 }).catch(error => console.log(error.message))`
  t.match(drawn(async, '4,5'), /^UASCOPE_SEED=4,5: /)
})

import t from 'tap'
import type { FileResult } from '../../../scripts/test/file-result.ts'
import { randomFiles, runsWithSeeds, SeededResults } from '../../../scripts/test/seeds.ts'

t.test(
  'a test file counts as random if it imports the seed, and as property-based if only properties do',
  t => {
    const imports: Record<string, string[]> = {
      'test/support/seed.ts': [],
      'test/support/every-seed.ts': ['test/support/seed.ts'],
      'test/support/fast-check.ts': ['test/support/every-seed.ts'],
      'test/support/agreement.ts': ['test/support/seed.ts', 'test/support/fast-check.ts'],
      'test/laws.test.ts': ['test/support/fast-check.ts'],
      'test/agrees.test.ts': ['test/support/agreement.ts'],
      'test/both.test.ts': ['test/support/fast-check.ts', 'test/support/seed.ts'],
      'test/plain.test.ts': ['server/main.ts'],
    }
    const { random, properties } = randomFiles(
      Object.fromEntries(
        Object.entries(imports).map(([file, all]) => [file, { stamp: '', imports: all }]),
      ),
    )
    const tests = (files: Set<string>) =>
      [...files].filter(file => file.endsWith('.test.ts')).sort()
    t.strictSame(tests(random), ['test/agrees.test.ts', 'test/both.test.ts', 'test/laws.test.ts'])
    t.strictSame(tests(properties), ['test/laws.test.ts'])
    t.end()
  },
)

const run = { file: 'test/a.test.ts', environment: { HOME: '/' } }

t.test('properties run with 25 seeds in a process, other draws with one', t => {
  const seeds = Array.from({ length: 30 }, (_, index) => index)
  const many = runsWithSeeds(run, seeds, true)
  t.strictSame(
    many.map(one => one.seeds.length),
    [25, 5],
  )
  t.strictSame(many[1]!.environment, { HOME: '/', UASCOPE_SEED: '25,26,27,28,29' })
  t.equal(runsWithSeeds(run, seeds, false).length, 30)
  t.end()
})

t.test('the seed runs of a file give one result, with the commands that repeat failures', t => {
  const passed: FileResult = {
    file: run.file,
    isPassed: true,
    seconds: 2,
    assertions: 3,
    failures: [],
    skips: [],
    end: 'exit code 0',
    stderr: '',
  }
  const failing = (fullname: string): FileResult => ({
    ...passed,
    isPassed: false,
    failures: [{ fullname, name: '', diag: null }],
    end: 'exit code 1',
  })
  const runs = runsWithSeeds(run, [1, 2, 3], false)
  const [many] = runsWithSeeds({ ...run, file: 'test/b.test.ts' }, [4, 5, 6], true)
  const results = new SeededResults([...runs, many!])
  t.equal(results.add(runs[0]!, passed), undefined)
  t.equal(results.add(runs[1]!, failing('equal')), undefined)
  t.match(results.add(runs[2]!, passed), {
    isPassed: false,
    seconds: 6,
    assertions: 9,
    end: 'exit code 1',
  })
  t.match(results.add(many!, failing('laws > UASCOPE_SEED=4,6: Property failed')), {
    isPassed: false,
  })
  t.strictSame(results.repeats, [
    'UASCOPE_SEED=2 npm test -- test/a.test.ts',
    'UASCOPE_SEED=4 npm test -- test/b.test.ts',
    'UASCOPE_SEED=6 npm test -- test/b.test.ts',
  ])
  t.end()
})

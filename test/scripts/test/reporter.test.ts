import t from 'tap'
import type { FileResult } from '../../../scripts/test/file-result.ts'
import { Reporter } from '../../../scripts/test/reporter.ts'

const passed: FileResult = {
  file: 'test/a.test.ts',
  isPassed: true,
  seconds: 1.25,
  assertions: 3,
  failures: [],
  skips: [],
  end: 'exit code 0',
  stderr: 'hidden',
}
const REASON = 'jq is missing; to install it, run: bash scripts/ci/install-page-tools'

function linesOf(results: readonly FileResult[], isColored = false): string[] {
  const lines: string[] = []
  const reporter = new Reporter(line => lines.push(...line.split('\n')), isColored)
  for (const result of results) reporter.add(result)
  reporter.end()
  return lines
}

t.test('a passing run ends with its counts', async t => {
  const lines = linesOf([passed, { ...passed, file: 'test/b.test.ts' }])
  t.strictSame(lines.slice(0, 3), [
    'ok        1.3 s  test/a.test.ts',
    'ok        1.3 s  test/b.test.ts',
    '',
  ])
  t.match(lines.at(-2), /^6 assertions in \d+ s$/)
  t.equal(lines.at(-1), '2 passed, 0 failed')
})

t.test('skipped tests are grouped by reason, with the number of files', async t => {
  const skipping = { ...passed, skips: [REASON, REASON] }
  const lines = linesOf([
    skipping,
    { ...passed, file: 'test/b.test.ts', skips: [REASON, 'no time', undefined] },
  ])
  t.equal(lines[0], 'ok        1.3 s  test/a.test.ts  (2 skipped)')
  const at = lines.indexOf('Skipped:')
  t.strictSame(lines.slice(at, at + 4), [
    'Skipped:',
    `  ${REASON} (2 files)`,
    '  no time (1 file)',
    '',
  ])
})

t.test(
  'a failure shows the difference, the source position and the output of the process',
  async t => {
    const diag = {
      at: { fileName: 'test/a.test.ts' },
      source: 'hidden',
      diff: '-1\n+2\n',
      wanted: 1,
      stack: 'Test.<anonymous> (.test-build/test/a.test.js:4:6) (test/a.test.ts:2:28)\n',
    }
    const failures = [
      { fullname: '.test-build/test/a.test.js > TAP > name > is 1', name: 'is 1', diag },
    ]
    const failed = {
      ...passed,
      isPassed: false,
      failures,
      end: 'exit code 1',
      stderr: 'a warning\n',
    }
    const lines = linesOf([failed])
    t.strictSame(lines.slice(0, 9), [
      'not ok    1.3 s  test/a.test.ts',
      '    name > is 1',
      '      -1',
      '      +2',
      '      wanted: 1',
      '      at Test.<anonymous> test/a.test.ts:2:28',
      '    exit code 1',
      '    stderr:',
      '    a warning',
    ])
    const at = lines.indexOf('Failed:')
    t.strictSame(lines.slice(at), [
      'Failed:',
      '  test/a.test.ts',
      '    name > is 1',
      '',
      lines.at(-2),
      '0 passed, 1 failed',
    ])
    t.notMatch(lines.join('\n'), '\x1b')
    t.match(linesOf([failed], true)[0], '\x1b[31mnot ok\x1b[39m')
  },
)

t.test('a process that ends without a result is reported with its exit', async t => {
  const lines = linesOf([{ ...passed, isPassed: false, end: 'ended with SIGKILL', stderr: '' }])
  t.equal(lines[1], '    ended with SIGKILL')
  t.match(lines.join('\n'), 'Failed:\n  test/a.test.ts\n    ended with SIGKILL')
})

t.test('a long run lists its ten slowest files', async t => {
  const results = Array.from({ length: 12 }, (_, index) => ({
    ...passed,
    file: `test/${index}.test.ts`,
    seconds: index,
  }))
  const lines = linesOf(results)
  const at = lines.indexOf('Slowest:')
  t.equal(lines[at + 1], '    11.0 s  test/11.test.ts')
  t.equal(lines[at + 10], '     2.0 s  test/2.test.ts')
  t.equal(lines[at + 11], '')
})

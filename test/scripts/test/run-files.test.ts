import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import type { FileResult } from '../../../scripts/test/file-result.ts'

const RUN_FILES = new URL('../../../scripts/test/run-files.ts', import.meta.url).href

/** Runs compiled test files in a process with a runner of its own. */
async function run(
  t: Test,
  files: Record<string, string>,
  filter?: string,
  before = '',
): Promise<{ code: number; results: Record<string, FileResult>; root: string }> {
  const compiled = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name.replace('.ts', '.js'), text]),
  )
  const root = t.testdir({ '.test-build': { test: compiled } })
  const runs = Object.keys(files).map(name => ({ file: `test/${name}` }))
  const program = `import { runFiles } from '${RUN_FILES}'
    ${before}
    const runs = ${JSON.stringify(runs)}.map(({ file }) => ({ file, environment: { ...process.env, OF_FILE: file } }))
    await runFiles(${JSON.stringify(root)}, runs, 2, (run, result) => console.log(JSON.stringify({ ...result, file: run.file })))`
  const args = [...process.execArgv, '--input-type=module', '--eval', program]
  const env = { ...process.env, ...(filter === undefined ? {} : { TAP_GREP: filter }) }
  const ended = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 24, env }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => error,
  )
  const results = ended.stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as FileResult)
  return {
    code: ended.code,
    results: Object.fromEntries(results.map(result => [result.file, result])),
    root,
  }
}

t.test('passing files are counted', async t => {
  const { code, results } = await run(t, {
    'a.test.ts':
      "import t from 'tap'\nt.test('x', async t => { t.ok(true); t.pass('y', { skip: 'no time' }) })\nt.pass()",
    'b.test.ts':
      "import t from 'tap'\nt.equal(process.env.NODE_OPTIONS, '')\nt.equal(process.env.OF_FILE, 'test/b.test.ts')",
  })
  t.equal(code, 0)
  t.match(results['test/a.test.ts'], {
    isPassed: true,
    skips: ['no time'],
    failures: [],
    end: 'exit code 0',
  })
  t.match(results['test/b.test.ts'], { isPassed: true, skips: [] })
})

t.test('failing files, early exits and files without tests are reported', async t => {
  const { code, results } = await run(t, {
    'fails.test.ts':
      "import t from 'tap'\nconsole.error('on stderr')\nt.test('x', async t => { t.equal(1, 2, 'same') })",
    'throws.test.ts': "throw new Error('before any test')",
    'exits.test.ts': "import t from 'tap'\nt.pass()\nt.teardown(() => process.exit(3))",
    'killed.test.ts': "process.kill(process.pid, 'SIGKILL')",
    'empty.test.ts': '',
  })
  t.equal(code, 1)
  const fails = results['test/fails.test.ts']!
  t.match(fails, { isPassed: false, end: 'exit code 1', stderr: 'on stderr\n' })
  t.match(fails.failures, [{ fullname: /x > same$/, diag: { diff: /-2\n\+1/ } }])
  t.match(results['test/throws.test.ts'], { isPassed: false, stderr: /before any test/ })
  t.match(results['test/exits.test.ts'], { isPassed: false, end: 'exit code 3' })
  t.match(results['test/killed.test.ts'], { isPassed: false, end: 'ended with SIGKILL' })
  t.match(results['test/empty.test.ts'], { skips: ['no tests found'] })
})

t.test(
  "a test's directory is deleted though a process that is ending still writes into it",
  async t => {
    const writes =
      "const { mkdirSync } = require('fs'); for (let n = 0; n < 3000; n++) mkdirSync(process.argv[1] + '/' + Math.random())"
    const { code, results, root } = await run(t, {
      'a.test.ts': `import { spawn } from 'node:child_process'
      import { once } from 'node:events'
      import { watch } from 'node:fs'
      import t from 'tap'
      t.test('writes', async t => {
        const folder = t.testdir()
        const watcher = watch(folder)
        spawn(process.execPath, ['-e', ${JSON.stringify(writes)}, folder], { stdio: 'ignore' }).unref()
        await once(watcher, 'change')
        watcher.close()
        t.pass()
      })`,
    })
    t.equal(code, 0)
    t.match(results['test/a.test.ts'], { isPassed: true })
    t.strictSame(await readdir(join(root, '.tap/fixtures')), [])
  },
)

t.test('TAP_GREP filters tests within files, not files', async t => {
  const text =
    "import t from 'tap'\nt.test('one', async t => t.pass())\nt.test('two', async t => t.fail('not run'))"
  const { code, results } = await run(t, { 'a.test.ts': text }, 'one')
  t.equal(code, 0)
  t.match(results['test/a.test.ts'], { isPassed: true, assertions: 1 })
})

t.test("a compilation longer than tap's timeout does not end the run", async t => {
  process.env['TAP_TIMEOUT'] = '1'
  t.teardown(() => delete process.env['TAP_TIMEOUT'])
  const wait = 'await new Promise(resolve => setTimeout(resolve, 1500))'
  const { code, results } = await run(
    t,
    { 'a.test.ts': "import t from 'tap'\nt.pass()" },
    undefined,
    wait,
  )
  t.equal(code, 0)
  t.match(results['test/a.test.ts'], { isPassed: true })
})

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { bundleTap } from '../../../scripts/test/bundle-tap.ts'

const FAILING = `import t from 'tap'
function compare() {
  t.equal(1, 2)
}
compare()
`

t.test('the bundle is tap, and the stack of a failure shows only frames of the test', async t => {
  const root = t.testdir({
    node_modules: { tap: t.fixture('symlink', join(process.cwd(), 'node_modules/tap')) },
    '.test-build': { 'failing.js': FAILING, 'package.json': '{"type":"module"}' },
  })
  await bundleTap(root)
  await bundleTap(root)
  const { stdout } = await promisify(execFile)(process.execPath, ['.test-build/failing.js'], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '' },
  }).catch((error: { stdout: string }) => error)
  t.match(stdout, /not ok 1 - should be equal/)
  const [, stack] = /stack: \|\n((?: {4}.*\n)+)/.exec(stdout) ?? []
  t.strictSame(
    stack
      ?.trim()
      .split('\n')
      .map(line =>
        line
          .trim()
          .replace(/:\d+:\d+\)?$/, '')
          .replace(/\(.*\//, '('),
      ),
    ['compare (failing.js', '.test-build/failing.js'],
  )
})

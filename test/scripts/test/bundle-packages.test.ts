import { execFile } from 'node:child_process'
import { mkdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { bundle } from '../../../scripts/test/bundle-packages.ts'
import { repository } from '../../support/repository.ts'

const FAILING = `import t from 'tap'
function compare() {
  t.equal(1, 2)
}
compare()
`

const PACKAGES = `export { default as boom } from '@hapi/boom'
export * as mysql from 'mysql2/promise'
`

/** Uses bundles beside the packages themselves. */
const COMPARE = `import boom, { isBoom } from '@hapi/boom'
import hapi from '@hapi/hapi'
import * as mysql from 'mysql2/promise'
import * as packages from '../packages.mjs'
const server = hapi.server()
server.route({ path: '/', method: 'GET', handler: () => { throw boom.notFound('none here') } })
const { result } = await server.inject('/')
console.log(JSON.stringify({
  isBundled: boom !== packages.boom,
  missing: Object.keys(packages.mysql).filter(name => typeof mysql[name] !== typeof packages.mysql[name]),
  isBoom: isBoom(boom.notFound()),
  message: result.message,
}))`

async function run(root: string, file: string): Promise<string> {
  const options = { cwd: root, env: { ...process.env, NODE_OPTIONS: '' } }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`.test-build/${file}`],
    options,
  ).catch((error: { stdout: string }) => error)
  return stdout
}

async function link(root: string, ...names: string[]): Promise<void> {
  for (const name of names) {
    await mkdir(dirname(join(root, 'node_modules', name)), { recursive: true })
    await symlink(join(repository, 'node_modules', name), join(root, 'node_modules', name))
  }
}

t.test(
  'the tap bundle works, and stack traces of failures show only frames of the test',
  async t => {
    const root = t.testdir({
      '.test-build': { 'failing.js': FAILING, 'package.json': '{"type":"module"}' },
    })
    await link(root, 'tap')
    await bundle(root, '@tapjs', { tap: ['.'] })
    await bundle(root, '@tapjs', { tap: ['.'] })
    const stdout = await run(root, 'failing.js')
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
  },
)

t.test('bundled packages export the same names as the originals and share code', async t => {
  const root = t.testdir({
    'packages.mjs': PACKAGES,
    '.test-build': { 'compare.js': COMPARE, 'package.json': '{"type":"module"}' },
  })
  await link(root, '@hapi/boom', '@hapi/hapi', 'mysql2')
  await bundle(root, '@bundled', {
    '@hapi/boom': ['.'],
    '@hapi/hapi': ['.'],
    mysql2: ['.', './promise'],
  })
  t.strictSame(JSON.parse(await run(root, 'compare.js')), {
    isBundled: true,
    missing: [],
    isBoom: true,
    message: 'none here',
  })
})

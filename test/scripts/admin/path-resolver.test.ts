import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import t from 'tap'
import { pathResolver } from '../../../scripts/admin/option-values.ts'
import { minimalDelivery } from '../../reference/minimal-delivery.ts'
import { writeDelivery } from '../../reference/write-delivery.ts'
import { repository } from '../../support/repository.ts'

const moved = {
  INIT_CWD: '/home/ada/data',
  npm_lifecycle_event: 'admin',
  npm_package_name: 'uascope',
  npm_package_json: '/srv/uascope/package.json',
}

t.test("relative paths start at the caller's working directory", async t => {
  for (const [what, environment, path, wanted] of [
    ['npm run admin', moved, '../delivery', '/home/ada/delivery'],
    ['an absolute path', moved, '/srv/delivery', '/srv/delivery'],
    ['npx', { ...moved, npm_lifecycle_event: 'npx' }, 'delivery', '/srv/uascope/delivery'],
    [
      "another package's script",
      { ...moved, npm_package_name: 'studio' },
      'delivery',
      '/srv/uascope/delivery',
    ],
    [
      'a script that goes elsewhere',
      { ...moved, npm_package_json: '/srv/other/package.json' },
      'delivery',
      '/srv/uascope/delivery',
    ],
    ['by hand', {}, 'delivery', '/srv/uascope/delivery'],
    ['nothing', moved, '', ''],
  ] as const) {
    t.equal(pathResolver(environment, '/srv/uascope')(path), wanted, what)
  }
})

t.test('npm passes the working directory from another folder', async t => {
  const dir = t.testdir()
  await mkdir(`${dir}/here`)
  await writeDelivery(`${dir}/delivery`, minimalDelivery(), { format: 'csv' })
  const { PATH, HOME } = process.env
  const npm = (...args: string[]) =>
    promisify(execFile)('npm', ['--prefix', repository, 'run', '-s', 'admin', '--', ...args], {
      cwd: `${dir}/here`,
      env: { PATH, HOME, DATA_DIR: `${dir}/data` },
    })
  t.match(await npm('import', '../delivery', '--check'), { stdout: /nothing was loaded/ })
  t.match(await npm('import', 'delivery').catch((error: unknown) => error), {
    code: 1,
    stderr: `delivery: folder not found: ${dir}/here/delivery`,
  })
})

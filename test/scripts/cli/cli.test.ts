import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import t from 'tap'
import { builtService } from '../../support/built-service.ts'

const { cwd } = (await builtService(t))(process.execPath)

function uascope(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise(resolve => {
    const environment = { ...process.env, DATA_DIR: join(cwd, 'data') }
    execFile(
      process.execPath,
      ['dist/cli.js', ...args],
      { cwd, env: environment },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    )
  })
}

t.test('the package has one command, which prints its version and its commands', async t => {
  const { version, bin } = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8')) as {
    version: string
    bin: object
  }
  t.same(bin, { uascope: 'dist/cli.js' })
  t.match(await uascope('--version'), { code: 0, stdout: `${version}\n` })
  t.match(await uascope('admin', '--version'), { code: 0, stdout: `${version}\n` })
  t.match((await uascope('--help')).stdout, /uascope admin COMMAND/)
  t.match(await uascope('serve'), { code: 1, stderr: /Unknown command "serve"/ })
})

t.test("the admin command of the package is the operator's CLI, exit code included", async t => {
  t.match(await uascope('admin', 'keys', 'list', '--json'), { code: 0, stdout: '[]\n' })
  t.match(await uascope('admin', 'keys', 'revoke', 'no such key'), { code: 1, stderr: /^admin: / })
})

t.test('the package serves by itself and stops on a signal', async t => {
  const child = spawn(process.execPath, ['dist/cli.js'], {
    cwd,
    env: {
      ...process.env,
      DATA_DIR: join(cwd, 'data'),
      PORT: '0',
      DEMO: 'off',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  t.match(line, /^Listening on http:/)
  t.equal((await fetch(`${line.slice('Listening on '.length)}/healthz`)).status, 200)
  child.kill('SIGTERM')
  t.same(await once(child, 'exit'), [0, null])
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import t from 'tap'

t.test(
  'npm start serves until SIGTERM and passes it on: no process remains, and the exit code is 0',
  async t => {
    const environment = {
      ...process.env,
      DATA_DIR: t.testdir(),
      DEMO: 'off',
      PORT: '0',
      LOG_LEVEL: 'silent',
    }
    const npm = spawn('npm', ['start'], { env: environment, stdio: ['ignore', 'pipe', 'ignore'] })
    t.teardown(() => npm.kill('SIGKILL'))
    const url = await new Promise<string>((resolve, reject) => {
      createInterface(npm.stdout).on(
        'line',
        line => line.startsWith('Listening on ') && resolve(line.slice('Listening on '.length)),
      )
      npm.once('exit', code => reject(new Error(`npm start ended with ${code}`)))
    })
    t.equal((await fetch(`${url}/healthz`)).status, 200)
    const ended = once(npm, 'exit')
    npm.kill('SIGTERM')
    t.same(await ended, [0, null])
    await t.rejects(fetch(`${url}/healthz`))
  },
)

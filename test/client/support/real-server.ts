import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Test } from 'tap'
import { builtServiceFolder } from '../../support/built-service.ts'
import { demoInto } from '../../support/demo.ts'
import { repository } from '../../support/repository.ts'
import { plainly } from '../../support/run-program.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { until } from '../../support/until.ts'

export interface RealServer {
  url: string
  /** Key of the first demo company. */
  key: string
}

/** The service itself, as an operator starts it on a store with the demo. */
export async function realServer(t: Test, env: Record<string, string> = {}): Promise<RealServer> {
  const dataDir = temporaryFolder(t, 'client')
  await demoInto(dataDir)
  const built = join(await builtServiceFolder(), 'server.js')
  const child = spawn(...plainly(process.execPath, [built]), {
    cwd: repository,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      RATE_LIMIT: '100000',
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.teardown(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output += String(chunk)
    })
  await until('the service listens', () => {
    if (child.exitCode !== null) throw new Error(`The service did not start:\n${output}`)
    return /^Listening on /m.test(output)
  })
  return {
    url: /^Listening on (\S+)/m.exec(output)![1]!,
    key: /^API key: (\S+)/m.exec(output)![1]!,
  }
}

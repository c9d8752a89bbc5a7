import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Test } from 'tap'
import { startDemo } from '../../../scripts/screenshots/start-demo.ts'
import { utcDate } from '../../../server/core/model/dates.ts'
import { plainly } from '../../support/run-program.ts'
import { demoDelivery } from '../../support/demo.ts'
import { root } from '../../support/pages.ts'

/** The day whose demo the pages show: what they print is compared with it to the last digit. */
export const DAY = new Date('2026-11-22T12:00:00Z')

/** A service that listens, of the demo of `DAY`. */
export interface Demo {
  /** Without a slash at its end. */
  url: string
  /** A key of the first company. */
  key: string
  dataDir: string
}

/** The demo, for the test's time. */
export async function demoOf(t: Test): Promise<Demo> {
  const folder = t.testdir()
  const { url, key, stop } = await startDemo(folder, DAY, await demoDelivery(utcDate(DAY)))
  t.teardown(stop)
  return { url: url.replace(/\/$/, ''), key, dataDir: join(folder, 'data') }
}

/** The same demo by a process of its own that was asked nothing yet, has metrics and writes its log into a file. */
export async function watchedDemo(t: Test, { key, dataDir }: Demo, log: string): Promise<Demo> {
  const script = join(root, 'test/documents/support/serve-day.ts')
  const [command, args] = plainly(process.execPath, [
    '--import',
    'tsx',
    script,
    dataDir,
    DAY.toISOString(),
  ])
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  t.teardown(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  child.stdout.pipe(createWriteStream(log))
  for await (const line of createInterface(child.stderr)) {
    const url = /^Listening on (\S+)/.exec(line)?.[1]
    if (url !== undefined) return { url, key, dataDir }
  }
  throw new Error('the service did not start')
}

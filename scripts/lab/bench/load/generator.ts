import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { mix, type MixOptions } from './mix.ts'
import { openLoop, type OpenLoop, type OpenLoopResult, type TimedRequest } from './open-loop.ts'

interface Task {
  open: OpenLoop
  mix: MixOptions
  /** Whether to begin when the service is ready, and to group by the first second and later ones. */
  cold?: boolean
}
type Message = { begun: true } | { result: OpenLoopResult } | { error: string }

const FILE = fileURLToPath(import.meta.url)

/** Runs an open loop in a process of its own. `onBegun` is called when requests begin to count. */
export function generateLoad(task: Task, onBegun: () => void): Promise<OpenLoopResult> {
  return new Promise((resolve, reject) => {
    // Percentiles without values are NaN, which JSON lacks.
    const child = fork(FILE, { execArgv: ['--import', 'tsx'], serialization: 'advanced' })
    child.on('message', (message: Message) => {
      if ('begun' in message) onBegun()
      else if ('error' in message) reject(new Error(message.error))
      else resolve(message.result)
    })
    child.once('exit', code => reject(new Error(`the load generator ended with ${code}`)))
    child.once('error', reject)
    child.send(task)
  })
}

function reply(message: Message): Promise<void> {
  return new Promise(resolve => process.send!(message, () => resolve()))
}

async function untilReady(url: string): Promise<void> {
  for (;;) {
    const status = await fetch(`${url}/readyz`).then(
      async response => (await response.arrayBuffer(), response.status),
      () => 0,
    )
    if (status === 200) return
    await sleep(5)
  }
}

async function run({ open, mix: options, cold = false }: Task): Promise<void> {
  const next = mix(options)
  const inSecond = (random: () => number, at: number): TimedRequest => ({
    ...next(random),
    group: at <= 1 ? 'first second' : 'later seconds',
  })
  try {
    if (cold) await untilReady(open.url)
    await reply({
      result: await openLoop(open, cold ? inSecond : next, () => void reply({ begun: true })),
    })
  } catch (error) {
    await reply({ error: String(error) })
  }
  process.disconnect()
}

if (process.argv[1] === FILE) {
  process.once('message', task => void run(task as Task))
  process.once('disconnect', () => process.exit())
}

import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ClosedLoop, ClosedLoopResult } from './closed-loop.ts'
import type { GeneratorMessage, GeneratorTask } from './generator.ts'
import type { MixOptions } from './mix.ts'
import type { OpenLoop, OpenLoopResult } from './open-loop.ts'

const GENERATOR = fileURLToPath(new URL('generator.ts', import.meta.url))

function generate<Result extends GeneratorMessage>(
  task: GeneratorTask,
  onBegun?: () => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    // Percentiles without values are NaN, which JSON lacks.
    const child = fork(GENERATOR, { execArgv: ['--import', 'tsx'], serialization: 'advanced' })
    child.on('message', (message: GeneratorMessage) => {
      if ('begun' in message) onBegun?.()
      else if ('error' in message) reject(new Error(message.error))
      else resolve(message as Result)
    })
    child.once('exit', code => reject(new Error(`the load generator ended with ${code}`)))
    child.once('error', reject)
    child.send(task)
  })
}

export async function generateOpen(
  open: OpenLoop,
  mix: MixOptions,
  onBegun: () => void,
): Promise<OpenLoopResult> {
  return (await generate<{ open: OpenLoopResult }>({ open, mix }, onBegun)).open
}

export async function generateClosed(closed: ClosedLoop): Promise<ClosedLoopResult> {
  return (await generate<{ closed: ClosedLoopResult }>({ closed })).closed
}

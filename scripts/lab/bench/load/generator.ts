import { closedLoop, type ClosedLoop, type ClosedLoopResult } from './closed-loop.ts'
import { mix, type MixOptions } from './mix.ts'
import { openLoop, type OpenLoop, type OpenLoopResult } from './open-loop.ts'

export type GeneratorTask = { open: OpenLoop; mix: MixOptions } | { closed: ClosedLoop }
export type GeneratorMessage =
  { begun: true } | { open: OpenLoopResult } | { closed: ClosedLoopResult } | { error: string }

function send(message: GeneratorMessage): Promise<void> {
  return new Promise(resolve => process.send!(message, () => resolve()))
}

async function run(task: GeneratorTask): Promise<void> {
  try {
    if ('closed' in task) await send({ closed: await closedLoop(task.closed) })
    else
      await send({
        open: await openLoop(task.open, mix(task.mix), () => void send({ begun: true })),
      })
  } catch (error) {
    await send({ error: String(error) })
  }
  process.disconnect()
}

process.once('message', task => void run(task as GeneratorTask))

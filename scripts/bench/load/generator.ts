import { closedLoop, type ClosedLoop, type ClosedLoopResult } from './closed-loop.ts'
import { mix, type MixOptions } from './mix.ts'
import { openLoop, type OpenLoop, type OpenLoopResult } from './open-loop.ts'

export type GeneratorTask = { open: OpenLoop; mix: MixOptions } | { closed: ClosedLoop }
export type GeneratorMessage = { begun: true } | { open: OpenLoopResult } | { closed: ClosedLoopResult } | { error: string }

function tell(message: GeneratorMessage): Promise<void> {
  return new Promise(resolve => process.send!(message, () => resolve()))
}

async function run(task: GeneratorTask): Promise<void> {
  try {
    if ('closed' in task) await tell({ closed: await closedLoop(task.closed) })
    else await tell({ open: await openLoop(task.open, mix(task.mix), () => void tell({ begun: true })) })
  } catch (error) {
    await tell({ error: String(error) })
  }
  process.disconnect()
}

process.once('message', task => void run(task as GeneratorTask))

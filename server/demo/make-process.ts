import { writeDemoDelivery } from './write-demo-delivery.ts'
import type { MakeMessage, MakeTask } from './make-apart.ts'

function send(message: MakeMessage): Promise<void> {
  return new Promise(resolve => process.send!(message, () => resolve()))
}

async function run({ delivery, today }: MakeTask): Promise<void> {
  try {
    await writeDemoDelivery(delivery, { today, progress: share => void send({ share }) })
    await send({ made: true })
  } catch (error) {
    await send({ failed: error instanceof Error ? error.message : String(error) })
  }
  process.off('disconnect', orphaned)
  process.disconnect()
}

/** The start ended. */
function orphaned(): void {
  return process.exit(1)
}

process.on('disconnect', orphaned)
process.once('message', task => void run(task as MakeTask))

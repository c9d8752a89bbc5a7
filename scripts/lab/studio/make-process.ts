import { messageOf } from '../../../server/core/runtime/print.ts'
import type { MakeMessage, MakeTask } from './make-apart.ts'
import { makeApps } from './make-apps.ts'
import { writeDemoDelivery } from './write-demo-delivery.ts'

function send(message: MakeMessage): Promise<void> {
  return new Promise(resolve => process.send!(message, () => resolve()))
}

async function run(task: MakeTask): Promise<void> {
  const progress = (share: number) => void send({ share })
  try {
    if ('apps' in task) await send({ made: await makeApps(task, progress) })
    else {
      await writeDemoDelivery(task.delivery, { today: task.today, progress })
      await send({ made: [] })
    }
  } catch (error) {
    await send({ failed: messageOf(error) })
  }
  process.off('disconnect', orphaned)
  process.disconnect()
}

/** The parent process ended. */
function orphaned(): void {
  return process.exit(1)
}

process.on('disconnect', orphaned)
process.once('message', task => void run(task as MakeTask))

import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { DeliveryTable } from '../../../server/imports/load-rows.ts'

/** The complete delivery, or the deliveries of some apps. Dates are `YYYY-MM-DD`. */
export type MakeTask =
  { today: string; delivery: string } | { today: string; parts: string; apps: readonly number[] }

export type MakeMessage = { share: number } | { made: DeliveryTable[] } | { failed: string }

const WORKER = fileURLToPath(new URL('./make-process.ts', import.meta.url))

/** There are many young objects, which a large space collects cheaply. */
const ROOM = '--max-semi-space-size=64'

/**
 * Builds the demo, or some of its apps, in a separate process: it would block the event loop for seconds, and its memory is freed. The process
 * ends with this one. Calls `progress` with the approximate share done, 0 to 1. Returns tables that the task leaves to its caller.
 */
export async function makeApart(
  task: MakeTask,
  progress: (share: number) => void,
): Promise<DeliveryTable[]> {
  const child = fork(WORKER, { detached: true, execArgv: [...process.execArgv, ROOM] })
  return await new Promise((resolve, reject) => {
    child.on('message', (message: MakeMessage) => {
      if ('share' in message) progress(message.share)
      else if ('made' in message) resolve(message.made)
      else reject(new Error(message.failed))
    })
    child.on('error', reject)
    child.on('close', (code, signal) =>
      reject(new Error(`the demo could not be made: its process ended with ${signal ?? code}`)),
    )
    child.send(task)
  })
}

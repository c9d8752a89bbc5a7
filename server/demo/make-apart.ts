import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface MakeTask {
  delivery: string
  /** `YYYY-MM-DD`. */
  today: string
}

export type MakeMessage = { share: number } | { made: true } | { failed: string }

const WORKER = fileURLToPath(new URL('./make-process.ts', import.meta.url))

/**
 * Writes the demo delivery in a process of its own: the simulation would hold the event loop for seconds, and its memory returns to the system. It
 * ends with this process. Calls `progress` with the share done, 0 to 1, roughly.
 */
export async function makeApart(task: MakeTask, progress: (share: number) => void): Promise<void> {
  const child = fork(WORKER, { detached: true })
  await new Promise<void>((resolve, reject) => {
    child.on('message', (message: MakeMessage) => {
      if ('share' in message) progress(message.share)
      else if ('made' in message) resolve()
      else reject(new Error(message.failed))
    })
    child.on('error', reject)
    child.on('close', (code, signal) => reject(new Error(`the demo could not be made: its process ended with ${signal ?? code}`)))
    child.send(task)
  })
}

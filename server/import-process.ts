import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { withStorage } from './store/facts/open-storage.ts'
import { DeliveryError, importInto, type ImportSummary } from './imports/load/import.ts'
import type { Storage } from './store/facts/common/storage.ts'
import type { ImportMessage, ImportTask } from './imports/load/import-apart.ts'
import { messageOf, printError } from './core/runtime/print.ts'
import { liveLine } from './core/runtime/progress.ts'
import { lowerPriority } from './core/runtime/priority.ts'

/** A separate thread, since others may block. V8 without memory also ends by SIGABRT. */
const WATCH = `
  const { workerData } = require('node:worker_threads')
  setInterval(() => {
    if (process.memoryUsage.rss() > workerData) process.kill(process.pid, 'SIGABRT')
  }, 50)`

/** Minimum time, ms, for preparing first responses, which may take a third of the load's time. */
const MIN_PATIENCE = 10_000

function send(message: ImportMessage): Promise<void> {
  return new Promise(resolve => process.send!(message, () => resolve()))
}

async function run({ address, options, actor, memory }: ImportTask): Promise<void> {
  const watch = new Worker(WATCH, { eval: true, workerData: memory, execArgv: [] })
  try {
    const progress = (line: string): void => void send({ progress: line })
    await withStorage(
      address,
      async storage => {
        const start = performance.now()
        const summary = await importInto(storage.imports, { ...options, progress })
        await send({ summary })
        const patience = Math.max(MIN_PATIENCE, (performance.now() - start) / 3)
        if (summary.loaded) await prepare(storage, summary, { progress, patience })
      },
      actor,
    )
  } catch (error) {
    if (error instanceof DeliveryError) {
      const { faults, total, groups, repairs, repairable } = error
      await send({ refused: { faults, total, groups, repairs, repairable } })
    } else {
      const {
        name,
        message,
        stack = '',
      } = error instanceof Error ? error : new Error(String(error))
      await send({ failed: { name, message, stack } })
    }
  } finally {
    await watch.terminate()
    process.off('disconnect', orphaned)
    process.disconnect()
  }
}

/** The data are published: after a failure, the first requests do the work. */
async function prepare(
  storage: Storage,
  { version }: ImportSummary,
  { progress, patience }: { progress: (line: string) => void; patience: number },
): Promise<void> {
  progress('Preparing first responses')
  const { prepareImported } = await import('./http/prepare.ts')
  await prepareImported(storage, stamp => stamp.startsWith(`${version}-`), patience).catch(
    (error: unknown) => {
      liveLine()?.show('')
      printError(
        `The data are loaded. Their first responses could not be prepared, so first requests take longer: ${messageOf(error)}`,
      )
    },
  )
}

/** The parent process has ended; imports are atomic. */
function orphaned(): void {
  return process.exit(1)
}

// The parent has set the priority of the first threads.
lowerPriority(getPriority(), process.pid)
process.on('disconnect', orphaned)
process.once('message', task => void run(task as ImportTask))

import { Worker } from 'node:worker_threads'
import { withStorage } from './storage/open-storage.ts'
import { DeliveryError, importInto } from './delivery/load/import.ts'
import { IMPORT_NICE, type ImportMessage, type ImportTask } from './delivery/load/import-apart.ts'
import { lowerPriority } from './model/slices.ts'

/** A thread of its own looks at the memory, since the others may be at work for long; SIGABRT is how V8 ends without memory, too. */
const WATCH = `
  const { workerData } = require('node:worker_threads')
  setInterval(() => {
    if (process.memoryUsage.rss() > workerData) process.kill(process.pid, 'SIGABRT')
  }, 50)`

function tell(message: ImportMessage): Promise<void> {
  return new Promise(resolve => process.send!(message, () => resolve()))
}

async function run({ place, options, actor, memory }: ImportTask): Promise<void> {
  const watch = new Worker(WATCH, { eval: true, workerData: memory, execArgv: [] })
  try {
    const progress = (line: string): void => void tell({ progress: line })
    const summary = await withStorage(place, ({ imports }) => importInto(imports, { ...options, progress }), actor)
    await tell({ summary })
  } catch (error) {
    if (error instanceof DeliveryError) {
      const { faults, total, groups } = error
      await tell({ refused: { faults, total, groups } })
    } else {
      const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
      await tell({ failed: { name, message, stack } })
    }
  } finally {
    await watch.terminate()
    process.off('disconnect', orphaned)
    process.disconnect()
  }
}

/** Nobody is there any more to tell; an import is all or nothing, however it ends. */
function orphaned(): void {
  return process.exit(1)
}

// Before there is a worker or a DuckDB: threads take the priority of the one that starts them.
lowerPriority(IMPORT_NICE, process.pid)
process.on('disconnect', orphaned)
process.once('message', task => void run(task as ImportTask))

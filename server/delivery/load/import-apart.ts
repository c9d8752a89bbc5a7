import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Actor, operator } from '../../access/audit.ts'
import type { StorageAddress } from '../../model/storage-address.ts'
import { DeliveryError } from '../faults.ts'
import { lowerPriority } from '../../model/slices.ts'
import { StoreChanged, type ImportOptions, type ImportSummary } from './import.ts'

export interface ImportTask {
  place: StorageAddress
  options: Omit<ImportOptions, 'progress' | 'now'>
  actor: Actor
  /** Memory limit of the process, bytes. */
  memory: number
}

export type ImportMessage =
  | { progress: string }
  | { summary: ImportSummary }
  | { refused: Pick<DeliveryError, 'faults' | 'total' | 'groups'> }
  | { failed: { name: string; message: string; stack: string } }

/** DuckDB's limit is 2.5 GB, slightly exceeded; 10 million rows take 3 GB. */
const MEMORY = 4 * 2 ** 30
/** Megabytes of JavaScript's heap: far more than the largest catalog takes. */
const HEAP = 1024

export const IMPORT_NICE = 19

const WORKER = fileURLToPath(new URL('../../import-process.ts', import.meta.url))

/**
 * Runs `importInto` in a process with bounded memory: a harmful delivery ends only that process, and the store stays as it was. It ends
 * with this process.
 */
export async function importApart(
  place: ImportTask['place'],
  { progress = () => {}, ...options }: Omit<ImportOptions, 'now'>,
  { actor = operator(), memory = MEMORY }: Partial<Pick<ImportTask, 'actor' | 'memory'>> = {},
): Promise<ImportSummary> {
  const child = fork(WORKER, { execArgv: [...process.execArgv, `--max-old-space-size=${HEAP}`], detached: true })
  if (child.pid !== undefined) lowerPriority(IMPORT_NICE, child.pid)
  return await new Promise((resolve, reject) => {
    child.on('message', (message: ImportMessage) => {
      if ('progress' in message) progress(message.progress)
      else if ('summary' in message) resolve(message.summary)
      else if ('refused' in message) reject(new DeliveryError(message.refused.faults, message.refused.total, message.refused.groups))
      else reject(revived(message.failed))
    })
    child.on('error', reject)
    child.on('close', (code, signal) =>
      reject(
        new Error(
          `The import failed and nothing was loaded: ${
            signal === 'SIGABRT'
              ? `it needed more than the ${Math.round(memory / 2 ** 20)} MB of memory that it may use`
              : `its process ended with ${signal ?? code}`
          }`,
        ),
      ),
    )
    child.send({ place, options, actor, memory } satisfies ImportTask)
  })
}

function revived({ name, message, stack }: { name: string; message: string; stack: string }): Error {
  const error = name === 'StoreChanged' ? new StoreChanged(message) : new Error(message)
  return Object.assign(error, { stack })
}

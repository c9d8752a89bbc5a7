import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Actor, operator } from '../../core/access/audit.ts'
import type { StorageAddress } from '../../core/model/storage-address.ts'
import { DeliveryError } from '../delivery-faults.ts'
import { ownBounds } from '../../core/runtime/machine.ts'
import { lowerPriority, NICE, offerWhenMemoryEnds } from '../../core/runtime/priority.ts'
import { ASK_FOR_LESS, StoreChanged, type ImportOptions, type ImportSummary } from './import.ts'

export interface ImportTask {
  address: StorageAddress
  options: Omit<ImportOptions, 'progress' | 'now'>
  actor: Actor
  /** Memory limit of the process, bytes. */
  memory: number
}

type Refusal = Pick<DeliveryError, 'faults' | 'total' | 'groups' | 'repairs' | 'repairable'>

export type ImportMessage =
  | { progress: string }
  | { summary: ImportSummary }
  | { refused: Refusal }
  | { failed: { name: string; message: string; stack: string } }

/** Megabytes of the JavaScript heap, far more than the largest catalog takes. */
const HEAP = 1024

/** See `offerWhenMemoryEnds`: ends before everything else, since a failed import changes nothing. */
const OFFERED = 800

export interface ApartOptions extends Partial<Pick<ImportTask, 'actor' | 'memory'>> {
  nice?: number
  /** The import starts after this, while its process loads; if this rejects, so does the import. */
  after?: Promise<unknown>
  /** When it resolves; default `prepared`: once the first responses are prepared too. With `published`, preparing continues at a lower priority. */
  until?: 'published' | 'prepared'
}

const WORKER = fileURLToPath(new URL('../../import-process.ts', import.meta.url))

/**
 * Runs `importInto` in a process with bounded memory: a harmful delivery ends only that process, and the store stays unchanged. The process
 * ends with this one.
 * @param nice lower than requests, unless none are served yet
 */
export async function importApart(
  address: ImportTask['address'],
  { progress = () => {}, ...options }: Omit<ImportOptions, 'now'>,
  {
    actor = operator(),
    memory = ownBounds().importing,
    nice = NICE.import,
    after,
    until = 'prepared',
  }: ApartOptions = {},
): Promise<ImportSummary> {
  const heap = Math.min(HEAP, Math.max(128, Math.floor(memory / 4 / 2 ** 20)))
  const child = fork(WORKER, {
    execArgv: [...process.execArgv, `--max-old-space-size=${heap}`],
    detached: true,
  })
  if (child.pid !== undefined) {
    lowerPriority(nice, child.pid)
    offerWhenMemoryEnds(child.pid, OFFERED)
  }
  let summary: ImportSummary | undefined
  return await new Promise<ImportSummary>((resolve, reject) => {
    child.on('message', (message: ImportMessage) => {
      if ('progress' in message) progress(message.progress)
      else if ('refused' in message) reject(refusalOf(message.refused))
      else if ('failed' in message) reject(revived(message.failed))
      else {
        summary = message.summary
        if (until === 'published') {
          if (child.pid !== undefined) lowerPriority(NICE.import, child.pid)
          resolve(summary)
        }
      }
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      // However the process ended: the data are published.
      if (summary !== undefined) return resolve(summary)
      const reason =
        signal === 'SIGABRT'
          ? `it needed more than the ${Math.round(memory / 2 ** 20)} MB of memory that it may use. ${ASK_FOR_LESS}`
          : signal === 'SIGKILL'
            ? `the system ended its process, as it does when memory runs out. ${ASK_FOR_LESS}`
            : `its process ended with ${signal ?? code}`
      reject(new Error(`The import failed and nothing was loaded: ${reason}`))
    })
    const begin = (): boolean =>
      child.send({ address, options, actor, memory } satisfies ImportTask)
    if (after === undefined) begin()
    else {
      after.then(begin, (error: Error) => {
        reject(error)
        child.disconnect()
      })
    }
  })
}

function refusalOf({ faults, total, groups, repairs, repairable }: Refusal): DeliveryError {
  return Object.assign(new DeliveryError(faults, total, groups), { repairs, repairable })
}

function revived({
  name,
  message,
  stack,
}: {
  name: string
  message: string
  stack: string
}): Error {
  const error = name === 'StoreChanged' ? new StoreChanged(message) : new Error(message)
  return Object.assign(error, { stack })
}

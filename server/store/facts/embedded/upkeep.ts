import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { StoreDamaged } from '../../../core/model/store.ts'
import { RECORDS_FILE } from '../../records/records.ts'
import { checkFile } from '../../records/sqlite/check-file.ts'
import { deleteUnfinished } from '../../records/sqlite/copies.ts'
import { messageOf } from '../../../core/runtime/print.ts'
import { lowerPriority, NICE } from '../../../core/runtime/priority.ts'
import { steadyClock } from '../../../core/runtime/shared-work.ts'
import { openRecords, type StoreRecords } from './open-records.ts'
import { DAY_MS } from '../../../core/model/dates.ts'

/** Interval of looks at the records, ms, and minimum intervals of copies and of complete checks. */
const TICK = 1000
const BETWEEN_COPIES = 10_000
const BETWEEN_CHECKS = DAY_MS

export interface Upkeep {
  /** Damage that the last complete check found. */
  damage(): StoreDamaged | undefined
  stop(): Promise<void>
}

/**
 * Maintains the records of a service: makes copies after changes, empties the log after removals that a reader kept from it, reads the whole
 * file at the start and once a day, and says if another file has taken its place. Never keeps the process alive.
 */
export function startUpkeep(
  dataDir: string,
  opened: () => Promise<StoreRecords>,
  tell: (line: string) => void,
): Upkeep {
  const stopped = new AbortController()
  const { signal } = stopped
  let damage: StoreDamaged | undefined
  let emptied = -1
  let isWorking = false
  let [copied, checked] = [-Infinity, -Infinity]

  /** One at a time. */
  const begin = (task: RecordsTask, end: (lines: string[]) => void): void => {
    isWorking = true
    void apart(task, dataDir, signal)
      .catch((error: unknown) =>
        signal.aborted ? [] : [`The ${task} of the records failed: ${messageOf(error)}`],
      )
      .then(end)
      .finally(() => (isWorking = false))
  }
  const look = async (): Promise<void> => {
    const records = await opened()
    const { removed } = await records.lastCommit()
    if (removed > emptied && records.emptyLog()) emptied = removed
    if (isWorking) return
    if (steadyClock() - copied > BETWEEN_COPIES && (await records.isCopyDue())) {
      copied = steadyClock()
      return begin('copy', lines => lines.forEach(tell))
    }
    if (steadyClock() - checked < BETWEEN_CHECKS) return
    checked = steadyClock()
    begin('check', ([problem]) => {
      damage =
        problem === undefined
          ? undefined
          : new StoreDamaged(RECORDS_FILE, `${RECORDS_FILE} ${problem}`)
      if (damage !== undefined) tell(`${damage.message}. Run \`admin verify\` for what to do`)
    })
  }

  const run = async (): Promise<void> => {
    await deleteUnfinished(join(dataDir, RECORDS_FILE))
    let lastFault: string | undefined
    for (;;) {
      await sleep(TICK, undefined, { signal, ref: false })
      const fault = await look().then(
        () => undefined,
        (error: unknown) => messageOf(error),
      )
      // A state that lasts is one line.
      if (fault !== undefined && fault !== lastFault && !signal.aborted) tell(fault)
      lastFault = fault
    }
  }
  const running = run().catch(() => undefined)
  return {
    damage: () => damage,
    async stop() {
      stopped.abort()
      await running
    },
  }
}

/** Tasks that would hold the event loop for seconds. */
type RecordsTask = 'check' | 'copy'

/** Runs in `records-process`; returns lines to report. */
export async function perform(task: string | undefined, dataDir: string): Promise<string[]> {
  if (task === 'check') return checkFile(join(dataDir, RECORDS_FILE)).slice(0, 1)
  const lines: string[] = []
  const records = await openRecords(dataDir, line => lines.push(line))
  await records.keepCopy().finally(() => records.close())
  return lines
}

const WORKER = fileURLToPath(new URL('../../../records-process.ts', import.meta.url))

/** Runs a task in a process of its own, and returns what it reports. */
async function apart(task: RecordsTask, dataDir: string, signal: AbortSignal): Promise<string[]> {
  const child = fork(WORKER, [task, dataDir], { detached: true, signal })
  // A copy is short, and a repair needs it.
  if (child.pid !== undefined && task === 'check') lowerPriority(NICE.query, child.pid)
  let lines: string[] = []
  child.on('message', message => (lines = message as string[]))
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('exit', resolve).on('error', reject),
  )
  return code === 0 ? lines : [`The ${task} of the records ended with ${code ?? 'a signal'}`]
}

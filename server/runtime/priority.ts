import { readdirSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Nice values. Imports and large queries leave a busy machine to requests but are not starved by it. Together, an import gets two thirds of what
 * requests leave: others wait for its data.
 */
export const NICE = { query: 13, import: 10, request: 0 }

/**
 * Lowers the priority of a process and its future children; best effort. On Linux threads have priorities of their own, and the disk
 * follows them if no I/O class is set.
 * With `sched_autogroup_enabled` (sched(7)), nice counts only within a session: the process must lead its own session (`detached`), whose
 * priority is lowered too.
 * @param nice 0 to 19, the lowest
 * @param pid of a process started detached
 */
export function lowerPriority(nice: number, pid: number): void {
  bestEffort(() => writeFileSync(`/proc/${pid}/autogroup`, String(nice)))
  for (const thread of threadsOf(pid)) bestEffort(() => setPriority(thread, nice))
}

/** Offers a process to the kernel when memory runs out, before the service; best effort. Anybody may raise it. */
export function offerWhenMemoryEnds(pid: number, score: number): void {
  bestEffort(() => writeFileSync(`/proc/${pid}/oom_score_adj`, String(score)))
}

function bestEffort(change: () => void): void {
  try {
    change()
  } catch {
    // The system forbids or lacks it, or the thread has ended.
  }
}

/** The process itself if its threads are unknown. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}

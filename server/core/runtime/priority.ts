import { readdirSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Nice values. On a busy machine imports, large queries and long commands yield to requests without starving. Imports get two thirds of
 * the time that requests leave, since others wait for their data.
 */
export const NICE = { query: 13, import: 10, command: 7, request: 0 }

/**
 * Lowers the priority of a process that leads its own session (`detached`), and of its future children; best effort. With
 * `sched_autogroup_enabled` (sched(7)), nice counts only within a session, whose priority is lowered too.
 * @param nice 0 to 19, the lowest
 */
export function lowerPriority(nice: number, pid: number): void {
  bestEffort(() => writeFileSync(`/proc/${pid}/autogroup`, String(nice)))
  lowerThreads(nice, pid)
}

/** As above, without the session. On Linux each thread has its own priority, which also decides disk access if no I/O class is set. */
export function lowerThreads(nice: number, pid: number): void {
  for (const thread of threadsOf(pid)) bestEffort(() => setPriority(thread, nice))
}

/** Makes the kernel kill this process before the service if memory runs out; best effort. Any process may raise its own score. */
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

/** Returns the process itself if its threads are unknown. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}

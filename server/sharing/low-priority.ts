import { readdirSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Lets a process's work, and what it starts from here on, wait for everybody else's: best effort, it never fails. On Linux each
 * thread has a priority of its own, and the disk goes by it too while no I/O class is set: nice 19 is the lowest of its class.
 *
 * Where Linux groups processes by their session (`sched_autogroup_enabled`, see sched(7)), nice counts within a session only, and an
 * import from a terminal would take as much as the service: the process must lead a session of its own (`detached`), whose priority is
 * lowered too.
 * @param nice 0 to 19, the lowest
 * @param pid of the process, which was started detached
 */
export function lowerPriority(nice: number, pid: number): void {
  tryTo(() => writeFileSync(`/proc/${pid}/autogroup`, String(nice)))
  for (const id of threadsOf(pid)) tryTo(() => setPriority(id, nice))
}

/** A thread that has ended meanwhile, or a system that does not let us, or has no such thing. */
function tryTo(lower: () => void): void {
  try {
    lower()
  } catch {
    // Nothing depends on it.
  }
}

/** The ids of a process's threads; its own, for the whole of it, where they are not known. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}

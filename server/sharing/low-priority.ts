import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Lets a process's work, and what it starts from here on, wait for everybody else's: best effort, it never fails. On Linux each
 * thread has a priority of its own, and the disk goes by it too while no I/O class is set: nice 19 is the lowest of its class.
 * @param nice 0 to 19, the lowest
 * @param pid of the process, by default this one
 */
export function lowerPriority(nice: number, pid: number = process.pid): void {
  for (const id of threadsOf(pid)) {
    try {
      setPriority(id, nice)
    } catch {
      // A thread that has ended meanwhile, or a system that does not let us.
    }
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

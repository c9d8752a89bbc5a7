import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Lets this process's work, and what it starts from here on, wait for everybody else's: best effort, it never fails. On Linux each
 * thread has a priority of its own, and the disk goes by it too while no I/O class is set: nice 19 is the lowest of its class.
 * @param nice 0 to 19, the lowest
 */
export function lowerPriority(nice: number): void {
  for (const id of threads()) {
    try {
      setPriority(id, nice)
    } catch {
      // A thread that has ended meanwhile, or a system that does not let us.
    }
  }
}

/** The ids of this process's threads; 0, the whole of it, where they are not known. */
function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return [0]
  }
}

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, setPriority } from 'node:os'

/** Nice values: imports, large queries, requests. */
export const NICE = { import: 19, heavy: 10, request: 0 }

/**
 * Lowers the priority of a process and its future children; best effort. On Linux threads have priorities of their own, and the disk
 * follows them if no I/O class is set.
 * With `sched_autogroup_enabled` (sched(7)), nice counts only within a session: the process must lead its own session (`detached`), whose
 * priority is lowered too.
 * @param nice 0 to 19, the lowest
 * @param pid of a process started detached
 */
export function lowerPriority(nice: number, pid: number): void {
  setNice(pid, nice)
}

/** False if the system forbids or lacks it. */
export function setNice(pid: number, nice: number): boolean {
  tryTo(() => writeFileSync(`/proc/${pid}/autogroup`, String(nice)))
  return threadsOf(pid)
    .map(id => tryTo(() => setPriority(id, nice)))
    .every(done => done)
}

/** A thread that has ended needs no change. */
export function tryTo(change: () => void): boolean {
  try {
    change()
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** The process itself if its threads are unknown. */
export function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}

/** Offers a process to the kernel when memory runs out, before the service; best effort. Anybody may raise it. */
export function offerWhenMemoryEnds(pid: number, score: number): void {
  tryTo(() => writeFileSync(`/proc/${pid}/oom_score_adj`, String(score)))
}

/** Runnable threads per processor beyond which low priority alone would starve work. */
const BUSY = 4

/** `nice`, unless the machine is too busy for it and it could not be raised later. */
export function startingNice(nice: number, { load = loadavg()[0]!, mayRise = mayRaise() } = {}): number {
  return !mayRise && load > BUSY * availableParallelism() ? NICE.request : nice
}

/** RLIMIT_NICE is 20 minus the nice value that it allows; capability 23 is CAP_SYS_NICE. */
export function mayRaise(root = ''): boolean {
  try {
    const limit = /^Max nice priority\s+(\d+)/m.exec(readFileSync(`${root}/proc/self/limits`, 'utf8'))?.[1]
    const capabilities = /^CapEff:\s+([0-9a-f]+)/m.exec(readFileSync(`${root}/proc/self/status`, 'utf8'))?.[1]
    return Number(limit ?? 0) >= 20 || ((BigInt(`0x${capabilities ?? '0'}`) >> 23n) & 1n) === 1n
  } catch {
    return false
  }
}

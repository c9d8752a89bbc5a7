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
function setNice(pid: number, nice: number): boolean {
  tryTo(() => writeFileSync(`/proc/${pid}/autogroup`, String(nice)))
  return threadsOf(pid)
    .map(id => tryTo(() => setPriority(id, nice)))
    .every(done => done)
}

/** Threads may end meanwhile. */
function tryTo(change: () => void): boolean {
  try {
    change()
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
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

/** Offers a process to the kernel when memory runs out, before the service; best effort. Anybody may raise it. */
export function offerWhenMemoryEnds(pid: number, score: number): void {
  tryTo(() => writeFileSync(`/proc/${pid}/oom_score_adj`, String(score)))
}

/** A sample of a process: CPU seconds so far of each thread, and whether one wants a processor. */
export interface Sample {
  used: ReadonlyMap<number, number>
  wants: boolean
}

/** USER_HZ, 100 wherever Linux runs Node. */
const TICKS_PER_SECOND = 100

/** See proc_pid_stat(5): after the name, which is in parentheses, comes the state; 11 and 12 fields later the ticks. */
function sampleOf(pid: number): Sample {
  const used = new Map<number, number>()
  let wants = false
  for (const thread of threadsOf(pid)) {
    tryTo(() => {
      const text = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
      wants ||= fields[0] === 'R'
      used.set(thread, (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND)
    })
  }
  return { used, wants }
}

/** Shares of a processor below which work starves, and above which others do. */
const STARVING = 0.1
const SERVED = 0.5
/** Samples in a row that change the priority, one a second. */
const PATIENCE = 5

export interface FloorOptions {
  /** Milliseconds between samples. */
  every?: number
  sample?: (pid: number) => Sample
  /** False if forbidden. */
  change?: (pid: number, nice: number) => boolean
}

/**
 * Gives low priority a floor: a process that gets hardly any processor time for some seconds, though it wants some, rises a step; once it
 * is served again, it returns. Rising needs CAP_SYS_NICE or a limit (RLIMIT_NICE) that allows nice 0.
 */
export class PriorityFloor {
  readonly #pid: number
  readonly #lowest: number
  readonly #every: number
  readonly #sample: (pid: number) => Sample
  readonly #change: (pid: number, nice: number) => boolean
  readonly #timer: NodeJS.Timeout
  #nice: number
  #last: Sample
  #starved = 0
  #served = 0

  constructor(pid: number, nice: number, { every = 1000, sample = sampleOf, change = setNice }: FloorOptions = {}) {
    this.#pid = pid
    this.#lowest = nice
    this.#nice = nice
    this.#every = every
    this.#sample = sample
    this.#change = change
    this.#last = sample(pid)
    this.#timer = setInterval(() => this.#look(), every).unref()
  }

  get nice(): number {
    return this.#nice
  }

  /** Also returns to the lowest priority. */
  stop(): void {
    clearInterval(this.#timer)
    if (this.#nice !== this.#lowest) this.#set(this.#lowest)
  }

  #look(): void {
    const { used, wants } = this.#sample(this.#pid)
    let seconds = 0
    for (const [thread, now] of used) seconds += now - (this.#last.used.get(thread) ?? 0)
    this.#last = { used, wants }
    const share = seconds / (this.#every / 1000)
    this.#starved = wants && share < STARVING ? this.#starved + 1 : 0
    this.#served = share > SERVED ? this.#served + 1 : 0
    if (this.#starved >= PATIENCE) this.#set(STEPS.find(step => step < this.#nice))
    else if (this.#served >= PATIENCE) this.#set(STEPS.findLast(step => step > this.#nice && step <= this.#lowest))
  }

  #set(nice: number | undefined): void {
    this.#starved = this.#served = 0
    if (nice !== undefined && this.#change(this.#pid, nice)) this.#nice = nice
  }
}

const STEPS = Object.values(NICE)

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

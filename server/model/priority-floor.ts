import { readFileSync } from 'node:fs'
import { NICE, setNice, threadsOf, tryTo } from './priority.ts'

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
/** Samples that change the priority, one a second. */
const PATIENCE = 5

interface FloorOptions {
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
  /** The newest samples: share of a processor, and whether more was wanted. */
  #recent: { share: number; wants: boolean }[] = []

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
    this.#recent = [...this.#recent, { share, wants }].slice(-PATIENCE)
    if (this.#recent.length < PATIENCE) return
    const mean = this.#recent.reduce((sum, sample) => sum + sample.share, 0) / PATIENCE
    // Most samples suffice: work also waits for disks.
    const wanting = this.#recent.filter(sample => sample.wants).length
    if (mean < STARVING && wanting > PATIENCE / 2) this.#set(STEPS.find(step => step < this.#nice))
    else if (mean > SERVED) this.#set(STEPS.findLast(step => step > this.#nice && step <= this.#lowest))
  }

  #set(nice: number | undefined): void {
    this.#recent = []
    if (nice !== undefined && this.#change(this.#pid, nice)) this.#nice = nice
  }
}

const STEPS = Object.values(NICE)

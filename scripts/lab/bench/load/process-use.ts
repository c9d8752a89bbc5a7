import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

interface TreeUse {
  /** Megabytes of memory, with shared pages divided among their processes (PSS). */
  memory: number
  /** CPU seconds so far, including ended processes. */
  cpu: number
}

interface Stat {
  parent: number
  /** Clock ticks, including ended children. */
  ticks: number
}

/** USER_HZ, 100 wherever Linux runs Node. */
const TICKS_PER_SECOND = 100

async function stat(pid: string): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // The name, in parentheses, may contain anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return {
    parent: Number(fields[1]),
    ticks: fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0),
  }
}

async function proportionalSize(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024
}

export async function treeUse(root: number): Promise<TreeUse> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const stats = new Map<number, Stat>()
  for (const pid of pids) {
    const found = await stat(pid)
    if (found !== undefined) stats.set(Number(pid), found)
  }
  const tree = new Set(stats.has(root) ? [root] : [])
  for (const member of tree) {
    for (const [pid, { parent }] of stats) if (parent === member) tree.add(pid)
  }
  const sizes = await Promise.all([...tree].map(proportionalSize))
  return {
    memory: sizes.reduce((sum, size) => sum + size, 0),
    cpu: [...tree].reduce((sum, pid) => sum + stats.get(pid)!.ticks, 0) / TICKS_PER_SECOND,
  }
}

export interface Use {
  /** MB, by the second. */
  memory: number[]
  /** Seconds of CPU. */
  cpu: number
  /** Number of seconds watched. */
  seconds: number
}

const EVERY_MS = 1000

export function watchProcess(pid: number): () => Promise<Use> {
  const over = new AbortController()
  const watched = watch(pid, over.signal)
  return () => {
    over.abort()
    return watched
  }
}

async function watch(pid: number, signal: AbortSignal): Promise<Use> {
  const start = performance.now()
  const first = await treeUse(pid)
  const memory = [first.memory]
  let cpu = first.cpu
  do {
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined)
    const use = await treeUse(pid)
    if (use.memory > 0) memory.push(use.memory)
    cpu = Math.max(cpu, use.cpu)
  } while (!signal.aborted)
  return { memory, cpu: cpu - first.cpu, seconds: (performance.now() - start) / 1000 }
}

/** Longest event loop delay since the last scrape, ms; NaN if not reported. */
export interface LoopDelay {
  p50: number
  p99: number
  longest: number
}

/** Interval of the metric's own samples, ms, which it includes in each value. */
const RESOLUTION = 10

export async function loopDelay(url: string): Promise<LoopDelay> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const of = (name: string): number => {
    const seconds = new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text)?.[1]
    return Math.max(0, Number(seconds ?? NaN) * 1000 - RESOLUTION)
  }
  return { p50: of('p50'), p99: of('p99'), longest: of('max') }
}

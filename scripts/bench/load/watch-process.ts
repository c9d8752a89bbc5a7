import { setTimeout as sleep } from 'node:timers/promises'
import { treeUse } from './process-tree.ts'

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

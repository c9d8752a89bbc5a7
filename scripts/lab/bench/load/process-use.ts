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

/** A process and its descendants. */
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

/** Memory of a process and its descendants, every second until the signal, MB. */
export async function watchMemory(pid: number, over: AbortSignal): Promise<number[]> {
  const memory: number[] = []
  do {
    memory.push((await treeUse(pid)).memory)
    await sleep(1000, undefined, { signal: over }).catch(() => undefined)
  } while (!over.aborted)
  return memory
}

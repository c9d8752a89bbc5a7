import { readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'

/** Limits of all parts, so that the service, its exports and an import fit the machine. Memory in bytes. */
export interface Bounds {
  /** DuckDB for light and for heavy work; the heavy process takes about 70 MB more, and its encoders up to 200 MB. */
  light: number
  heavy: number
  /** Concurrent large queries. */
  heavyTurns: number
  threads: number
  heavyThreads: number
  /** DuckDB in an import; its process takes up to 400 MB more. */
  workspace: number
  /** One thread needs less memory and processor time, but takes longer. */
  workspaceThreads: number
  importing: number
  /** Share of the caches' full sizes. */
  caches: number
}

const MB = 1e6
const GB = 1e9

/** Below this, a full export leaves the service too little. Containers of 512 MB pass, in MB and MiB. */
const SMALLEST = 480 * MB

/** Minimum memory for two large queries, or two threads of one, to proceed together. */
const TWO_HEAVY = 300 * MB

/** Memory of an idle service, the command, and the import's process without DuckDB. */
const OUTSIDE_WORKSPACE = 370 * MB

/** Measured: README, "How large a machine". More memory only delays spilling, which costs no processor time above 500 MB. */
export function boundsOf({ memory, processors }: Machine): Bounds {
  const between = (least: number, bytes: number, most: number): number =>
    Math.round(Math.min(most, Math.max(least, bytes)))
  const heavy = between(100 * MB, 0.4 * memory - 100 * MB, 500 * MB)
  return {
    light: between(100 * MB, memory / 6, 400 * MB),
    heavy,
    heavyTurns: heavy < TWO_HEAVY ? 1 : 2,
    threads: Math.floor(processors),
    heavyThreads: heavy < TWO_HEAVY ? 1 : Math.floor(processors),
    workspace: between(128 * MB, Math.min(memory / 2, memory - OUTSIDE_WORKSPACE), 2500 * MB),
    workspaceThreads: memory < 2 * GB ? 1 : Math.floor(processors),
    importing: between(256 * MB, 0.9 * memory, 4 * 2 ** 30),
    caches: Math.min(1, memory / (2 * GB)),
  }
}

let own: Bounds | undefined

/** Read once; a container's limits do not change. */
export function ownBounds(): Bounds {
  return (own ??= boundsOf(readMachine()))
}

/** @throws Error with the required memory */
export function requireMemory({ memory }: Machine = readMachine()): void {
  if (memory >= SMALLEST) return
  throw new Error(
    `the machine or container has ${Math.floor(memory / MB)} MB of memory, and the service needs at least ${SMALLEST / MB} MB: ` +
      'see "How large a machine" in the operator\'s page',
  )
}

/** In DuckDB's notation. */
export function megabytes(bytes: number): string {
  return `${Math.floor(bytes / MB)}MB`
}

/** Memory and processors for the service and its processes together. */
interface Machine {
  memory: number
  /** At least 1; a container's quota may be a fraction. */
  processors: number
}

interface MachineOptions {
  /** The folder that contains `proc` and `sys`. */
  root?: string
  /** Bytes and processors of the whole machine. */
  memory?: number
  processors?: number
}

/** The smallest limits of the container or unit and its parent groups (cgroup v1 and v2), else the machine's. */
export function readMachine({
  root = '/',
  memory = totalmem(),
  processors = availableParallelism(),
}: MachineOptions = {}): Machine {
  const groups = foldersOfGroups(root)
  // A group above `memory.high` is throttled long before its processes are killed.
  const memories = groups.flatMap(folder =>
    ['memory.max', 'memory.high', 'memory.limit_in_bytes'].map(name => number(read(folder, name))),
  )
  return {
    memory: Math.min(memory, ...memories.filter(bytes => bytes > 0)),
    processors: Math.max(
      1,
      Math.min(processors, ...groups.map(quotaOf).filter(share => share > 0)),
    ),
  }
}

/** Each line of proc_pid_cgroup(5) is `ID:CONTROLLERS:PATH`, without controllers on v2. */
function foldersOfGroups(root: string): string[] {
  const lines = (read(root, 'proc/self/cgroup') ?? '').split('\n')
  return lines.flatMap(line => {
    const [, controllers, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? []
    if (controllers === undefined || path === undefined) return []
    const mounts = [controllers, ...controllers.split(',')].map(name =>
      join(root, 'sys/fs/cgroup', name),
    )
    return [...new Set(mounts)].flatMap(mount => foldersUp(mount, path))
  })
}

/** In a container, `path` may be the host's and missing here; the container's own group is then the mount itself. */
function foldersUp(mount: string, path: string): string[] {
  const names = path.split('/').filter(name => name !== '' && name !== '..')
  return [mount, ...names.map((_, index) => join(mount, ...names.slice(0, index + 1)))]
}

/** Number of processors; NaN without a quota. */
function quotaOf(folder: string): number {
  const [quota, period] = read(folder, 'cpu.max')?.split(' ') ?? [
    read(folder, 'cpu.cfs_quota_us'),
    read(folder, 'cpu.cfs_period_us'),
  ]
  return number(quota) / number(period)
}

/** NaN for `max` and missing files. */
function number(text: string | undefined): number {
  return Number(text ?? NaN)
}

function read(...path: string[]): string | undefined {
  try {
    return readFileSync(join(...path), 'utf8').trim()
  } catch {
    return undefined
  }
}

/** Whether a process of this machine exists, also another user's. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

import { readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'

/** Memory and processors for the service and its processes together. */
export interface Machine {
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
    if (controllers === undefined) return []
    const mounts = [controllers, ...controllers.split(',')].map(name =>
      join(root, 'sys/fs/cgroup', name),
    )
    return [...new Set(mounts)].flatMap(mount => foldersUp(mount, path!))
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

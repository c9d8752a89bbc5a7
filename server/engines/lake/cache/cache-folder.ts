import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

const OWNER = /^(?<host>.+)-(?<pid>\d+)-[0-9a-f]{12}$/
/** How often a process says that it is alive, and how long it is believed to be where it runs on another host. */
const BEAT_MS = 60_000
const SILENT_MS = 5 * BEAT_MS

/** Folders of caches that are open in this process. */
const open = new Set<string>()

export interface CacheFolder {
  path: string
  close(): void
}

/**
 * A folder of this cache's own below `root`. Where a process that ended left one, that is taken over with what is in it: renamed, which succeeds for
 * one only. Processes share none: each knows what its queries read, and would remove what another one's do.
 */
export async function openCacheFolder(root: string): Promise<CacheFolder> {
  await mkdir(root, { recursive: true, mode: 0o700 })
  const name = `${hostname()}-${process.pid}-${randomBytes(6).toString('hex')}`
  const path = join(root, name)
  open.add(name)
  const left = await leftFolders(root)
  let taken = false
  for (const old of left) taken ||= await moved(join(root, old), path)
  if (!taken) await mkdir(path, { mode: 0o700 })
  await beat(path)
  await removeLeft(root)
  const timer = setInterval(() => void beat(path).then(() => removeLeft(root)), BEAT_MS).unref()
  return {
    path,
    close() {
      clearInterval(timer)
      open.delete(name)
    },
  }
}

/** The latest used first. */
async function leftFolders(root: string): Promise<string[]> {
  const found = await Promise.all(
    (await readdir(root)).map(async name => {
      const parts = OWNER.exec(name)?.groups
      const state = await stat(join(root, name)).catch(() => undefined)
      if (parts === undefined || state === undefined || open.has(name)) return []
      const alive = parts['host'] === hostname() ? isRunning(Number(parts['pid'])) : Date.now() - state.mtimeMs < SILENT_MS
      return alive ? [] : [{ name, at: state.mtimeMs }]
    }),
  )
  return found
    .flat()
    .sort((a, b) => b.at - a.at)
    .map(({ name }) => name)
}

async function removeLeft(root: string): Promise<void> {
  for (const name of await leftFolders(root).catch(() => [])) {
    await rm(join(root, name), { recursive: true, force: true }).catch(() => {})
  }
}

async function moved(from: string, to: string): Promise<boolean> {
  return await rename(from, to).then(
    () => true,
    () => false,
  )
}

/** The folder's time says that its process lives. */
async function beat(path: string): Promise<void> {
  const now = new Date()
  await utimes(path, now, now).catch(() => {})
}

/** Another process; what has this one's number and is not open here is of an earlier one, as in a restarted container. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

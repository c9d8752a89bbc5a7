import { randomBytes } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** Tells this process from an earlier one with the same number, as in a restarted container. */
const BOOT = randomBytes(4).toString('hex')
const TEMPORARY = /^tmp-(?<host>.+)-(?<pid>\d+)-(?<boot>[0-9a-f]{8})-[0-9a-f]{12}$/
const HOUR = 3_600_000

/** Every file counts as this many bytes at least: many small ones must not make the folder slow to list. */
const LEAST_BYTES = 65_536

/** What disks give out, in bytes. */
const BLOCK = 4096

/** What a file with its facts takes of the disk, and counts against the bound. */
export function spooledBytes(size: number): number {
  return Math.max(Math.ceil(size / BLOCK) * BLOCK + BLOCK, LEAST_BYTES)
}

/** A path for a file under construction, recognisable as this process's. */
export function temporaryPath(dir: string): string {
  return join(dir, `tmp-${hostname()}-${process.pid}-${BOOT}-${randomBytes(6).toString('hex')}`)
}

/** Removes files under construction whose process has ended, and those nobody can still be working on. */
export async function cleanTemporaryFiles(dir: string): Promise<void> {
  await Promise.all(
    (await readdir(dir)).map(async name => {
      const parts = TEMPORARY.exec(name)?.groups
      if (parts === undefined) return
      const abandoned = parts['host'] === hostname() ? !isRunning(Number(parts['pid']), parts['boot']!) : false
      if (abandoned || (await isOld(join(dir, name)))) await rm(join(dir, name), { force: true })
    }),
  )
}

/** Removes every file of a spool, also while services use it. Returns how many, and their bytes. */
export async function clearSpoolFolder(dir: string): Promise<{ files: number; bytes: number }> {
  const cleared = { files: 0, bytes: 0 }
  for (const name of await readdir(dir)) {
    const size = (await stat(join(dir, name)).catch(() => null))?.size
    if (size === undefined) continue
    await rm(join(dir, name), { recursive: true, force: true })
    cleared.files++
    cleared.bytes += size
  }
  return cleared
}

export interface ListedFile {
  name: string
  inode: number
  /** As they count, see `spooledBytes`. */
  bytes: number
}

export interface SpoolListing {
  /** The least recently used first. */
  files: ListedFile[]
  /** What is under construction elsewhere. */
  othersBytes: number
}

/** What is in the folder. Facts that lost their file are removed. `isOwn` knows the files that the caller has under construction. */
export async function listSpool(dir: string, isOwn: (path: string) => boolean): Promise<SpoolListing> {
  const all = await readdir(dir)
  const names = all.filter(name => !TEMPORARY.test(name))
  const files = (
    await Promise.all(
      names
        .filter(name => !name.endsWith('.json'))
        .map(async name => {
          const state = await stat(join(dir, name)).catch(() => null)
          return state === null ? [] : [{ name, inode: state.ino, bytes: spooledBytes(state.size), usedAt: state.mtimeMs }]
        }),
    )
  )
    .flat()
    .sort((a, b) => a.usedAt - b.usedAt)
  const others = all.filter(name => TEMPORARY.test(name) && !isOwn(join(dir, name)))
  const sizes = await Promise.all(others.map(async name => (await stat(join(dir, name)).catch(() => null))?.size ?? 0))
  await removeOrphans(dir, names)
  return { files, othersBytes: sizes.reduce((sum, size) => sum + size, 0) }
}

/** Removes a file and its facts; a reader keeps what it has open. */
export async function removeSpooled(dir: string, name: string): Promise<void> {
  await rm(join(dir, name), { force: true })
  await rm(join(dir, `${name}.json`), { force: true })
}

/** Facts appear a moment before their file does, hence the age. */
async function removeOrphans(dir: string, names: readonly string[]): Promise<void> {
  const present = new Set(names)
  const orphans = names.filter(name => name.endsWith('.json') && !present.has(name.slice(0, -'.json'.length)))
  await Promise.all(
    orphans.map(async name => {
      if (await isOld(join(dir, name))) await rm(join(dir, name), { force: true })
    }),
  )
}

async function isOld(path: string): Promise<boolean> {
  const state = await stat(path).catch(() => null)
  return state !== null && Date.now() - state.mtimeMs > HOUR
}

function isRunning(pid: number, boot: string): boolean {
  if (pid === process.pid) return boot === BOOT
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

import { randomBytes } from 'node:crypto'
import { renameSync, statSync } from 'node:fs'
import { access, constants, mkdir, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Sealed } from '../../../model/catalog.ts'
import type { DataFile, Wanted } from '../../common/parquet-groups.ts'
import { objectName } from '../objects/objects.ts'

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

/** Part of the names of incomplete copies and of files about to be deleted; none outlives its process. */
const ASIDE = '.aside'

/** The files of a cache in its folder. */
export class CacheDisk {
  readonly #folder: string
  /** Files that were removed and still take their room. */
  readonly #going = new Set<Promise<void>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  path(key: string): string {
    return join(this.#folder, key)
  }

  /** A path that nothing had before. */
  asidePath(key: string): string {
    return `${this.path(key)}${ASIDE}-${randomBytes(6).toString('hex')}`
  }

  /** Whether the file still exists with `bytes` bytes; only an operator would remove it. Costs some microseconds. */
  has(path: string, length: number): boolean {
    return statSync(path, { throwIfNoEntry: false })?.size === length
  }

  /** Fingerprint that any write changes, even one that resets the times; undefined without a file. */
  state(path: string): string | undefined {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false })
    return found && `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`
  }

  /** Makes the folder where somebody removed it. */
  async make(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
  }

  async requireWritable(): Promise<void> {
    await this.make()
    await access(this.#folder, constants.W_OK)
  }

  /** Its path is free at once, for a copy that may come; the bytes go when they can. */
  remove(path: string): void {
    const going = `${path}${ASIDE}-${randomBytes(6).toString('hex')}`
    try {
      renameSync(path, going)
    } catch {
      return
    }
    const gone = rm(going, { force: true }).catch(() => {})
    this.#going.add(gone)
    void gone.then(() => this.#going.delete(gone))
  }

  /** Waits for what was removed to be gone. */
  async removed(): Promise<void> {
    await Promise.all(this.#going)
  }

  /** Whole files that an earlier process left, the latest fetched last; the others are removed. */
  async left(): Promise<{ key: string; bytes: number }[]> {
    const files = await Promise.all(
      (await readdir(this.#folder)).map(async key => {
        if (key.includes(ASIDE)) return await rm(this.path(key), { recursive: true, force: true }).then(() => [])
        const state = await stat(this.path(key))
        return [{ key, bytes: state.size, at: state.mtimeMs }]
      }),
    )
    return files.flat().sort((a, b) => a.at - b.at)
  }
}

const SHARE = 0.8

/** Default size of the cache: share of free space and current use. */
export async function freeShare(folder: string, kept: number): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return Math.floor((bavail * bsize + kept) * SHARE)
}

/** Checksums of a file. @throws Error for a file of a lake without them */
export function sealOf({ file, bytes, sha256, blocks }: DataFile): Sealed {
  if (bytes === undefined || sha256 === undefined) throw new Error(`The catalog does not say what ${file} is checked by`)
  return { bytes, sha256, ...(blocks !== undefined && { blocks }) }
}

/** File name of a cached copy. Content is part of it, since DuckDB caches metadata by path. */
export function keptName({ file, sha256 = '' }: DataFile): string {
  return `${objectName(file).replaceAll('/', '~')}~${sha256.slice(0, 16)}`
}

/** The same for a copy that has only what is wanted. */
export function partName(file: DataFile, { columns, dates }: Wanted): string {
  return `${keptName(file)} ${dates.start} ${dates.end} ${columns.toSorted().join()}`
}

/** The file that a copy of such a name is of. */
export function fileOfKept(name: string): string {
  return name.slice(0, name.lastIndexOf('~')).replaceAll('~', '/')
}

import { randomBytes } from 'node:crypto'
import { renameSync, statSync } from 'node:fs'
import {
  access,
  constants,
  mkdir,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  utimes,
} from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Sealed } from '../../../../core/model/catalog.ts'
import { CopyLost, type DataFile } from '../../common/parquet-groups.ts'
import { isRunning } from '../../../../core/runtime/machine.ts'
import { objectName } from '../objects/objects.ts'

const OWNER = /^(?<host>.+)-(?<pid>\d+)-[0-9a-f]{12}$/
/** Heartbeat interval, and the age at which a process on another host counts as dead, ms. */
const BEAT_MS = 60_000
const SILENT_MS = 5 * BEAT_MS

const open = new Set<string>()

export interface CacheFolder {
  path: string
  close(): void
}

/**
 * A private cache folder below `root`. Takes over that of an ended process by renaming, which succeeds only once. Never shared: each process
 * knows only its own readers.
 */
export async function openCacheFolder(root: string): Promise<CacheFolder> {
  await mkdir(root, { recursive: true, mode: 0o700 })
  const name = `${hostname()}-${process.pid}-${randomBytes(6).toString('hex')}`
  const path = join(root, name)
  open.add(name)
  const folders = await leftFolders(root)
  let taken = false
  for (const old of folders) taken ||= await moved(join(root, old), path)
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

async function leftFolders(root: string): Promise<string[]> {
  const folders = await Promise.all(
    (await readdir(root)).map(async name => {
      const parts = OWNER.exec(name)?.groups
      const state = await stat(join(root, name)).catch(() => undefined)
      if (parts === undefined || state === undefined || open.has(name)) return []
      const pid = Number(parts['pid'])
      // A folder of this process's number that is not open here belongs to an earlier process, as in a restarted container.
      const alive =
        parts['host'] === hostname()
          ? pid !== process.pid && isRunning(pid)
          : Date.now() - state.mtimeMs < SILENT_MS
      return alive ? [] : [{ name, at: state.mtimeMs }]
    }),
  )
  return folders
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

async function beat(path: string): Promise<void> {
  const now = new Date()
  await utimes(path, now, now).catch(() => {})
}

/** Ms; exceeds a tick of any file system's clock. */
const TICK_MS = 1000

/** Incomplete copies and files being deleted, none of which outlives its process. */
const ASIDE = '.aside'

export class CacheDisk {
  readonly #folder: string
  /** Removed files that still take space. */
  readonly #going = new Set<Promise<void>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Unique: DuckDB caches footers by path, and distinguishes versions of a file by inode number, size and second. */
  newPath(key: string): string {
    return `${join(this.#folder, key)}.${randomBytes(6).toString('hex')}`
  }

  asidePath(key: string): string {
    return `${join(this.#folder, key)}${ASIDE}-${randomBytes(6).toString('hex')}`
  }

  /** Files disappear only if an operator removes them. The check costs microseconds. */
  has(path: string, length: number): boolean {
    return statSync(path, { throwIfNoEntry: false })?.size === length
  }

  /** Any write changes it, even one that resets the times; undefined if missing. */
  state(path: string): string | undefined {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
    return stats && `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`
  }

  /** Returns the state of a new file, whose time is set back: otherwise a write within the same clock tick would not change it. */
  async age(path: string): Promise<string | undefined> {
    const before = new Date(Date.now() - TICK_MS)
    await utimes(path, before, before)
    return this.state(path)
  }

  async make(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
  }

  async requireWritable(): Promise<void> {
    await this.make()
    await access(this.#folder, constants.W_OK)
  }

  /** Frees the path immediately; the disk space follows. */
  remove(path: string): void {
    const going = `${path}${ASIDE}-${randomBytes(6).toString('hex')}`
    try {
      renameSync(path, going)
    } catch {
      return
    }
    const removal = rm(going, { force: true }).catch(() => {})
    this.#going.add(removal)
    void removal.then(() => this.#going.delete(removal))
  }

  async removed(): Promise<void> {
    await Promise.all(this.#going)
  }

  /** Complete files of an earlier process, latest first; deletes the rest. */
  async leftovers(): Promise<{ key: string; path: string; bytes: number }[]> {
    const files = await Promise.all(
      (await readdir(this.#folder)).map(async name => {
        const path = join(this.#folder, name)
        if (name.includes(ASIDE))
          return await rm(path, { recursive: true, force: true }).then(() => [])
        const state = await stat(path)
        return [
          { key: name.replace(/\.[0-9a-f]{12}$/, ''), path, bytes: state.size, at: state.mtimeMs },
        ]
      }),
    )
    return files.flat().sort((a, b) => a.at - b.at)
  }
}

const SHARE = 0.8

export async function freeShare(folder: string, bytes: number): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return Math.floor((bavail * bsize + bytes) * SHARE)
}

/** @throws Error for a lake file without checksums */
export function sealOf({
  file,
  bytes,
  sha256,
}: DataFile): Required<Pick<Sealed, 'bytes' | 'sha256'>> {
  if (bytes === undefined || sha256 === undefined)
    throw new Error(`The catalog has no checksum of ${file}`)
  return { bytes, sha256 }
}

/** Contains the content's hash, so that a copy of other content is never used. */
export function cacheFileName({ file, sha256 = '' }: DataFile): string {
  return `${objectName(file).replaceAll('/', '~')}~${sha256.slice(0, 16)}`
}

/** The copy changed, or the folder was removed, during the write. */
export function isCopyLost(error: unknown): boolean {
  return error instanceof CopyLost || (error as NodeJS.ErrnoException).code === 'ENOENT'
}

export function fileOfKept(name: string): string {
  return name.slice(0, name.lastIndexOf('~')).replaceAll('~', '/')
}

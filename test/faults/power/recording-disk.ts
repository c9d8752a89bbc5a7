import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { copyFile, mkdir, open, truncate, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import { bundle } from '../../support/bundle.ts'
import { requireOrSkip } from '../../support/require-or-skip.ts'
import { FLUSH, type LoggedWrite, readLog } from './write-log.ts'
import { makeFolder, removeFolder } from '../../support/temporary-folder.ts'

const run = promisify(execFile)
const DISK_BYTES = 64 * 2 ** 20
const SECTOR = 512

/**
 * A disk whose power can be cut at any write, after the fact: an ext4 file system on a loop device, whose backing file is served by
 * `disk-server.ts`. All that reaches the server would have reached a disk, in that order; what the kernel still holds in its caches has not.
 * A copy of a backing file during writes would be torn, and a clone would need XFS or Btrfs; device-mapper is not in every kernel.
 */
export interface RecordingDisk {
  /** The mounted file system. */
  dir: string
  /** The moment: how much has been logged. What is durable when this is read is within it. */
  now(): number
  /** Unmounts it. What that writes is not part of the log any more. */
  stop(): Promise<void>
  /**
   * The file system after a power cut at each of `count` writes spread over `[from, to)`, mounted one after another. Every second one
   * had a write cache: of the writes since the last flush it has some only, and the last of them in part.
   */
  cuts(options: {
    from: number
    to: number
    count: number
    random: () => number
  }): AsyncGenerator<PowerCut>
}

export interface PowerCut {
  dir: string
  /** As `now()` gave it then. */
  at: number
  cache: 'none' | 'lossy'
}

/** Undefined, the test being skipped, where none can be mounted. */
export async function recordingDisk(t: Test): Promise<RecordingDisk | undefined> {
  const folder = makeFolder('power')
  const path = (name: string) => join(folder, name)
  const [image, empty, log, device, dir] = ['image', 'empty', 'log', 'device', 'disk'].map(
    path,
  ) as [string, string, string, string, string]
  let server: ChildProcess | undefined
  let end = Infinity
  const stop = async () => {
    end = Math.min(end, statSync(log).size)
    for (const mounted of [dir, device]) await unmount(mounted)
    if (server?.exitCode === null) await once(server, 'exit')
    server = undefined
  }
  t.teardown(async () => {
    await stop()
    await unmount(folder)
    await removeFolder(folder)
  })

  // Copies of the disk in memory cost a third of those on one. Without the right to mount, the folder is as good.
  await run('mount', ['-t', 'tmpfs', '-o', 'size=1g,mode=700', 'tmpfs', folder]).catch(
    () => undefined,
  )
  await Promise.all([mkdir(dir), writeFile(device, ''), writeFile(log, ''), writeFile(image, '')])
  await truncate(image, DISK_BYTES)
  const made = run('mkfs.ext4', [
    '-q',
    '-F',
    '-b',
    '4096',
    '-J',
    'size=4',
    '-E',
    'lazy_itable_init=0,lazy_journal_init=0',
    image,
  ])
  const isMade = await made.then(
    () => true,
    () => false,
  )
  if (isMade) {
    await copyFile(image, empty)
    server = spawn(
      process.execPath,
      [await bundle(fileURLToPath(new URL('disk-server.ts', import.meta.url))), device, image, log],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    await Promise.race([once(server.stdout!, 'data'), once(server, 'exit')])
  }
  const isMounted =
    server?.exitCode === null &&
    (await run('mount', ['-o', 'loop', device, dir]).then(
      () => true,
      () => false,
    ))
  if (
    !requireOrSkip(
      t,
      isMounted,
      'the right to mount an ext4 file system through FUSE and a loop device (run as root)',
    )
  )
    return undefined

  return {
    dir,
    now: () => statSync(log).size,
    stop,
    cuts: options => cuts(folder, { empty, log, ...options, to: Math.min(options.to, end) }),
  }
}

interface Cuts {
  empty: string
  log: string
  from: number
  to: number
  count: number
  random: () => number
}

async function* cuts(
  folder: string,
  { empty, log, from, to, count, random }: Cuts,
): AsyncGenerator<PowerCut> {
  const [flushed, image, dir] = ['flushed', 'cut', 'after'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await mkdir(dir)
  await copyFile(empty, flushed)
  const opened = openSync(log, 'r')
  const moments = choose(
    [...readLog(opened)]
      .filter(({ end, offset }) => end > from && end <= to && offset !== FLUSH)
      .map(({ end }) => end),
    count,
  )
  let next = 0
  let unflushed: LoggedWrite[] = []
  for (const write of readLog(opened)) {
    if (next === moments.length) break
    if (write.offset === FLUSH) {
      await writeAll(flushed, unflushed)
      unflushed = []
      continue
    }
    unflushed.push(write)
    if (write.end !== moments[next]) continue
    const cache = next++ % 2 === 0 ? 'none' : 'lossy'
    await copySparse(flushed, image)
    await writeAll(image, cache === 'none' ? unflushed : lose(unflushed, random))
    yield* mountedAt(image, dir, { at: write.end, cache })
  }
  closeSync(opened)
}

async function* mountedAt(
  image: string,
  dir: string,
  cut: Omit<PowerCut, 'dir'>,
): AsyncGenerator<PowerCut> {
  // Mounting replays the journal, as after a power cut.
  await run('mount', ['-o', 'loop', image, dir])
  try {
    yield { dir, ...cut }
  } finally {
    await unmount(dir)
  }
}

/** Whether it is mounted or not. */
async function unmount(dir: string): Promise<void> {
  await run('umount', [dir]).catch(() => run('umount', ['--lazy', dir]).catch(() => undefined))
}

/** `count` of them, evenly spread. */
function choose(moments: readonly number[], count: number): number[] {
  if (moments.length <= count) return [...moments]
  return Array.from(
    { length: count },
    (_, index) => moments[Math.floor((index * moments.length) / count)]!,
  )
}

/** What a disk with a write cache has kept of writes that nothing has flushed. */
function lose(writes: readonly LoggedWrite[], random: () => number): LoggedWrite[] {
  const kept = writes.filter(() => random() < 0.5)
  const last = kept.at(-1)
  if (last === undefined) return []
  const sectors = Math.floor(random() * (last.data.length / SECTOR + 1))
  return [...kept.slice(0, -1), { ...last, data: last.data.subarray(0, sectors * SECTOR) }]
}

async function writeAll(path: string, writes: readonly LoggedWrite[]): Promise<void> {
  const image = await open(path, 'r+')
  try {
    for (const { data, offset } of writes) writeSync(image.fd, data, 0, data.length, offset)
  } finally {
    await image.close()
  }
}

async function copySparse(from: string, to: string): Promise<void> {
  await run('cp', ['--reflink=auto', '--sparse=always', from, to])
}

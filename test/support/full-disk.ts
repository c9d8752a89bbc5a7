import { execFile } from 'node:child_process'
import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import { requireOrSkip } from './require-or-skip.ts'
import { makeFolder, removeFolder } from './temporary-folder.ts'

const run = promisify(execFile)

export interface SmallDisk {
  dir: string
  /** Takes all that is left of it. */
  fill(): Promise<void>
  /** Gives that back. */
  free(): Promise<void>
}

/** A disk of `bytes` bytes, removed after the test; undefined, skipping the test, if none can be mounted. */
export async function smallDisk(t: Test, bytes: number): Promise<SmallDisk | undefined> {
  const dir = makeFolder('disk')
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', dir]).then(
    () => true,
    () => false,
  )
  t.teardown(async () => {
    if (mounted) await run('umount', ['--lazy', dir])
    await removeFolder(dir)
  })
  if (!requireOrSkip(t, mounted, 'the right to mount a disk')) return undefined
  const ballast = join(dir, 'ballast')
  return {
    dir,
    async fill() {
      for (const size of [65_536, 4096])
        while (await appendFile(ballast, Buffer.alloc(size)).then(() => true, isFull));
    },
    free: () => rm(ballast),
  }
}

function isFull(error: NodeJS.ErrnoException): false {
  if (error.code === 'ENOSPC') return false
  throw error
}

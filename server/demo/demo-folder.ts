import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Gives `use` a folder of its own under the data directory, and removes it afterwards. */
export async function withDemoFolder<Result>(dataDir: string, use: (dir: string) => Promise<Result>): Promise<Result> {
  const dir = await mkdtemp(join(dataDir, `demo-${process.pid}-`))
  try {
    return await use(dir)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Removes the folders of processes that ended in between. */
export async function sweepDemoFolders(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = /^demo-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && !isAnother(Number(pid))) await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

/** Whether another process than this one, which has made no folder yet, runs under the number. */
function isAnother(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return pid !== process.pid
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { stagingIn } from './staging.ts'

/** The folders of imports that this process has at work. */
const inUse = new Set<string>()

const NAME = /^import-(\d+)-[0-9a-f]+$/

/** Gives an import of this id a folder of its own in the data directory, and takes it away afterwards; those of killed imports go, too. */
export async function withScratch<Result>(dataDir: string, id: string, use: (folder: string) => Promise<Result>): Promise<Result> {
  const staging = await stagingIn(dataDir)
  const name = `import-${process.pid}-${id}`
  inUse.add(name)
  try {
    await sweepScratch(staging)
    await mkdir(join(staging, name))
    return await use(join(staging, name))
  } finally {
    await rm(join(staging, name), { recursive: true, force: true })
    inUse.delete(name)
  }
}

/** Removes what killed imports have left in a staging folder. */
export async function sweepScratch(staging: string): Promise<void> {
  for (const left of await readdir(staging)) if (isLeft(left)) await rm(join(staging, left), { recursive: true, force: true })
}

function isLeft(name: string): boolean {
  const pid = Number(NAME.exec(name)?.[1])
  if (Number.isNaN(pid) || inUse.has(name)) return false
  return pid === process.pid || !isAlive(pid)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

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

/** What a file counts against the bound. */
export function spooledBytes(size: number): number {
  return Math.max(size, LEAST_BYTES)
}

/** A path for a file under construction, recognisable as this process's. */
export function temporaryPath(dir: string): string {
  return join(dir, `tmp-${hostname()}-${process.pid}-${BOOT}-${randomBytes(6).toString('hex')}`)
}

/** Removes files under construction whose process has ended, and those nobody can still be working on. */
export async function cleanTemporaryFiles(dir: string): Promise<void> {
  await Promise.all((await readdir(dir)).map(async name => {
    const parts = TEMPORARY.exec(name)?.groups
    if (parts === undefined) return
    const abandoned = parts['host'] === hostname() ? !isRunning(Number(parts['pid']), parts['boot']!) : false
    if (abandoned || await isOld(join(dir, name))) await rm(join(dir, name), { force: true })
  }))
}

/**
 * Removes the least recently used files until the rest fits, except those to be kept, and facts without a file. Tells what is
 * left and what went.
 */
export async function pruneSpool(
  dir: string, maxBytes: number, keep: (name: string) => boolean
): Promise<{ bytes: number, removed: string[] }> {
  const names = (await readdir(dir)).filter(name => !TEMPORARY.test(name))
  const files = (await Promise.all(names.filter(name => !name.endsWith('.json')).map(async name => {
    const state = await stat(join(dir, name)).catch(() => null)
    return state === null ? [] : [{ name, bytes: spooledBytes(state.size), usedAt: state.mtimeMs }]
  }))).flat().sort((a, b) => a.usedAt - b.usedAt)

  const removed: string[] = []
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  for (const file of files) {
    if (bytes <= maxBytes) break
    if (keep(file.name)) continue
    await rm(join(dir, file.name), { force: true })
    await rm(join(dir, `${file.name}.json`), { force: true })
    bytes -= file.bytes
    removed.push(file.name)
  }
  await removeOrphans(dir, names)
  return { bytes, removed }
}

/** Facts appear a moment before their file does, hence the age. */
async function removeOrphans(dir: string, names: readonly string[]): Promise<void> {
  const present = new Set(names)
  const orphans = names.filter(name => name.endsWith('.json') && !present.has(name.slice(0, -'.json'.length)))
  await Promise.all(orphans.map(async name => {
    if (await isOld(join(dir, name))) await rm(join(dir, name), { force: true })
  }))
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

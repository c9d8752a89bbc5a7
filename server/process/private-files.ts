import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Whatever this process makes from now on is for its user alone, files that libraries write included. */
export function keepFilesPrivate(): void {
  process.umask(0o077)
}

/** Entries that the service creates directly in its data directory, where operators may keep other files. */
const OWN = /^(audit|cache|catalog\.json|catalogs|export-secret|deliveries|fetched|keys|spill|spool(-.+)?|staging|store-id|trash|users)$/

/**
 * Takes from others what earlier versions let them read in a data directory: a folder that is closed closes all that is in it. The
 * directory itself stays as its operator made it. Says so where something belongs to another user, who could not read what this one
 * writes.
 */
export async function closeToOthers(dataDir: string, tell: (line: string) => void): Promise<void> {
  const own = process.getuid?.()
  const owners = new Set<number>()
  for (const name of (await readdir(dataDir)).filter(name => OWN.test(name))) {
    const path = join(dataDir, name)
    const state = await lstat(path).catch(() => undefined)
    if (state === undefined || own === undefined || state.isSymbolicLink()) continue
    if (state.uid !== own) owners.add(state.uid)
    // Some file systems know no modes.
    else if ((state.mode & 0o077) !== 0) await chmod(path, state.mode & 0o700).catch(() => undefined)
  }
  if (owners.size === 0) return
  tell(
    `Note: DATA_DIR ${dataDir} has files of another user (${[...owners].join(', ')}), who cannot read what this one (${own}) writes: ` +
      'run the service and its commands as the same user',
  )
}

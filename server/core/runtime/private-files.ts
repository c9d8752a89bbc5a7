import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Applies to files that libraries write, too. */
export function keepFilesPrivate(): void {
  process.umask(0o077)
}

/** The service's own entries; operators may have other files in the data directory. */
const OWN =
  /^(audit|cache|catalog\.json|catalogs|export-secret|deliveries|fetched|keys|records|spill|spool(-.+)?|staging|store-id|trash|users)$/

/**
 * Removes permissions that earlier versions granted; closing a folder covers its content. The data directory itself keeps its mode. Reports
 * entries of another user, who could not read new files.
 */
export async function restrictAccess(dataDir: string, tell: (line: string) => void): Promise<void> {
  const own = process.getuid?.()
  const owners = new Set<number>()
  for (const name of (await readdir(dataDir)).filter(name => OWN.test(name))) {
    const path = join(dataDir, name)
    const state = await lstat(path).catch(() => undefined)
    if (state === undefined || own === undefined || state.isSymbolicLink()) continue
    if (state.uid !== own) owners.add(state.uid)
    // Some file systems have no modes.
    else if ((state.mode & 0o077) !== 0)
      await chmod(path, state.mode & 0o700).catch(() => undefined)
  }
  if (owners.size === 0) return
  tell(
    `Note: DATA_DIR ${dataDir} has files of another user (${[...owners].join(', ')}), who cannot read what this one (${own}) writes: ` +
      'run the service and its commands as the same user',
  )
}

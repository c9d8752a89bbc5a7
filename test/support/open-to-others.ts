import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Whatever below a folder, itself included, somebody else than its user may touch. */
export async function openToOthers(folder: string): Promise<string[]> {
  const paths = [
    folder,
    ...(await readdir(folder, { recursive: true })).map(name => join(folder, name)),
  ]
  const modes = await Promise.all(
    paths.map(async path => [path, (await lstat(path)).mode & 0o777] as const),
  )
  return modes
    .filter(([, mode]) => (mode & 0o077) !== 0)
    .map(([path, mode]) => `${path} ${mode.toString(8)}`)
}

import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const HOUR = 3_600_000

/** A folder for results of queries elsewhere. Commands and the service share it, so only files of killed processes are removed. */
export async function openFetchedFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'fetched')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const stats = await stat(join(folder, name)).catch(() => undefined)
    if (stats && Date.now() - stats.mtimeMs > HOUR) await rm(join(folder, name), { force: true })
  }
  return folder
}

import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for resources shared by a run's test files, such as a database server; `test/support/test-run.ts` describes its content. */
export async function makeSharedFolder(root: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'uascope-run-'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

export function removeSharedFolder(folder: string): void {
  for (const group of serverGroups(folder)) {
    try {
      process.kill(-group, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}

function serverGroups(folder: string): number[] {
  try {
    const pids = join(folder, 'pids')
    return readdirSync(pids)
      .map(name => Number(readFileSync(join(pids, name), 'utf8')))
      .filter(group => group > 1)
  } catch {
    return []
  }
}

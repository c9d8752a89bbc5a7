import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'

/** A folder outside the repository, so that nothing in it finds the repository's packages. */
export async function temporaryFolder(t: Test): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'uascope-client-')))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

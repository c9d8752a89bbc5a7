import { mkdtempSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'

export type Teardown = Pick<Test, 'teardown'>

/** A new folder that the caller deletes; outside the repository by default, so that nothing in it finds the repository's packages. */
export function makeFolder(name: string, parent = tmpdir()): string {
  return mkdtempSync(join(realpathSync(parent), `uascope-${name}-`))
}

/** Deletes a folder into which a process that is ending, such as a database server or a browser, may still write. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
}

/** A new folder that is deleted with the test. */
export function temporaryFolder(t: Teardown, name = 'test', parent?: string): string {
  const folder = makeFolder(name, parent)
  t.teardown(() => removeFolder(folder))
  return folder
}

/** Gives `use` a new folder, which is deleted afterwards. */
export async function inFolder<Result>(
  name: string,
  use: (folder: string) => Promise<Result>,
  parent?: string,
): Promise<Result> {
  const folder = makeFolder(name, parent)
  try {
    return await use(folder)
  } finally {
    await removeFolder(folder)
  }
}

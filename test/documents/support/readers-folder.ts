import { execFileSync } from 'node:child_process'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import { minimalDelivery } from '../../reference/minimal-delivery.ts'
import { writeDelivery } from '../../reference/write-delivery.ts'
import { root } from '../../support/pages.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** A folder that looks like the repository and may be written to, with a delivery of company 1 in `delivery/`. */
export async function readersFolder(t: Test): Promise<string> {
  const folder = temporaryFolder(t, 'page')
  const names = execFileSync('git', ['ls-tree', '--name-only', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
  for (const name of [...names, 'node_modules']) await symlink(join(root, name), join(folder, name))
  await mkdir(join(folder, 'delivery'))
  await writeDelivery(join(folder, 'delivery'), minimalDelivery(), { format: 'csv' })
  return folder
}

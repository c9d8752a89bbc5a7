import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Print } from '../../imports/progress.ts'
import { withScratch } from './common/write-files.ts'
import { readBackup } from './embedded/backup-manifest.ts'
import { type BackedUp, backUp, unpack } from './embedded/backup.ts'
import { isUnused } from './embedded/open-records.ts'
import { newId } from '../../core/model/identities.ts'
import { pullFolder } from './pull-folder.ts'
import { type Moved, pushFolder } from './push.ts'
import type { OpenLake } from './with-lake.ts'

/** Pulls the lake into `pulled`, a temporary embedded store, and backs that up. */
export async function backUpLake(
  options: OpenLake & { folder: string; pulled: string; print: Print },
): Promise<BackedUp> {
  const { folder, pulled, print } = options
  // An interrupted pull continues; a complete one is outdated.
  if (!(await isUnused(pulled))) await rm(pulled, { recursive: true })
  await mkdir(pulled, { recursive: true, mode: 0o700 })
  await pullFolder({ ...options, folder: pulled })
  const done = await backUp({ dataDir: pulled, folder, print })
  await rm(pulled, { recursive: true })
  return done
}

export async function restoreLake({
  folder,
  print,
  ...lake
}: OpenLake & { folder: string; print: Print }): Promise<Moved> {
  const backup = await readBackup(folder)
  return await withScratch(lake.dataDir, newId(), async scratch => {
    const store = join(scratch, 'store')
    await unpack(backup, folder, store, print)
    return await pushFolder({ ...lake, dataDir: store, print })
  })
}

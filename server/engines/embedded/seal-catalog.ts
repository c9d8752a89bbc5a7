import { join } from 'node:path'
import { dataParts, type Catalog } from '../../model/catalog.ts'
import type { Print } from '../../delivery/progress.ts'
import { mapFiles } from '../common/map-files.ts'
import { sealed } from '../common/sealed.ts'
import { readCatalog, writeCatalog } from './catalog-file.ts'
import { withLock } from './lock.ts'

/** A catalog whose data files all have checksums: those that an earlier version wrote without get theirs. */
export async function sealCatalog(dataDir: string, catalog: Catalog, print: Print): Promise<Catalog> {
  let isFirst = true
  const next = await mapFiles(
    catalog,
    async part => {
      if (part.sha256 !== undefined) return part
      if (isFirst) print('Computing the checksums of data that an earlier version wrote')
      isFirst = false
      const { bytes, sha256 } = await sealed(join(dataDir, part.file))
      return { ...part, bytes, sha256 }
    },
    1,
  )
  return { ...next, retired: catalog.retired }
}

/** Brings the store of a data directory to the current format, see `sealCatalog`. Returns a line for the operator. */
export async function sealStore(dataDir: string, print: Print): Promise<string> {
  return await withLock(dataDir, print, async () => {
    const catalog = await readCatalog(dataDir)
    const unsealed = dataParts(catalog).filter(part => part.sha256 === undefined).length
    if (unsealed === 0) return `The embedded store has catalog format ${catalog.format}, the current one: nothing to do.`
    await writeCatalog(dataDir, await sealCatalog(dataDir, catalog, print))
    return `Brought the embedded store to catalog format ${catalog.format}: ${unsealed} data files have checksums now.`
  })
}

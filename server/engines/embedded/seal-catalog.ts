import { join } from 'node:path'
import type { Catalog } from '../../model/catalog.ts'
import type { Print } from '../../delivery/progress.ts'
import { mapFiles } from '../common/map-files.ts'
import { sealed } from '../common/sealed.ts'

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

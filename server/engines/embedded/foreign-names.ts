import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CATALOG_FILE, KEPT_CATALOGS } from './catalog-file.ts'
import { whenMissing } from './data-folder.ts'
import { DELIVERIES, UNPUBLISHED } from './trash.ts'

/** Created before any data, or by file systems and earlier versions. */
const OWN = new Set([CATALOG_FILE, KEPT_CATALOGS, 'cache', 'export-secret', 'fetched', 'lost+found', 'spill', 'spool', 'staging'])

/** A file being written, or left by a killed process (`writeAside`). */
const ASIDE_OF = /\.[0-9a-f]{12}\.tmp$/

export async function foreignNames(dataDir: string): Promise<string[]> {
  const names = (await readdir(dataDir).catch(whenMissing<string[]>([]))).filter(
    name => !OWN.has(name.replace(ASIDE_OF, '')) && !/^seen.*\.json$/.test(name),
  )
  return (await hasOnlyUnpublished(dataDir)) ? names.filter(name => name !== DELIVERIES) : names
}

/** Whether every data file is from a killed import that was never published. */
async function hasOnlyUnpublished(dataDir: string): Promise<boolean> {
  const folders = await readdir(join(dataDir, DELIVERIES)).catch(whenMissing<string[]>([]))
  const marked = await Promise.all(
    folders.map(async name => (await readdir(join(dataDir, DELIVERIES, name)).catch((): string[] => [])).includes(UNPUBLISHED)),
  )
  return marked.every(Boolean)
}

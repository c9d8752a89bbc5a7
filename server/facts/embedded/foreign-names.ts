import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { whenMissing } from '../../runtime/sync-file.ts'
import { DELIVERIES, UNPUBLISHED } from './folder-target.ts'
import { isUnused } from './open-records.ts'

/** Names created before any data, or by file systems and earlier versions. */
const OWN = new Set(['cache', 'export-secret', 'fetched', 'lost+found', 'records', 'spill', 'spool', 'staging'])

/** A file being written, or left by a killed process (`writeAside`). */
const ASIDE_OF = /\.[0-9a-f]{12}\.tmp$/

export async function foreignNames(dataDir: string): Promise<string[]> {
  const names = (await readdir(dataDir).catch(whenMissing<string[]>([]))).filter(
    name => !OWN.has(name.replace(ASIDE_OF, '')) && !/^seen.*\.json$/.test(name),
  )
  // No data, but keys or users.
  if (!(await isUnused(dataDir))) names.push('records')
  return (await hasOnlyUnpublished(dataDir)) ? names.filter(name => name !== DELIVERIES) : names
}

/** Whether every data file belongs to a killed import. */
async function hasOnlyUnpublished(dataDir: string): Promise<boolean> {
  const folders = await readdir(join(dataDir, DELIVERIES)).catch(whenMissing<string[]>([]))
  const marked = await Promise.all(
    folders.map(async name => (await readdir(join(dataDir, DELIVERIES, name)).catch((): string[] => [])).includes(UNPUBLISHED)),
  )
  return marked.every(Boolean)
}

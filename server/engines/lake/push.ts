import { dataPlace } from '../mysql/data-place.ts'
import { type PushOptions, pushFolder } from './push-folder.ts'
import type { Moved } from './push-file.ts'

/** Moves into a lake what is in its database itself, or else the embedded store of the data directory. */
export async function push(options: PushOptions): Promise<Moved & { from: 'folder' | 'database' }> {
  const place = await dataPlace(options.database)
  if (place === 'lake') throw new Error('the lake has data already, and a push would have to mix them')
  if (place === undefined) return { from: 'folder', ...(await pushFolder(options)) }
  const { pushTables } = await import('./push-tables.ts')
  return { from: 'database', ...(await pushTables(options)) }
}

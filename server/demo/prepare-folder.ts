import { readdir } from 'node:fs/promises'
import { makeFolder } from '../core/runtime/files.ts'

/**
 * Prepares a folder for a delivery: creates it if missing, and throws if it contains other files than the given names, which an import would
 * read as part of the delivery.
 */
export async function prepareFolder(dir: string, fileNames: readonly string[]): Promise<void> {
  await makeFolder(dir)
  const foreign = (await readdir(dir)).filter(name => !fileNames.includes(name))
  if (foreign.length > 0)
    throw new Error(`${dir} is not empty: it holds ${foreign.slice(0, 3).join(', ')}`)
}

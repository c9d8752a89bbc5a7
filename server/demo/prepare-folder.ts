import { readdir } from 'node:fs/promises'
import { makeFolder } from '../runtime/make-folder.ts'

/**
 * Makes sure that a delivery may be written to a folder: creates it when missing, and throws when it holds anything but files of
 * the given names, since an import would read whatever else lies there as part of the delivery.
 */
export async function prepareFolder(dir: string, fileNames: readonly string[]): Promise<void> {
  await makeFolder(dir)
  const foreign = (await readdir(dir)).filter(name => !fileNames.includes(name))
  if (foreign.length > 0) throw new Error(`${dir} is not empty: it holds ${foreign.slice(0, 3).join(', ')}`)
}

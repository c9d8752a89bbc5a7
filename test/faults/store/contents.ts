import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

export function digestOf(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Digests of all files below `dir`, by their path in it; without temporary files that a running service removes during the scan. */
export async function contentsOf(dir: string): Promise<Map<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
  const digests = paths.sort().map(async path => {
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return null
    })
    return bytes === null ? [] : [[relative(dir, path), digestOf(bytes)] as const]
  })
  return new Map((await Promise.all(digests)).flat())
}

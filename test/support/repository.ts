import { existsSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

/** The repository's folder, absolute, with a slash at its end: tests may run as JavaScript from another folder inside it. */
export const repository = find(import.meta.dirname)

function find(folder: string): string {
  if (existsSync(join(folder, 'package-lock.json'))) return folder + sep
  const parent = dirname(folder)
  if (parent === folder) throw new Error(`No package-lock.json in ${import.meta.dirname} or above`)
  return find(parent)
}

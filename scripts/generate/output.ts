import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { BANNER } from './source.ts'

/**
 * Paths within the folder of what differs from the generated files: other text, missing, or no longer generated though it carries
 * the banner; sorted.
 */
export async function staleFiles(folder: string, files: ReadonlyMap<string, string>): Promise<string[]> {
  const present = await readFolder(folder)
  const changed = [...files].filter(([path, text]) => present.get(path) !== text)
  const left = [...present].filter(([path, text]) => !files.has(path) && text.startsWith(BANNER))
  return [...changed, ...left].map(([path]) => path).sort()
}

/** Writes the generated files and removes those that are no longer generated. */
export async function writeFiles(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const path of await staleFiles(folder, files)) {
    const place = join(folder, path)
    const text = files.get(path)
    if (text === undefined) {
      await rm(place)
      continue
    }
    await mkdir(dirname(place), { recursive: true })
    await writeFile(place, text)
  }
}

/** The text of every file in a folder, at any depth, by its path within it. */
async function readFolder(folder: string): Promise<Map<string, string>> {
  await mkdir(folder, { recursive: true })
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const places = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const texts = await Promise.all(places.map(place => readFile(place, 'utf8')))
  return new Map(places.map((place, index) => [relative(folder, place).replaceAll(sep, '/'), texts[index]!]))
}

import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import type { Plugin } from 'esbuild'

export const ASSETS = 'assets'

/** Matches how a source names a file next to it; only this spelling is found. */
const OWN_FILE = /new URL\('([^']+)', import\.meta\.url\)/g

/**
 * Lets built code find the files that its sources name by `new URL('...', import.meta.url)`: a module becomes its built entry,
 * other files are copied below `assets/`, at their path within the repository. All built modules are in `folder` itself, so
 * that the same relative address works from any of them.
 * @param entries names of built modules, without extension, by their source's path within the repository
 */
export function ownFiles(
  root: string,
  folder: string,
  entries: ReadonlyMap<string, string>,
): Plugin {
  return {
    name: 'own-files',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8')
        const found = [...text.matchAll(OWN_FILE)].map(([, named]) =>
          relative(root, resolve(dirname(path), named!)),
        )
        await Promise.all(
          found.filter(file => !file.endsWith('.ts')).map(file => copyAsset(root, folder, file)),
        )
        const contents = text.replace(OWN_FILE, (_, named: string) => {
          const file = relative(root, resolve(dirname(path), named))
          return `new URL('./${file.endsWith('.ts') ? `${entryOf(file)}.js` : `${ASSETS}/${file}`}', import.meta.url)`
        })
        return { contents, loader: 'ts' }
      })

      const entryOf = (file: string): string => {
        const name = entries.get(file)
        if (name === undefined)
          throw new Error(`${file} is started as a module of its own: it must be among the entries`)
        return name
      }
    },
  }
}

export async function copyAsset(root: string, folder: string, file: string): Promise<void> {
  await put(join(folder, ASSETS, file), await readFile(join(root, file)))
}

/** Writes a file at once, unless it has this content: a service that runs from the folder may be reading it. */
export async function put(path: string, contents: Uint8Array): Promise<void> {
  const before = await readFile(path).catch(() => undefined)
  if (before?.equals(contents)) return
  await mkdir(dirname(path), { recursive: true })
  const temporary = `${path}.${randomUUID()}`
  await writeFile(temporary, contents)
  await rename(temporary, path)
}

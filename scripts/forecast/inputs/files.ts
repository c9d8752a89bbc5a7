import { readdir, realpath } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'

/**
 * The files that a pattern means, in the order of their names. `*` and `?` stand for characters of one name, not for `/`; a path without
 * them is itself. Names that begin with a dot have to be written out.
 */
export async function filesOf(folder: string, pattern: string): Promise<string[]> {
  const absolute = resolve(folder, pattern)
  const [root = '', ...names] = absolute.split(sep)
  let paths = [root === '' ? sep : `${root}${sep}`]
  for (const name of names) paths = (await Promise.all(paths.map(path => matching(path, name)))).flat()
  return paths.sort()
}

async function matching(path: string, name: string): Promise<string[]> {
  if (!/[*?]/.test(name)) return [join(path, name)]
  const wanted = new RegExp(
    `^(?!\\.)${name
      .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    's',
  )
  const found = await readdir(path).catch(() => [])
  return found.filter(file => wanted.test(file)).map(file => join(path, file))
}

/** The path with every link but one at its end followed: DuckDB looks at where a path really leads. */
export async function realPath(path: string): Promise<string> {
  const at = path.lastIndexOf(sep)
  return join(await realpath(path.slice(0, at + 1)), path.slice(at + 1))
}

import { readdir } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'

/** Maximum files and folders that match a pattern, including those on the way. */
const MAX_MATCHES = 10_000

/**
 * Files of a pattern, by name. `*` and `?` match within one name; hidden files need an explicit name. A name without either is returned
 * even if no such file exists. Returns the broken rule if a pattern
 * matches more than `MAX_MATCHES`.
 */
export async function filesOf(folder: string, pattern: string): Promise<string[] | string> {
  const absolute = resolve(folder, pattern)
  const [root = '', ...names] = absolute.split(sep)
  let paths = [root === '' ? sep : `${root}${sep}`]
  for (const name of names) {
    const matches: string[] = []
    for (const path of paths) {
      for (const match of await matching(path, name)) matches.push(match)
      if (matches.length > MAX_MATCHES)
        return `must match at most ${MAX_MATCHES} files and folders: there are more of ${name}`
    }
    paths = matches
  }
  return paths.sort()
}

async function matching(path: string, name: string): Promise<string[]> {
  if (!/[*?]/.test(name)) return [join(path, name)]
  const names = await readdir(path).catch(() => [])
  return names
    .filter(file => !file.startsWith('.') && matchesWildcards(file, name))
    .map(file => join(path, file))
}

/** Takes at most `name` x `pattern` steps: of several `*`, only the last is retried. */
export function matchesWildcards(name: string, pattern: string): boolean {
  let [inName, inPattern] = [0, 0]
  /** Positions after the last `*`, and in `name` where its match ends. */
  let [star, end] = [-1, 0]
  while (inName < name.length) {
    if (pattern[inPattern] === '*') [star, end] = [++inPattern, inName]
    else if (pattern[inPattern] === '?' || pattern[inPattern] === name[inName])
      [inName, inPattern] = [inName + 1, inPattern + 1]
    else if (star === -1) return false
    else [inName, inPattern] = [++end, star]
  }
  while (pattern[inPattern] === '*') inPattern++
  return inPattern === pattern.length
}

/** A calendar date in a name: `2026-03-05`, `20260305`, `2026_03_05`. */
const DATE = /(?<!\d)(20\d\d)([-_.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d)/g

/** Exports of the same kind for different days. */
export interface Partition {
  /** The last date in the path, `YYYY-MM-DD`; undefined if there is none. */
  date: string | undefined
  /** The path with `*` for dates. */
  series: string
}

export function partitionOf(file: string): Partition {
  const [, year, , month, day] = [...file.matchAll(DATE)].at(-1) ?? []
  return {
    date: year === undefined ? undefined : `${year}-${month}-${day}`,
    series: file.replace(DATE, '*').replace(/\.gz$/i, ''),
  }
}

import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { SECOND_TIER, SLOW } from '../../test/tiers.ts'
import type { CompiledModules } from './compile.ts'

export const TIERS = ['first', 'rest', 'all'] as const
export type Tier = (typeof TIERS)[number]

/** All test files, relative to the repository. */
export function testFiles(modules: CompiledModules): string[] {
  return Object.keys(modules)
    .filter(file => file.startsWith('test/') && file.endsWith('.test.ts'))
    .sort()
}

const second = new Set(Object.values(SECOND_TIER).flat())

function isInSecond(file: string): boolean {
  return second.has(file)
}

export function filesOfTier(files: readonly string[], tier: Tier): string[] {
  return tier === 'all' ? [...files] : files.filter(file => isInSecond(file) === (tier === 'rest'))
}

/**
 * The slowest first, by their last duration: a long file at the end would leave the other processors idle. On a clean clone
 * the files known to be slow come first, then the second tier, whose files are slower on average.
 */
export function slowestFirst(
  files: readonly string[],
  times: Readonly<Record<string, number>>,
): string[] {
  const usual = (file: string): number =>
    SLOW.includes(file) ? 100 - SLOW.indexOf(file) : isInSecond(file) ? 20 : 5
  const seconds = (file: string): number => times[file] ?? usual(file)
  return files.toSorted((a, b) => seconds(b) - seconds(a))
}

/** The test files named by arguments: files, or all files in folders. */
export function filesNamed(
  root: string,
  files: readonly string[],
  named: readonly string[],
): string[] {
  return named.flatMap(name => {
    const path = relative(root, resolve(name))
    const matches = files.filter(
      file => file === path || file.startsWith(`${path}/`) || path === '',
    )
    if (matches.length === 0)
      throw new Error(
        `${name} is not a test file or a folder with test files${existsSync(join(root, path)) ? '' : ': it does not exist'}`,
      )
    return matches
  })
}

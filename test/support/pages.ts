import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './repository.ts'

export const root = repository

/** Every page that somebody wrote, by its path. */
export const pages = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter(name => name !== '' && !name.startsWith('generated/') && existsSync(join(root, name)))

/** A page's text. */
export function textOf(page: string): string {
  return readFileSync(join(root, page), 'utf8')
}

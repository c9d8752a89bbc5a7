import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import type { CompiledModules } from './compile.ts'

/** A path in a string, such as the module of a process or a document that a test reads. */
const PATH =
  /['"`/]((?:\.{1,2}\/)*[\w@.-]+(?:\/[\w@.-]+)*\.(?:ts|tsx|js|mjs|json|yaml|md|css|html|csv|sh))['"`]/g

export function changedFiles(root: string, ref: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  const files = [
    ...git('diff', '--name-only', '--relative', ref, '--'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  return files.filter(file => file !== '')
}

/** `files` and the modules that import one of them, directly or not, or name it in a string; the nearest first. */
export function dependents(
  root: string,
  modules: CompiledModules,
  files: readonly string[],
): string[] {
  const users = new Map<string, string[]>()
  for (const [module, { imports }] of Object.entries(modules))
    for (const used of [...imports, ...namedIn(root, module)])
      users.set(used, [...(users.get(used) ?? []), module])
  const affected = new Set(files)
  for (const file of affected) for (const user of users.get(file) ?? []) affected.add(user)
  return [...affected]
}

function namedIn(root: string, module: string): string[] {
  const text = readFileSync(join(root, module), 'utf8')
  const named = [...text.matchAll(PATH)].flatMap(([, path]) => [
    normalize(path!),
    join(dirname(module), path!),
  ])
  return named.filter(
    path => path !== module && !path.startsWith('..') && existsSync(join(root, path)),
  )
}

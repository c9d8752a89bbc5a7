import { dirname, resolve } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }

/** Makes a path that a person wrote absolute. */
export type GivenPath = (path: string) => string

/**
 * Paths are meant from where the person stood. `npm run admin` goes to the package's folder first and says in INIT_CWD where it came from; `npx`,
 * and scripts of other packages, stay where they are.
 */
export function givenPaths(environment: Readonly<Record<string, string | undefined>>, cwd = process.cwd()): GivenPath {
  const { INIT_CWD: from, npm_lifecycle_event: script, npm_package_name: name, npm_package_json: file } = environment
  const isMoved = name === manifest.name && script !== undefined && script !== 'npx' && file !== undefined && dirname(file) === cwd
  // No path stays none: it is not the folder itself.
  return path => (path === '' ? path : resolve(isMoved && from ? from : cwd, path))
}

import { copyFile, cp, mkdir, readFile, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Test } from 'tap'
import { buildService } from '../../scripts/build/service/build-service.ts'
import { sharedFolder } from './bundle.ts'
import { repository } from './repository.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** How the service and its CLI are started. */
export interface Programs {
  cwd: string
  node: string
  /** What Node is given: its options, and the module. */
  service: readonly string[]
  admin: readonly string[]
}

/** The folder of the built service, which nobody may change. */
export function builtServiceFolder(): Promise<string> {
  return sharedFolder('service', folder => buildService(repository, folder))
}

/**
 * The service as it is deployed, in a folder of its own that goes with the test: `dist/`, `package.json`, and links to the packages that
 * `npm ci --omit=dev` would install there. No sources, and no package that only development needs.
 */
export async function builtService(t: Test): Promise<(node: string) => Programs> {
  const cwd = temporaryFolder(t, 'built')
  await Promise.all([
    buildInto(join(cwd, 'dist')),
    copyFile(join(repository, 'package.json'), join(cwd, 'package.json')),
    linkPackages(cwd),
  ])
  return node => ({ cwd, node, service: ['dist/server.js'], admin: ['dist/admin.js'] })
}

async function buildInto(dist: string): Promise<void> {
  const folder = await builtServiceFolder()
  const others = ['node_modules', 'package.json'].map(name => join(folder, name))
  await cp(folder, dist, { recursive: true, filter: path => !others.includes(path) })
}

async function linkPackages(folder: string): Promise<void> {
  const { packages } = JSON.parse(
    await readFile(join(repository, 'package-lock.json'), 'utf8'),
  ) as Lock
  const wanted = Object.entries(packages).filter(
    ([path, { dev, link }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev && !link,
  )
  // Those of other systems lead nowhere, as they do not exist here.
  await Promise.all(
    wanted.map(async ([path]) => {
      await mkdir(join(folder, dirname(path)), { recursive: true })
      await symlink(join(repository, path), join(folder, path))
    }),
  )
}

interface Lock {
  packages: Record<string, { dev?: boolean; link?: boolean }>
}

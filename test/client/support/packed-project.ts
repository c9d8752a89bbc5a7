import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import { repository } from '../../support/repository.ts'
import { run } from '../../support/run-program.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

export interface Project {
  folder: string
  /** The packed package. */
  tarball: string
}

/** What `npm pack -w client` gives, installed into an empty project. */
export async function packedProject(t: Test): Promise<Project> {
  const folder = temporaryFolder(t, 'client')
  const packed = await run('npm', ['pack', '-w', 'client', '--pack-destination', folder], {
    cwd: repository,
  })
  if (packed.code !== 0) throw new Error(packed.stderr)
  const name = (await readdir(folder)).find(name => name.endsWith('.tgz'))!
  const project = { folder: join(folder, 'project'), tarball: join(folder, name) }
  await writeProjectFile(
    project,
    'package.json',
    '{ "name": "empty", "private": true, "type": "module" }',
  )
  const installed = await run(
    'npm',
    ['install', '--offline', '--ignore-scripts', project.tarball],
    { cwd: project.folder },
  )
  if (installed.code !== 0) throw new Error(installed.stderr)
  return project
}

/** Gives the project packages that this repository has. */
export async function linkPackages({ folder }: Project, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const place = join(folder, 'node_modules', name)
    await mkdir(join(place, '..'), { recursive: true })
    await symlink(join(repository, 'node_modules', name), place)
  }
}

/** Writes a file of the project. */
export async function writeProjectFile(
  { folder }: Project,
  name: string,
  text: string,
): Promise<void> {
  await mkdir(join(folder, name, '..'), { recursive: true })
  await writeFile(join(folder, name), text)
}

import { rmSync } from 'node:fs'
import { symlink, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { build } from 'esbuild'
import { repository } from './repository.ts'
import { onceInRun, testRun } from './test-run.ts'
import { makeFolder } from './temporary-folder.ts'

/** A folder for plain JavaScript, from which `packages` are found; gone when the run ends, or, without one, this process. */
export async function builtFolder(packages = join(repository, 'node_modules')): Promise<string> {
  const folder = makeFolder('built', testRun)
  if (testRun === undefined)
    process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  await symlink(packages, join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  return folder
}

/**
 * A built folder that all test files of a run share, so nothing may be changed in it. In a run it finds packages as compiled tests do: bundled,
 * or else those of the repository, to which the run's folder links.
 */
export async function sharedFolder(
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const made = async (packages?: string): Promise<string> => {
    const folder = await builtFolder(packages)
    await make(folder)
    return folder
  }
  return testRun === undefined
    ? await made()
    : await onceInRun(testRun, name, () => made(join(repository, '.test-build/node_modules')))
}

/** The path of a module (absolute, TypeScript) bundled with all of our own that it imports: a process of it starts in less than half the time. */
export async function bundle(file: string): Promise<string> {
  const name = basename(file, '.ts')
  const folder = await sharedFolder(
    relative(repository, file).replaceAll('/', '-'),
    async folder => {
      const outfile = join(folder, `${name}.js`)
      await build({
        entryPoints: [file],
        outfile,
        bundle: true,
        format: 'esm',
        platform: 'node',
        packages: 'external',
        logLevel: 'warning',
      })
    },
  )
  return join(folder, `${name}.js`)
}

import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { buildService } from '../../../../scripts/build/service/build-service.ts'
import { repository } from '../../../support/repository.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

t.test(
  'a build that keeps leaves files alone that a running service may read; another one removes what it did not write',
  async t => {
    const folder = temporaryFolder(t)
    await buildService(repository, folder)
    const built = await identities(folder)
    await writeFile(join(folder, 'chunk-EARLIER.js'), 'of an earlier build')
    await writeFile(join(folder, 'cli.js'), 'of other sources')

    await buildService(repository, folder, { keep: true })
    const { 'cli.js': cli, 'chunk-EARLIER.js': earlier, ...kept } = await identities(folder)
    const { 'cli.js': firstCli, ...others } = built
    t.not(cli, firstCli)
    t.type(earlier, 'string')
    t.strictSame(kept, others)

    await buildService(repository, folder)
    t.strictSame(Object.keys(await identities(folder)).sort(), Object.keys(built).sort())
  },
)

/** Inode and time of change of each file, by path. */
async function identities(folder: string): Promise<Record<string, string>> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(entry =>
    entry.isFile(),
  )
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  return Object.fromEntries(
    await Promise.all(
      paths.map(async path => {
        const { ino, mtimeMs } = await stat(path)
        return [path.slice(folder.length + 1), `${ino} ${mtimeMs}`] as const
      }),
    ),
  )
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { VERSION } from '../../client/src/version.ts'
import { root } from '../support/pages.ts'

async function read(path: string): Promise<string> {
  return await readFile(join(root, path), 'utf8')
}

t.test('service, client, lock file and both changelogs have the same version', async t => {
  const { version } = JSON.parse(await read('package.json')) as { version: string }
  const { packages } = JSON.parse(await read('package-lock.json')) as {
    packages: Record<string, { version: string }>
  }
  t.strictSame(
    [VERSION, packages['']?.version, packages['client']?.version],
    [version, version, version],
  )
  t.equal((JSON.parse(await read('client/package.json')) as { version: string }).version, version)
  t.match(version, /^\d+\.\d+\.\d+(-dev)?$/)
  for (const path of ['CHANGELOG.md', 'client/CHANGELOG.md']) {
    const [, heading] = /^## (.*)$/m.exec(await read(path))!
    if (version.endsWith('-dev')) t.equal(heading, 'Unreleased', path)
    else
      t.match(
        heading,
        new RegExp(`^${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d{2}-\\d{2}\\)$`),
        path,
      )
  }
})

import { cp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { buildWeb } from '../../../../scripts/build/web/build-web.ts'
import { repository } from '../../../support/repository.ts'

const SOURCES = ['generated', 'client/src', 'server/core', 'server/web', 'scripts/build/web']

t.test('the browser code is built again only if a source has changed', async t => {
  const root = t.testdir()
  for (const folder of SOURCES)
    await cp(join(repository, folder), join(root, folder), {
      recursive: true,
      filter: path => !path.endsWith('/dist'),
    })
  await cp(join(repository, 'package-lock.json'), join(root, 'package-lock.json'))
  await symlink(join(repository, 'node_modules'), join(root, 'node_modules'))
  const output = join(root, 'server/web/dist')
  const times = async (): Promise<number[]> =>
    await Promise.all(
      ['stamp', 'page.html', 'views/alerts.html'].map(
        async path => (await stat(join(output, path))).mtimeMs,
      ),
    )

  await buildWeb(root)
  const first = await times()
  await buildWeb(root)
  t.strictSame(await times(), first)

  const page = join(root, 'server/web/views/alerts/index.html')
  const html = await readFile(page, 'utf8')
  await writeFile(page, html.replace('<title>', '<title>Changed '))
  await buildWeb(root)
  t.match(await readFile(join(output, 'views/alerts.html'), 'utf8'), '<title>Changed ')
  const second = await times()
  t.equal(second[1], first[1], 'a page that is the same is not written')

  await rm(page)
  await t.rejects(buildWeb(root), {
    message: 'openapi.yaml names views that have no page: server/web/views/alerts',
  })
  t.strictSame(await times(), second)
})

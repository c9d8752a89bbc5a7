import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { openObjects } from '../../../../../../server/store/facts/lake/objects/open-objects.ts'
import { holdsForEveryObjects } from '../../suites/objects.ts'

t.test('a folder passes the object suite', async t => {
  const lake = t.testdir({ store: {} })
  const root = join(lake, 'store')
  const objects = openObjects({ url: pathToFileURL(root).href })
  await holdsForEveryObjects(t, objects)
  const left = await readdir(root, { recursive: true })
  t.notOk(
    left.some(name => name.endsWith('.part')),
    'nothing is left of what was refused',
  )
  const name = 'import-1/facts-1.parquet'
  const isGone = (folder: string) => ({
    name: 'LakeUnavailable',
    message: `The lake's folder ${folder} does not exist`,
  })
  await rm(root, { recursive: true })
  await t.rejects(objects.get(name), isGone(root))
  t.equal(await objects.size(name), undefined, 'nothing was put into it yet')
  await rm(lake, { recursive: true })
  await t.rejects(objects.size(name), isGone(lake))
})

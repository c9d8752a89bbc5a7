import { readdir, rm } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { openObjects } from '../../../../../server/engines/lake/objects/open-objects.ts'
import { holdsForEveryObjects } from '../../suites/objects.ts'

t.test('objects in a folder', async t => {
  const root = t.testdir({})
  const objects = openObjects({ url: pathToFileURL(root).href })
  await holdsForEveryObjects(t, objects)
  const left = await readdir(root, { recursive: true })
  t.notOk(
    left.some(name => name.endsWith('.part')),
    'nothing is left of what was refused',
  )
  await rm(root, { recursive: true })
  await t.rejects(objects.size('import-1/facts-1.parquet'), { name: 'LakeUnavailable', message: `The lake's folder ${root} is not there` })
  await t.rejects(objects.get('import-1/facts-1.parquet'), { name: 'LakeUnavailable', message: `The lake's folder ${root} is not there` })
})

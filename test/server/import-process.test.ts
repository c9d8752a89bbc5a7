import { writeFile } from 'node:fs/promises'
import t from 'tap'
import { appRow, minimalDelivery } from '../reference/minimal-delivery.ts'
import { writeDelivery } from '../reference/write-delivery.ts'
import { admin } from '../support/process.ts'

t.test(
  'an import that cannot prepare first responses says why, and its data are loaded',
  async t => {
    const dir = t.testdir({ data: {} })
    await writeDelivery(`${dir}/one`, minimalDelivery(), { format: 'csv' })
    // A file where the folder of prepared files would be.
    await writeFile(`${dir}/data/spool`, '')
    const loaded = await admin(`${dir}/data`, 'import', `${dir}/one`)
    t.match(loaded, {
      code: 0,
      stdout: /Loaded as data version 1/,
      stderr:
        /^The data are loaded\. Their first responses could not be prepared, so first requests take longer: .*spool/m,
    })
  },
)

t.test('an app that is not live needs no first responses', async t => {
  const dir = t.testdir()
  const { apps, app_access: access } = minimalDelivery()
  const delivery = minimalDelivery({
    apps: [appRow({ app_id: 2, live: false }), ...apps],
    app_access: [...access, { company_id: 1, app_id: 2 }],
  })
  await writeDelivery(`${dir}/one`, delivery, { format: 'csv' })
  const loaded = await admin(`${dir}/data`, 'import', `${dir}/one`)
  t.match(loaded, { code: 0, stdout: /no company can read an app that is not live: app 2/ })
  t.notMatch(loaded.stderr, /could not be prepared/)
})

import { writeFile } from 'node:fs/promises'
import t from 'tap'
import { appRow, minimalDelivery } from '../../reference/minimal-delivery.ts'
import { writeDelivery } from '../../reference/write-delivery.ts'
import { admin } from '../../support/admin.ts'

t.test('names cannot control the terminal', async t => {
  const dir = t.testdir()
  const data = `${dir}/data`
  const evil = '\u001b]0;owned\u0007\u009b2J\u202e\u2028x\ny'
  const escaped = '\\u{1b}]0;owned\\u{7}\\u{9b}2J\\u{202e}\\u{2028}x\\u{a}y'
  const raw = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]/
  const delivery = minimalDelivery({
    companies: [
      { company_id: 1, name: evil },
      { company_id: 2, name: '星屑サーガ' },
    ],
    apps: [appRow({ name: evil })],
  })
  await writeDelivery(`${dir}/one`, delivery, { format: 'csv' })
  await writeFile(`${dir}/one/${evil}.txt`, '')
  await writeFile(`${dir}/one/networks.csv`, `network,traditional,"${evil}"\nA,true,\n`)

  const imported = await admin(data, 'import', `${dir}/one`)
  t.match(imported, { code: 0 })
  for (const text of [
    `no table has that name: ${escaped}.txt`,
    `the column ${escaped} is not used`,
  ])
    t.ok(imported.stdout.includes(text), text)
  const refused = await admin(data, 'import', `${dir}/one/${evil}`)
  const unknown = await admin(data, 'keys', 'create', '--company', '3')
  t.ok(unknown.stderr.includes(`1 (${escaped}), 2 (星屑サーガ)`))
  t.match(await admin(data, 'keys', 'create', '--company', '1', '--name', evil), { code: 0 })
  const [keys, status, json] = [
    await admin(data, 'keys', 'list'),
    await admin(data, 'status'),
    await admin(data, 'keys', 'list', '--json'),
  ]
  t.ok(keys.stdout.includes(escaped) && status.stdout.includes(escaped))
  t.match(JSON.parse(json.stdout), [{ name: evil }], 'machines read the name itself')
  const fault = await admin(data, 'import', `${dir}/one`)
  t.match(fault, { code: 1 })
  for (const { stdout, stderr } of [imported, refused, unknown, keys, status, json, fault])
    t.notMatch(stdout + stderr, raw)
})

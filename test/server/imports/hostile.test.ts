import { execFileSync } from 'node:child_process'
import { link, mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { formatFaults } from '../../../server/imports/load/import.ts'
import { importDelivery } from '../../../server/store/facts/embedded/embedded-destination.ts'
import { stampOf } from '../../../server/core/runtime/files.ts'
import { requireUnchanged, type Source } from '../../../server/imports/check/source.ts'
import { appRow, minimalDelivery } from '../../reference/minimal-delivery.ts'
import { deliver, faultsOf, load, query, refusal } from '../../support/delivery-folder.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Writes networks.parquet from the columns of a SELECT. */
async function networks(
  path: string,
  columns: string,
  from = '',
  options = 'FORMAT parquet',
): Promise<void> {
  await query(`COPY (SELECT ${columns} ${from}) TO '${path}/networks.parquet' (${options})`)
}

t.test('SQL in a column name stays a name', async t => {
  const dataDir = temporaryFolder(t)
  await mkdir(join(dataDir, 'keys'))
  await writeFile(join(dataDir, 'export-secret'), 'the secret')
  const copy = `COPY (SELECT 1 AS a) TO '${dataDir}/keys/0123.json' (FORMAT json)`
  const names = [
    `x" AS VARCHAR), '') AS y FROM (SELECT 0 AS file_row_number, 1 AS network, 1 AS traditional, 1 AS x); ${copy}; ` +
      'SELECT 1 FROM (SELECT 0 AS file_row_number) --',
    `x" AS VARCHAR), '') AS y FROM (SELECT 0 AS file_row_number, (SELECT content FROM read_text('${dataDir}/export-secret')) AS network,
      'maybe' AS traditional, 1 AS x) WHERE true OR (true --`,
    `x': 'VARCHAR'}); ${copy}; --`,
    `"; ${copy}; --`,
    `'; ${copy}; --`,
    '__proto__',
    'constructor',
    '\ufeffnetwork',
    '*',
    '',
  ]
  for (const name of names) {
    const parquet = temporaryFolder(t)
    if (name !== '')
      await networks(parquet, `'a' AS network, 'maybe' AS traditional, 1 AS ${identifier(name)}`)
    const csv = temporaryFolder(t)
    const header = ['network', 'traditional', name]
      .map(cell => `"${cell.replaceAll('"', '""')}"`)
      .join(',')
    await writeFile(join(csv, 'networks.csv'), `${header}\na,maybe,1\n`)
    for (const delivery of name === '' ? [csv] : [parquet, csv]) {
      const error = await refusal(dataDir, delivery)
      t.match(
        error.faults,
        [{ column: 'traditional', value: 'maybe', rule: 'must be true or false' }],
        name,
      )
      t.equal(error.total, 1)
      t.notMatch(formatFaults(error), /the secret/)
    }
  }
  t.strictSame(await readdir(join(dataDir, 'keys')), [])
  const sound = temporaryFolder(t)
  await networks(
    sound,
    `'a' AS network, true AS traditional, 1 AS ${identifier(names[0]!)}, 2 AS "\u001b[2J"`,
  )
  const { warnings } = await importDelivery({ dataDir, delivery: sound })
  t.match(warnings, [/^networks\.parquet: the columns x" AS VARCHAR.* are not used$/])
  t.strictSame(await readdir(join(dataDir, 'keys')), [])
})

t.test('names have at most 512 characters, other texts 4,000', async t => {
  for (const format of ['csv', 'parquet'] as const) {
    const withName = (name: string) =>
      minimalDelivery({ networks: [{ network: name, traditional: true }] })
    await load(t, temporaryFolder(t), withName('é'.repeat(512)), format)
    const long = await faultsOf(await deliver(t, withName('é'.repeat(513)), format))
    t.match(long, [
      { column: 'network', value: 'é'.repeat(513), rule: 'must have at most 512 characters' },
    ])
    t.equal(long.length, 1)
    const huge = await faultsOf(await deliver(t, withName('x'.repeat(100_000)), format))
    t.equal(huge[0]!.value!.length, 1000, 'its reported value is bounded')
    const dsis = Array.from({ length: 1100 }, (_, dsi) => dsi).join(',')
    t.match(
      await faultsOf(
        await deliver(t, minimalDelivery({ apps: [{ ...appRow(), dsi_values: dsis }] }), format),
      ),
      [{ column: 'dsi_values', rule: 'must have at most 4000 characters' }],
    )
  }
})

t.test('a small compressed file cannot expand without limit', async t => {
  const rows = temporaryFolder(t)
  await networks(
    rows,
    `'a' AS network, true AS traditional`,
    'FROM range(20000000)',
    'COMPRESSION zstd, ROW_GROUP_SIZE 20000000',
  )
  t.match(await faultsOf(rows), [
    { rule: /^must be less compressed: it has 20000000 rows in \d+ bytes/ },
  ])
  const bytes = temporaryFolder(t)
  await networks(
    bytes,
    `repeat('x', 50000) || range AS network, true AS traditional`,
    'FROM range(10000)',
    'COMPRESSION zstd',
  )
  t.match(await faultsOf(bytes), [
    { rule: /^must be less compressed: it unpacks \d+ to \d+ bytes/ },
  ])
  const many = temporaryFolder(t)
  await networks(many, `range::VARCHAR AS network, true AS traditional`, 'FROM range(10001)')
  t.match(await faultsOf(many), [{ rule: 'must have at most 10000 rows: it has 10001' }])
  const wide = temporaryFolder(t)
  await networks(
    wide,
    `'a' AS network, true AS traditional, ${Array.from({ length: 1999 }, (_, n) => `1 AS c${n}`).join(', ')}`,
  )
  t.match(await faultsOf(wide), [{ rule: 'must have at most 2000 columns: it has 2001' }])
  const header = temporaryFolder(t)
  await writeFile(join(header, 'networks.csv'), `network,traditional${',x'.repeat(1999)}\n`)
  t.match(await faultsOf(header), [{ row: 1, rule: 'must have at most 2000 columns: it has 2001' }])
})

t.test('only plain files are opened, never one that waits for a writer', async t => {
  const path = await deliver(t, minimalDelivery())
  const outside = temporaryFolder(t)
  await rename(join(path, 'networks.csv'), join(outside, 'networks.csv'))
  await symlink(join(outside, 'networks.csv'), join(path, 'networks.csv'))
  await rename(join(path, 'runs.csv'), join(outside, 'runs.csv'))
  execFileSync('mkfifo', [join(path, 'runs.csv')])
  const rule = 'must be a regular file, not a link, device, pipe or socket'
  t.match(await faultsOf(path), [
    { file: 'networks.csv', rule },
    { file: 'runs.csv', rule },
  ])

  const sound = await deliver(t, minimalDelivery())
  const named = join(temporaryFolder(t), 'delivery')
  await symlink(sound, named)
  t.match(
    await importDelivery({ dataDir: temporaryFolder(t), delivery: named }),
    { loaded: true },
    'the folder itself may be a link',
  )
})

t.test(
  "a hard link is refused in a company's delivery and allowed in others, since backups use them",
  async t => {
    const path = await deliver(t, minimalDelivery())
    await link(join(path, 'networks.csv'), join(temporaryFolder(t), 'networks.csv'))
    const dataDir = temporaryFolder(t)
    const rule = 'must not be a hard link: this file has 2 names; deliver a copy'
    await t.rejects(importDelivery({ dataDir, delivery: path, company: 1 }), {
      name: 'DeliveryError',
      faults: [{ file: 'networks.csv', rule }],
    })
    const fix = join(temporaryFolder(t), 'fixed')
    await t.rejects(importDelivery({ dataDir, delivery: path, company: 1, fix }), {
      name: 'DeliveryError',
      faults: [{ file: 'networks.csv', rule }],
    })
    t.match(await importDelivery({ dataDir, delivery: path }), { loaded: true })
  },
)

t.test('a file written during its read is refused', async t => {
  const delivery = await deliver(t, minimalDelivery())
  const path = join(delivery, 'networks.csv')
  const { stamp } = await stampOf(path)
  const source = { file: 'networks.csv', path, stamp } as Source
  await requireUnchanged([source])
  await writeFile(path, 'network,traditional\r\nMeta,false\r\n')
  await t.rejects(requireUnchanged([source]), {
    name: 'DeliveryError',
    faults: [{ rule: 'must not change while it is read' }],
  })
})

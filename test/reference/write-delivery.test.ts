import { parquetReadObjects } from 'hyparquet'
import { parse } from 'csv-parse/sync'
import fc from '../support/fast-check.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { arbitraryDelivery } from './arbitrary.ts'
import { scaled } from './money.ts'
import { writeDelivery } from './write-delivery.ts'
import { OPTIONAL, TABLES } from './tables.ts'
import type { Delivery, TableName } from './delivery.ts'

const [delivery] = fc.sample(arbitraryDelivery({ today: '2026-04-01' }), {
  numRuns: 1,
  seed: 4,
}) as [Required<Delivery>]
const tables = Object.entries<object[]>(delivery) as [TableName, Record<string, unknown>[]][]

/** A value as the text both formats are compared in. */
function text(value: unknown, type: string | undefined): string | null {
  if (value === null || value === undefined || value === '') return null
  if (value instanceof Date)
    return type === 'DATE' ? value.toISOString().slice(0, 10) : value.toISOString()
  if (type === 'DECIMAL(18,4)')
    return scaled(typeof value === 'number' ? value.toFixed(4) : String(value)).toString()
  return String(value)
}

function normal(
  rows: Record<string, unknown>[],
  table: TableName,
): Record<string, string | null>[] {
  return rows.map(row =>
    Object.fromEntries(
      Object.entries(TABLES[table]).map(([name, type]) => [name, text(row[name], type)]),
    ),
  )
}

t.test('CSV reads back equal, with columns in any order', async t => {
  const dir = t.testdir()
  await writeDelivery(dir, delivery, { format: 'csv', reverseColumns: true })
  for (const [table, rows] of tables) {
    const content = await readFile(join(dir, `${table}.csv`))
    t.strictSame(
      normal(parse(content, { columns: true, record_delimiter: '\r\n' }), table),
      normal(rows, table),
      table,
    )
    t.equal(
      content.toString().split(/,|\r\n/)[0],
      Object.keys(TABLES[table])
        .filter(name => !OPTIONAL.includes(name) || rows.some(row => name in row))
        .at(-1),
      'backwards',
    )
  }
})

t.test('Parquet reads back equal', async t => {
  const dir = t.testdir()
  await writeDelivery(dir, delivery, { format: 'parquet' })
  for (const [table, rows] of tables) {
    const file = new Uint8Array(await readFile(join(dir, `${table}.parquet`))).buffer
    t.strictSame(normal(await parquetReadObjects({ file }), table), normal(rows, table), table)
  }
})

t.test('an absent table has no file', async t => {
  const dir = t.testdir()
  await writeDelivery(
    join(dir, 'new'),
    { networks: [{ network: 'a, "b"', traditional: true }] },
    { format: 'csv' },
  )
  t.equal(
    await readFile(join(dir, 'new', 'networks.csv'), 'utf8'),
    'network,traditional\r\n"a, ""b""",true\r\n',
  )
  await t.rejects(readFile(join(dir, 'new', 'apps.csv')))
})

import { DuckDBInstance } from '@duckdb/node-api'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { compareFile, compareList, compareObject, sameFileName } from './compare.ts'
import { decodeParquet } from './decode-parquet.ts'
import type { ExpectedFile } from './expected.ts'

const expected: ExpectedFile = {
  kind: 'file',
  format: 'csv',
  totalRows: 2,
  startDate: '2026-03-01',
  endDate: '2026-03-30',
  runId: 1,
  runCreatedAt: null,
  dataThrough: null,
  currency: 'USD',
  fileName: 'a.b-report-########.csv',
  ties: new Set(['0:x']),
  columns: [
    { name: 'd', type: 'date' },
    { name: 'at', type: 'timestamp' },
    { name: 'n', type: 'int64' },
    { name: 'x', type: 'double' },
    { name: 's', type: 'string' },
  ],
  rows: [
    ['2026-03-30', '2026-03-31T06:00:00.007Z', 3, 0.1235, 'a, "b"'],
    ['2026-03-30', '2026-03-31T06:00:00.007Z', 4, null, '7'],
  ],
}

function csv(first: string, header = 'd,at,n,x,s') {
  return Buffer.from(`${header}\r\n${first}\r\n2026-03-30,2026-03-31T06:00:00.007Z,4,,7\r\n`)
}

t.test('CSV is compared cell by cell', async t => {
  const good = '2026-03-30,2026-03-31T06:00:00.007Z,3,0.1235,"a, ""b"""'
  t.equal(await compareFile(expected, csv(good)), undefined)
  t.equal(
    await compareFile(expected, csv(good.replace('0.1235', '0.1234'))),
    undefined,
    'the other side of a tie',
  )
  t.match(
    await compareFile(expected, csv(good.replace('0.1235', '0.1233'))),
    /^row 0, x: expected 0.1235, got 0.1233/,
  )
  t.match(await compareFile(expected, csv(good.replace(',3,', ',3.0,'))), /n: "3.0" is not int64/)
  t.match(await compareFile(expected, csv(good.replace('.007Z', 'Z'))), /is not timestamp/)
  t.match(await compareFile(expected, csv(good, 'd,at,n,x,t')), /^columns/)
  t.match(await compareFile(expected, csv(`${good}\r\n${good}`)), /row 1, n/)
  t.match(
    await compareFile({ ...expected, rows: expected.rows.slice(0, 1) }, csv(good)),
    /expected 1 rows, got 2/,
  )
})

for (const codec of ['snappy', 'gzip']) {
  t.test(`Parquet is compared cell by cell, ${codec}`, async t => {
    const path = join(t.testdir(), 'file.parquet')
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    const write = (number: string) =>
      connection.run(`COPY (SELECT DATE '2026-03-30' AS d, TIMESTAMPTZ '2026-03-31 06:00:00.007Z' AS "at",
      v.n::${number} AS n, v.x::DOUBLE AS x, v.s FROM (VALUES (3, 0.1235, 'a, "b"'), (4, NULL, '7')) v(n, x, s))
      TO '${path}' (FORMAT parquet, COMPRESSION ${codec}, KV_METADATA {currency: 'USD'})`)
    const file = { ...expected, format: 'parquet' as const }
    await write('BIGINT')
    const body = await readFile(path)
    t.equal(await compareFile(file, body), undefined)
    t.match(await decodeParquet(body), {
      metadata: { currency: 'USD' },
      codecs: [codec.toUpperCase()],
    })
    await write('DOUBLE')
    t.match(await compareFile(file, await readFile(path)), /^columns: .*n int64.*got .*n double/)
    connection.closeSync()
  })
}

t.test('lists are compared', async t => {
  const list = { kind: 'list' as const, items: [{ id: 1, x: 1 / 3, s: null }] }
  t.equal(compareList(list, [{ s: null, x: 0.3333333333333333, id: 1 }]), undefined)
  t.match(compareList(list, [{ id: 1, x: 0.3333, s: null }]), /^item 0, x: expected/)
  t.match(compareList(list, [{ id: 1, x: 1 / 3 }]), /item 0, s/, 'absent is not null')
  t.match(compareList(list, [{ id: 1, x: 1 / 3, s: null, more: 1 }]), /more/)
  t.match(compareList(list, []), /expected 1 items, got 0/)
  t.match(compareList(list, {}), /expected an array/)
})

t.test('objects are compared, also within rows', async t => {
  const value = { id: 1, runs: { latest: null, all: [{ x: 1 / 3 }, { x: 2 }] } }
  const same = { runs: { all: [{ x: 0.3333333333333333 }, { x: 2 }], latest: null }, id: 1 }
  const expected = { kind: 'object' as const, value }
  t.equal(compareObject(expected, same), undefined)
  for (const other of [
    { ...same, runs: null },
    { ...same, runs: { ...same.runs, latest: {} } },
    { ...same, runs: { all: same.runs.all } },
    { ...same, runs: { ...same.runs, more: 1 } },
    { ...same, runs: { ...same.runs, all: { 0: { x: 1 / 3 }, 1: { x: 2 } } } },
    { ...same, runs: { ...same.runs, all: [{ x: 2 }, { x: 1 / 3 }] } },
    { ...same, runs: { ...same.runs, all: [{ x: 1 / 3 }] } },
    { ...same, runs: { ...same.runs, all: [{ x: 0.3333 }, { x: 2 }] } },
  ])
    t.match(compareObject(expected, other), /runs: expected/, JSON.stringify(other))
})

t.test('file names are compared', async t => {
  t.ok(sameFileName(expected, 'a.b-report-0123abcd.csv'))
  t.notOk(sameFileName(expected, 'a.b-report-0123abcx.csv'))
  t.notOk(sameFileName(expected, 'a.b-report-0123abcd.parquet'))
  t.ok(sameFileName({ ...expected, fileName: 'exact.csv' }, 'exact.csv'))
})

import { DuckDBInstance } from '@duckdb/node-api'
import fc from '../../../support/fast-check.ts'
import { parquetMetadata } from 'hyparquet'
import { randomUUID } from 'node:crypto'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { replaceInFooter } from '../../../../server/answers/analytics/file.ts'

const written = join(t.testdir(), 'written.parquet')
const changed = join(t.testdirName, 'changed.parquet')
const placeholder = randomUUID()

async function duckdb(sql: string): Promise<unknown[][]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  return (await connection.runAndReadAll(sql)).getRowsJS()
}

async function bytes(path: string): Promise<ArrayBuffer> {
  return new Uint8Array(await readFile(path)).buffer
}

t.before(() =>
  duckdb(`COPY (SELECT i, 'name ' || i AS name, i / 3 AS share FROM range(300000) r(i)) TO '${written}'
  (FORMAT parquet, KV_METADATA {first: 'left', filled: '${placeholder}', last: 'as they were'})`),
)

t.test('only the placeholder is replaced, by text of any length', async t => {
  const { metadata_length: before, ...metadata } = parquetMetadata(await bytes(written))
  const text = fc
    .oneof(fc.string({ maxLength: 127 }), fc.string({ unit: 'grapheme', maxLength: 20 }))
    .filter(value => Buffer.byteLength(value) < 128)
  await fc.assert(
    fc.asyncProperty(text, async value => {
      await copyFile(written, changed)
      await replaceInFooter(changed, placeholder, value)
      const { metadata_length: after, ...now } = parquetMetadata(await bytes(changed))
      t.equal(after - before, Buffer.byteLength(value) - placeholder.length)
      t.strictSame(now, {
        ...metadata,
        key_value_metadata: metadata.key_value_metadata!.map(entry =>
          entry.key === 'filled' ? { key: 'filled', value } : entry,
        ),
      })
    }),
    { numRuns: 50 },
  )
  t.strictSame(
    await duckdb(
      `(FROM '${written}' EXCEPT FROM '${changed}') UNION ALL (FROM '${changed}' EXCEPT FROM '${written}')`,
    ),
    [],
  )
})

t.test('a file without the placeholder stays unchanged', async t => {
  await copyFile(written, changed)
  await t.rejects(replaceInFooter(changed, randomUUID(), '1'), /placeholder/)
  t.ok((await readFile(changed)).equals(await readFile(written)))
})

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { minimalDelivery } from '../../reference/minimal-delivery.ts'
import { deliver, faultsOf, query } from '../../support/delivery-folder.ts'
import { importDelivery } from '../../../server/store/facts/embedded/embedded-destination.ts'
import { type Teardown, temporaryFolder } from '../../support/temporary-folder.ts'

/** The minimal delivery as Parquet, one column of a table given by an SQL expression. */
async function withColumn(
  t: Teardown,
  table: string,
  column: string,
  sql: string,
): Promise<string> {
  const path = await deliver(t, minimalDelivery(), 'parquet')
  const file = join(path, `${table}.parquet`)
  await query(
    `COPY (SELECT * REPLACE (${sql} AS ${column}) FROM '${file}') TO '${file}' (FORMAT parquet)`,
  )
  return path
}

for (const [table, column, sql] of [
  ['cohorts', 'spend', '10.25::DOUBLE'],
  ['cohorts', 'spend', '10.25::DECIMAL(30,8)'],
  ['cohorts', 'spend', '10'],
  ['cohorts', 'spend', `'10.25'`],
  ['cohorts', 'paid_installs', '3::DOUBLE'],
  ['cohorts', 'paid_installs', '3::UTINYINT'],
  ['cohorts', 'paid_installs', '3::DECIMAL(5,1)'],
  ['cohorts', 'install_date', `TIMESTAMP '2026-03-30 00:00:00'`],
  ['cohorts', 'install_date', `'2026-03-30'`],
  ['cohorts', 'run_id', '1::HUGEINT'],
  ['recommendations', 'platform', 'NULL::VARCHAR'],
  ['apps', 'created_at', `TIMESTAMP_NS '2026-03-30 01:02:03'`],
  ['apps', 'created_at', `TIMESTAMPTZ '2026-03-30 01:02:03+00'`],
  ['apps', 'created_at', `'2026-03-30T01:02:03Z'`],
  ['apps', 'action_threshold', '0.1::FLOAT'],
  ['apps', 'live', `'true'`],
] as const) {
  t.test(`${column} as ${sql} is accepted`, async t => {
    const delivery = await withColumn(t, table, column, sql)
    t.match(await importDelivery({ dataDir: temporaryFolder(t), delivery }), { version: 1 })
  })
}

for (const [table, column, sql, rule] of [
  ['cohorts', 'spend', '10.00005::DOUBLE', /at most 4 decimals/],
  ['cohorts', 'spend', `'NaN'::DOUBLE`, /amount in plain digits/],
  ['cohorts', 'spend', '10.00005::DECIMAL(30,8)', /at most 4 decimals/],
  ['cohorts', 'spend', '1e13::DOUBLE', /amount/],
  ['cohorts', 'spend', '10.000001::DOUBLE', /at most 4 decimals/],
  ['cohorts', 'spend', '10::FLOAT', /this type is not supported/],
  ['cohorts', 'spend', 'true', /this type is not supported/],
  ['cohorts', 'paid_installs', '3.5::DOUBLE', /whole number/],
  ['cohorts', 'paid_installs', '-3', /must not be negative/],
  ['cohorts', 'install_date', `TIMESTAMP '2026-03-30 00:00:01'`, /calendar date/],
  ['cohorts', 'install_date', '20260330', /this type is not supported/],
  ['cohorts', 'install_date', `'infinity'::DATE`, /calendar date/],
  ['cohorts', 'network', '5', /must be text/],
  ['cohorts', 'network', `'a' || chr(0)`, /NUL/],
  ['apps', 'live', '1', /must be true or false/],
  ['apps', 'created_at', `DATE '2026-03-30'`, /this type is not supported/],
  ['apps', 'action_threshold', `'inf'::DOUBLE`, /finite/],
  ['cohort_revenue', 'paid_net', '0.12345::DOUBLE', /at most 4 decimals/],
  ['runs', 'max_install_date', `'31/03/2026'`, /calendar date|must be empty/],
] as const) {
  t.test(`${column} as ${sql} is refused`, async t => {
    const faults = await faultsOf(await withColumn(t, table, column, sql))
    t.match(faults[0], { file: `${table}.parquet`, column, rule })
  })
}

t.test('a truncated or damaged file is refused', async t => {
  const path = await deliver(t, minimalDelivery(), 'parquet')
  const file = join(path, 'cohort_revenue.parquet')
  const bytes = await readFile(file)
  for (const damaged of [
    bytes.subarray(0, bytes.length - 20),
    bytes.subarray(0, 0),
    Buffer.from('PAR1 not at all PAR1'),
  ]) {
    await writeFile(file, damaged)
    const [fault] = await faultsOf(path)
    t.match(fault, {
      file: 'cohort_revenue.parquet',
      rule: /must be a complete Parquet file|cannot be read as Parquet/,
    })
    t.notMatch(fault!.rule, /\/|Error/, 'neither a path nor what the driver says')
  }
  const scrambled = Buffer.from(bytes)
  scrambled.fill(0xee, 4, 60)
  await writeFile(file, scrambled)
  t.strictSame(await faultsOf(path), [
    { file: 'cohort_revenue.parquet', rule: 'cannot be read as Parquet: it may be damaged' },
  ])
})

t.test('text in another encoding gets our own message', async t => {
  const path = await withColumn(t, 'cohorts', 'network', `'caf' || chr(233)`)
  const file = join(path, 'cohorts.parquet')
  await query(`COPY (FROM '${file}') TO '${file}' (FORMAT parquet, COMPRESSION uncompressed)`)
  const bytes = await readFile(file)
  for (let at = bytes.indexOf('café'); at !== -1; at = bytes.indexOf('café'))
    bytes.write('\u00e9(', at + 3, 'latin1')
  await writeFile(file, bytes)
  t.strictSame(await faultsOf(path), [{ file: 'cohorts.parquet', rule: 'must be UTF-8' }])
})

t.test('an encrypted file gets our own message', async t => {
  const path = await deliver(t, minimalDelivery(), 'parquet')
  const file = join(path, 'cohorts.parquet')
  await query(`SET force_mbedtls_unsafe = true; PRAGMA add_parquet_key('key', '0123456789112345');
    COPY (SELECT * FROM '${file}') TO '${file}' (FORMAT parquet, ENCRYPTION_CONFIG {footer_key: 'key'})`)
  t.strictSame(await faultsOf(path), [{ file: 'cohorts.parquet', rule: 'must not be encrypted' }])
})

t.test('rounding noise of doubles does not count as decimals', async t => {
  const dataDir = temporaryFolder(t)
  const delivery = await withColumn(t, 'cohorts', 'spend', '0.1::DOUBLE + 0.2::DOUBLE')
  const revenue = join(delivery, 'cohort_revenue.parquet')
  await query(`COPY (SELECT * REPLACE (0.3::DOUBLE - 0.1::DOUBLE - 0.2::DOUBLE AS paid_gross, 123456789.1::DOUBLE * 3 AS paid_net)
    FROM '${revenue}') TO '${revenue}' (FORMAT parquet)`)
  await importDelivery({ dataDir, delivery })
  t.strictSame(
    await query(
      `SELECT spend, paid_gross_d7, paid_net_d7 FROM '${dataDir}/deliveries/1/facts-1.parquet'`,
    ),
    [{ spend: '0.3000', paid_gross_d7: '0.0000', paid_net_d7: '370370367.3000' }],
  )
})

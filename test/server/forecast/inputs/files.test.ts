import { DuckDBInstance } from '@duckdb/node-api'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ForecastFaults } from '../../../../server/forecast/config/config-faults.ts'
import { literal, sql } from '../../../../server/core/model/sql.ts'
import { repository } from '../../../support/repository.ts'
import { configFor, csv, linesOf, read, writeFiles } from '../../../support/forecast/inputs.ts'

const FIXTURES = join(repository, 'test/server/forecast/fixtures')
const TABLES = ['spend', 'installs', 'revenue'] as const

t.test('typed Parquet columns give the same as CSV', async t => {
  const folder = t.testdir()
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  for (const table of TABLES) {
    await connection.run(
      sql`COPY (FROM read_csv(${literal(join(FIXTURES, `neutral/${table}.csv`))})) TO ${literal(join(folder, `${table}.parquet`))}`,
    )
  }
  connection.closeSync()
  const files = (ending: string, prefix = '') =>
    TABLES.map(table => ({ table, files: [`${prefix}${table}.${ending}`] }))
  const wanted = linesOf((await read(configFor(FIXTURES, files('csv', 'neutral/')))).facts)
  t.same(linesOf((await read(configFor(folder, files('parquet')))).facts), wanted)
  writeFileSync(join(folder, 'spend.parquet'), 'PAR1')
  await t.rejects(read(configFor(folder, files('parquet'))), ForecastFaults)
})

t.test('only plain files are read, and all unreadable ones are reported together', async t => {
  const folder = t.testdir()
  mkdirSync(join(folder, 'folder.csv'))
  symlinkSync('/etc/passwd', join(folder, 'link.csv'))
  writeFiles(folder, { 'packed.zip': 'x', 'empty.csv': '' })
  const inputs = [
    'folder.csv',
    'link.csv',
    'packed.zip',
    'nowhere.csv',
    'no*.csv',
    'empty.csv',
  ].map(file => ({
    table: 'spend' as const,
    files: [file],
  }))
  const error: unknown = await read(configFor(folder, inputs)).catch((error: unknown) => error)
  t.ok(error instanceof ForecastFaults)
  t.match(
    (error as ForecastFaults).faults.map(({ file, rule }) => `${file}: ${rule}`),
    [
      'folder.csv: must be a file: put all its rows into one',
      'link.csv: must be a regular file, not a link, device, pipe or socket',
      'packed.zip: must be a .csv, .tsv, .txt, .csv.gz or .parquet file: unpack or convert it',
      /nowhere.csv: must be a file that can be read/,
      'no*.csv: must match at least one file',
      'empty.csv: must start with a header row',
    ],
  )
})

t.test('names are data and never SQL', async t => {
  const folder = t.testdir()
  const odd = [
    `'); DROP TABLE dims; --`,
    '{{x}}',
    '<script>',
    '* ? [a]',
    ' padded ',
    'null',
    '\u{1f4a9}',
    '\ufeffmark',
    "O'Hara",
  ]
  const names = odd.map(name => `IOS,"${name}","${name}",US`)
  const dates = ['2025-01-01', '2025-01-02']
  writeFiles(folder, {
    'installs.csv': csv(
      'install_date,platform,network,campaign,country,installs',
      ...dates.flatMap(date => names.map((name, n) => `${date},${name},${n + 1}`)),
    ),
    'revenue [1].csv': csv(
      'install_date,platform,network,campaign,country,age,revenue',
      ...dates.flatMap(date => names.map(name => `${date},${name},0,1`)),
    ),
  })
  const inputs = [
    { table: 'installs' as const, files: ['installs.csv'] },
    { table: 'revenue' as const, files: ['revenue [1].csv'] },
  ]
  const { facts } = await read(configFor(folder, inputs))
  t.same(
    [...facts.names.campaign].sort(),
    odd
      .filter(name => name !== 'null')
      .map(name => name.replace(/^ +| +$/g, ''))
      .sort(),
  )
  t.equal(
    facts.cells.installs.reduce((sum, installs) => sum + installs),
    45,
  )
})

t.test(
  'inputs without revenue, spend, more than one day or rows give facts or an error',
  async t => {
    const folder = t.testdir()
    const header = 'install_date,platform,network,campaign,country'
    const inputs = [
      { table: 'installs' as const, files: ['installs.csv'] },
      { table: 'revenue' as const, files: ['revenue.csv'] },
    ]
    writeFiles(folder, {
      'installs.csv': csv(`${header},installs`, '2025-01-01,IOS,A,One,US,0'),
      'revenue.csv': csv(`${header},age,revenue`),
    })
    const { facts, coverage } = await read(configFor(folder, inputs, { lagDays: 0 }))
    t.same(
      [facts.cells.count, facts.revenue.length, facts.firstDay === facts.lastDay],
      [1, 0, true],
    )
    t.match(coverage.all, {
      installs: 0,
      spend: 0,
      revenue: 0,
      unattributed: { installs: 0, spend: 0, revenue: 0 },
    })
    await t.rejects(read(configFor(folder, inputs)), ForecastFaults)
    writeFiles(folder, { 'installs.csv': csv(`${header},installs`) })
    await t.rejects(read(configFor(folder, inputs)), ForecastFaults)
  },
)

import { parse } from 'csv-parse/sync'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { scanCsv } from '../../../../server/imports/reader/scan.ts'
import { openDelivery } from '../../../../server/imports/check/source.ts'
import { stage } from '../../../../server/imports/check/stage.ts'
import { formatFaults } from '../../../../server/imports/load/import.ts'
import { Workspace } from '../../../../server/imports/workspace.ts'
import { catalogIn } from '../../../../server/store/facts/embedded/named-files.ts'
import { importDelivery } from '../../../../server/store/facts/embedded/embedded-destination.ts'
import { cohortRow, minimalDelivery, revenueRow } from '../../../reference/minimal-delivery.ts'
import fc from '../../../support/fast-check.ts'
import { deliver, faultsOf, load, query, refusal } from '../../../support/delivery-folder.ts'
import { type Teardown, temporaryFolder } from '../../../support/temporary-folder.ts'

const HEADER = 'network,traditional'

async function networks(t: Teardown, content: string | Buffer): Promise<string> {
  const path = temporaryFolder(t)
  await writeFile(join(path, 'networks.csv'), content)
  return path
}

t.test('a stray quote is located at any depth of the file', async t => {
  const rows = Array.from({ length: 300_000 }, (_, index) => `n${index},${index % 2 === 0}`)
  rows[250_000] = 'n"250000,true'
  const faults = await faultsOf(await networks(t, [HEADER, ...rows].join('\n')))
  t.match(faults, [
    {
      file: 'networks.csv',
      row: 250_002,
      column: 'network',
      rule: /must not have a quote inside a field/,
    },
  ])
})

for (const [what, text, row, column, rule] of [
  [
    'text after a closing quote',
    `${HEADER}\n"a\nb",true\n"c"d,true\n`,
    4,
    'network',
    /text between a closing quote/,
  ],
  [
    'an unclosed quote',
    `${HEADER}\na,true\n"b,true\nc,true\n`,
    3,
    'network',
    /must close the quote/,
  ],
  ['a NUL', `${HEADER}\na,true\nb\0,true\n`, 3, 'network', /must not contain a NUL/],
  [
    'too few fields',
    `${HEADER}\na,true\nb\n`,
    3,
    undefined,
    /must have 2 fields, like the header: this line has 1/,
  ],
  ['too many fields', `${HEADER}\na,true\nb,true,x\n`, 3, undefined, /this line has 3/],
  [
    'a fault below a field of several lines',
    `${HEADER}\n"a\n\nb",true\n\nc,maybe\n`,
    6,
    'traditional',
    /must be true or false/,
  ],
  [
    'a fault in a field of several lines',
    `${HEADER}\na,true\n"b\nc",maybe\n`,
    3,
    'traditional',
    /must be true or false/,
  ],
  ['a missing column', 'network\na\n', 1, 'traditional', /missing column/],
  ['a repeated column', `${HEADER},network\na,true,b\n`, 1, 'network', /must not be repeated/],
  ['an empty file', '', undefined, undefined, /must start with a header/],
] as const) {
  t.test(`${what} is refused`, async t => {
    t.match(await faultsOf(await networks(t, text)), [{ file: 'networks.csv', row, column, rule }])
  })
}

t.test('an unknown column is named and ignored', async t => {
  const dataDir = temporaryFolder(t)
  const { rows, warnings } = await importDelivery({
    dataDir,
    delivery: await networks(t, `rank,${HEADER}\n1,a,true\n`),
  })
  t.equal(rows.networks, 1)
  t.same(warnings, ['networks.csv: the column rank is not used'])
  t.same((await catalogIn(dataDir)).networks, [{ network: 'a', traditional: true }])
})

for (const [what, text, row] of [
  ['CR LF among LF', `${HEADER}\na,true\nb,true\r\nc,true\n`, 3],
  ['LF among CR LF', `${HEADER}\r\n"a\nb",true\r\nb,true\nc,true\r\n`, 4],
  ['a header with another one', `${HEADER}\na,true\r\nb,true\r\n`, 2],
] as const) {
  t.test(`mixed line ends are refused: ${what}`, async t => {
    t.match(await faultsOf(await networks(t, text)), [
      { row, rule: /must end all lines with LF, or all with CR LF/ },
    ])
  })
}

for (const [what, text, row, column] of [
  ['all line ends', `${HEADER}\ra,true\rb,true\r`, 1, undefined],
  ['one line end', `${HEADER}\na,true\rb,true\n`, 2, 'traditional'],
  ['one line end among CR LF', `${HEADER}\r\na,true\r\nb,true\rc,true\r\n`, 3, 'traditional'],
  ['text', `${HEADER}\r\na,true\r\n"b",true\r\nc\rc,true\r\n`, 4, 'network'],
  ['text after quotes', `${HEADER}\n"b"\r,true\n`, 2, 'network'],
  ['the end', `${HEADER}\na,true\r`, 2, 'traditional'],
  ['a doubled CR', `${HEADER}\r\na,true\r\r\n`, 2, 'traditional'],
] as const) {
  t.test(`a CR alone is refused: ${what}`, async t => {
    t.match(await faultsOf(await networks(t, text)), [
      { row, column, rule: /must not have a CR outside quotes/ },
    ])
  })
}

t.test('CR LF may straddle the chunks of a file', async t => {
  const path = join(temporaryFolder(t), 'long.csv')
  for (const shift of [0, 1, 2]) {
    const row = `${'n'.repeat(1023)}\r\n`
    await writeFile(path, `${'h'.repeat(1024 - 2 + shift)}\r\n${row.repeat(9000)}`)
    t.strictSame(await scanCsv(path), { records: 9000 })
  }
  const inside = 4 * 1024 * 1024 - 1
  await writeFile(path, `h\n${'n'.repeat(999_999)}\n`.repeat(4).padEnd(inside, 'x') + '\rx\n')
  t.match(await scanCsv(path), { faults: [{ line: 9, rule: /CR outside quotes/ }] })
})

t.test('a character may straddle them too', async t => {
  const path = join(temporaryFolder(t), 'long.csv')
  const rows = `${'n'.repeat(1023)}\n`.repeat(4096)
  for (const character of ['é', '€', '🚀']) {
    for (let before = 1; before < Buffer.byteLength(character); before++) {
      await writeFile(path, `${rows.slice(before)}${character}\n`)
      t.strictSame(
        await scanCsv(path),
        { records: 4096 },
        `${character} after ${before} of its bytes`,
      )
    }
  }
})

t.test('a row has a maximum length, and a longer one is located', async t => {
  for (const [bytes, quote] of [
    [2_000_000, ''],
    [2_000_000, '"'],
  ] as const) {
    const text = quote + 'n'.repeat(bytes - '""'.length * quote.length - 'a,true,'.length) + quote
    t.match(
      await importDelivery({
        dataDir: temporaryFolder(t),
        delivery: await networks(t, `${HEADER},rest\r\na,true,${text}\r\n`),
      }),
      {
        rows: { networks: 1 },
      },
    )
    t.match(
      await faultsOf(
        await networks(t, `${HEADER},rest\na,true,short\na,true,${text.replace('n', 'nn')}\n`),
      ),
      [{ row: 3, column: 'rest', rule: 'must have at most 2000000 bytes in one row' }],
    )
  }
  t.match(await faultsOf(await networks(t, `${HEADER}\n${'n'.repeat(3_000_000)},true`)), [
    { row: 2, column: 'network' },
  ])
})

t.test('text that is not UTF-8 is refused', async t => {
  const latin1 = Buffer.concat([
    Buffer.from(`${HEADER}\nfür,true\nf`),
    Buffer.from([0xfc]),
    Buffer.from('r,true\n'),
  ])
  t.match(await faultsOf(await networks(t, latin1)), [
    { file: 'networks.csv', row: 3, rule: 'must be UTF-8' },
  ])
})

t.test(
  'line ends, a byte order mark, quotes, blank lines and the order of columns do not matter',
  async t => {
    for (const text of [
      'network,traditional\nMeta,true\n"Ads, ""US""\nTier 1",false',
      '\ufefftraditional,network\r\n\r\ntrue,Meta\r\nfalse,"Ads, ""US""\nTier 1"\r\n',
      '\ufeff"network","traditional"\n"Meta","true"\n"Ads, ""US""\nTier 1","false"\n',
      '"network","traditional"\n"Meta","true"\n"Ads, ""US""\nTier 1","false"\n',
    ]) {
      const dataDir = temporaryFolder(t)
      const delivery = await networks(t, text)
      const { importDelivery } =
        await import('../../../../server/store/facts/embedded/embedded-destination.ts')
      t.match(await importDelivery({ dataDir, delivery }), { rows: { networks: 2 } })
      const catalog = await catalogIn(dataDir)
      t.strictSame(catalog.networks, [
        { network: 'Ads, "US"\nTier 1', traditional: false },
        { network: 'Meta', traditional: true },
      ])
    }
  },
)

t.test('files must be named after tables, once', async t => {
  const path = await deliver(t, minimalDelivery())
  await writeFile(join(path, 'cohort.csv'), '')
  await writeFile(join(path, 'runs.parquet'), '')
  await writeFile(join(path, 'README.md'), 'not data')
  t.match(await faultsOf(path), [
    { file: 'cohort.csv', rule: /must be named after a table/ },
    { file: 'runs.parquet', rule: /duplicate table/ },
  ])
  await rm(path, { recursive: true })
  t.match(await faultsOf(temporaryFolder(t)), [{ rule: /must hold at least one table/ }])
})

t.test('a file that may be a table is never ignored', async t => {
  for (const [name, rule] of [
    ['alerts.csv.gz', /must be alerts\.csv or alerts\.parquet.*unpack/],
    ['roas_snapshots.CSV', /must be roas_snapshots\.csv or/],
    ['cohorts-2026.csv.zst', /must be cohorts\.csv or/],
    ['Runs.xlsx', /must be runs\.csv or/],
    ['apps', /must be apps\.csv or/],
    ['cohort.csv.gz', /must be named after a table/],
    ['Snapshots.PARQUET', /must be named after a table/],
  ] as const) {
    const path = await networks(t, `${HEADER}\na,true\n`)
    await writeFile(join(path, name), 'x')
    t.match(await faultsOf(path), [{ file: name, row: undefined, rule }], name)
  }
})

t.test('a table must be a readable file', async t => {
  const path = await networks(t, `${HEADER}\na,true\n`)
  await mkdir(join(path, 'cohorts.csv'))
  await mkdir(join(path, 'alerts.parquet'))
  await mkdir(join(path, 'recommendations'))
  await symlink(join(path, 'nowhere'), join(path, 'runs.csv'))
  t.match(await faultsOf(path), [
    { file: 'runs.csv', rule: /must be a regular file, not a link/ },
    { file: 'cohorts.csv', rule: /must be a file/ },
    { file: 'recommendations', rule: /must be recommendations\.csv/ },
    { file: 'alerts.parquet', rule: /must be a file/ },
  ])
  t.strictSame(await faultsOf(join(path, 'none')), [
    { file: 'none', rule: `folder not found: ${join(path, 'none')}` },
  ])
  t.match(await faultsOf(join(path, 'networks.csv')), [
    { file: 'networks.csv', rule: /not a folder/ },
  ])
})

t.test('files that belong to no table are named', async t => {
  const path = await networks(t, `${HEADER}\na,true\n`)
  for (const name of ['README.md', '_SUCCESS', '.networks.csv.crc', 'networking.txt'])
    await writeFile(join(path, name), 'x')
  t.strictSame((await importDelivery({ dataDir: temporaryFolder(t), delivery: path })).warnings, [
    'not read, since no table has that name: .networks.csv.crc, README.md, _SUCCESS, networking.txt',
  ])
  for (let index = 0; index < 20; index++) await writeFile(join(path, `x${index}`), 'x')
  t.match((await importDelivery({ dataDir: temporaryFolder(t), delivery: path })).warnings, [
    / and 14 more$/,
  ])
})

t.test('a file must yield every row that was counted', async t => {
  const scratch = temporaryFolder(t)
  const engine = await Workspace.open(scratch)
  t.teardown(() => engine.close())
  const {
    sources: [source],
  } = await openDelivery(engine, await networks(t, `${HEADER}\na,true\nb,true\n`), {
    scratch,
    directories: [],
  })
  await t.rejects(
    stage(engine, { ...source!, rows: 3 }, () => {}),
    {
      name: 'DeliveryError',
      faults: [{ file: 'networks.csv', rule: 'must be readable to its end: only 2 of 3 rows are' }],
    },
  )
})

t.test('an error in a long file is located on its row', async t => {
  const campaigns = Array.from({ length: 200_000 }, (_, index) =>
    index % 3 === 0 ? `a\n${index}` : `a${index}`,
  )
  const cohorts = campaigns.map(campaign => cohortRow({ campaign }))
  cohorts[150_001] = cohortRow({ campaign: 'bad', spend: '-7' })
  const delivery = await deliver(t, minimalDelivery({ cohorts, cohort_revenue: [] }))
  const refused = await refusal(temporaryFolder(t), delivery)
  t.match(refused.faults, [
    {
      file: 'cohorts.csv',
      row: 150_001 + 50_001 + 2,
      column: 'spend',
      value: '-7',
      rule: 'must not be negative',
    },
  ])
  t.strictSame(formatFaults(refused), [
    'The delivery has 1 error; nothing was loaded:',
    '  cohorts.csv, line 200004, spend: must not be negative ("-7")',
  ])
})

t.test('invalid revenue rows of a long file are located on their rows', async t => {
  const campaigns = Array.from({ length: 40_000 }, (_, index) => `C${index}`)
  const cohort_revenue = campaigns.flatMap(campaign =>
    [1, 7, 365].map(dsi => revenueRow({ campaign, dsi })),
  )
  cohort_revenue[50_000] = revenueRow({ campaign: 'C1', dsi: 7 })
  cohort_revenue[70_001] = revenueRow({ campaign: 'C2', dsi: 7, paid_net: '1.23456' })
  cohort_revenue[100_002] = revenueRow({ campaign: 'nowhere' })
  const cohorts = campaigns.map(campaign => cohortRow({ campaign }))
  t.match(await faultsOf(await deliver(t, minimalDelivery({ cohorts, cohort_revenue }))), [
    { row: 50_002, rule: /must not repeat the key/ },
    { row: 70_003, column: 'paid_net', value: '1.23456', rule: 'must have at most 4 decimals' },
    { row: 100_004, rule: 'must have a row in cohorts' },
  ])
})

t.test('values are stored unchanged', async t => {
  const names = [
    '=1+1',
    ' padded ',
    'ÄÖÜ é',
    'é',
    '🚀',
    'NULL',
    '"quoted"',
    "it's",
    'a,b',
    '\\N',
    '#x',
  ]
  const dataDir = temporaryFolder(t)
  await load(
    t,
    dataDir,
    minimalDelivery({
      cohorts: names.map(campaign => cohortRow({ campaign })),
      cohort_revenue: [],
    }),
  )
  const stored = await query(`SELECT campaign FROM '${dataDir}/deliveries/1/identities-1.parquet'`)
  t.strictSame(stored.map(row => row.campaign).sort(), [...names, 'Alpha'].sort())
})

t.test('the scan agrees with a strict parser on valid files and the number of records', async t => {
  const path = join(temporaryFolder(t), 'any.csv')
  const pieces = (end: string) =>
    fc.array(fc.constantFrom('"', '""', ',', end, 'a', 'é', ' '), { maxLength: 14 })
  const texts = fc
    .constantFrom('\n', '\r\n')
    .chain(pieces)
    .map(parts => parts.join(''))
  await fc.assert(
    fc.asyncProperty(texts, async text => {
      await writeFile(path, text)
      const { records, faults } = await scanCsv(path)
      let parsed: number | undefined
      try {
        const options = {
          relax_column_count: true,
          skip_empty_lines: true,
          record_delimiter: ['\n', '\r\n'],
        }
        parsed = (parse(text, options) as unknown[]).length
      } catch {
        parsed = undefined
      }
      if ((faults === undefined) !== (parsed !== undefined)) return false
      return parsed === undefined || records === Math.max(0, parsed - 1)
    }),
    { numRuns: 2000 },
  )
})

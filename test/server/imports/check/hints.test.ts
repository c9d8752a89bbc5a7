import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { type DeliveryFault, formatFaults } from '../../../../server/imports/load/import.ts'
import type { Delivery } from '../../../reference/delivery.ts'
import { appRow, cohortRow, minimalDelivery } from '../../../reference/minimal-delivery.ts'
import { deliver, faultsOf, refusal } from '../../../support/delivery-folder.ts'
import { type Teardown, temporaryFolder } from '../../../support/temporary-folder.ts'

async function networks(
  t: Teardown,
  content: string | Buffer,
  name = 'networks.csv',
): Promise<DeliveryFault[]> {
  const path = temporaryFolder(t)
  await writeFile(join(path, name), content)
  return await faultsOf(path)
}

const TEXT = 'network,traditional\nMeta,true\n'

function utf16(text: string): Buffer {
  return Buffer.from(text, 'utf16le')
}

t.test('a file that is not UTF-8 CSV gets an error that names its format and the fix', async t => {
  for (const [what, content, rule] of [
    [
      'UTF-16 with its mark',
      utf16(`\ufeff${TEXT}`),
      'must be CSV in UTF-8: this is UTF-16; save it as UTF-8',
    ],
    [
      'the other UTF-16',
      utf16(`\ufeff${TEXT}`).swap16(),
      'must be CSV in UTF-8: this is UTF-16; save it as UTF-8',
    ],
    ['UTF-16 without it', utf16(TEXT), 'must be CSV in UTF-8: this is UTF-16; save it as UTF-8'],
    [
      'a workbook',
      Buffer.from('PK\x03\x04\x14\0'),
      /zip archive or an Excel workbook; unpack it, or save the sheet as CSV UTF-8/,
    ],
    ['gzip', gzipSync(TEXT), 'must be CSV in UTF-8: this is compressed with gzip; unpack it'],
    [
      'Latin-1',
      Buffer.from('network,traditional\nfür,true\n', 'latin1'),
      /must be UTF-8: convert it, it may be Latin-1/,
    ],
  ] as const) {
    t.match(await networks(t, content), [{ file: 'networks.csv', rule }], what)
  }
  t.match(await networks(t, gzipSync(TEXT), 'networks.parquet'), [
    { rule: 'must be Parquet: this is compressed with gzip; unpack it' },
  ])
  t.match(await networks(t, utf16(`\ufeff${TEXT}`), 'networks.parquet'), [
    { rule: 'must be Parquet: this is UTF-16; name it .csv' },
  ])
  const path = await deliver(t, { networks: [{ network: 'Meta', traditional: true }] }, 'parquet')
  await rename(join(path, 'networks.parquet'), join(path, 'networks.csv'))
  t.match(await faultsOf(path), [
    { rule: 'must be CSV in UTF-8: this is Parquet; name it .parquet' },
  ])
})

t.test('headers with other separators or a misspelled column are recognized', async t => {
  for (const [separator, name] of [
    [';', 'semicolons'],
    ['\t', 'tabs'],
    ['|', 'bars'],
  ] as const) {
    const value = `network${separator}traditional`
    const faults = await networks(t, `${value}\n"Meta"${separator}true\n`)
    t.match(faults, [
      {
        file: 'networks.csv',
        row: 1,
        value,
        rule: `must have commas between its columns: this one has ${name}`,
      },
    ])
    t.equal(faults.length, 1, 'and nothing else is reported')
  }
  const missing = 'is required: missing column'
  for (const [header, rule] of [
    ['network,traditonal', `${missing}; did you mean the one named "traditonal"?`],
    ['network,Traditional', `${missing}; did you mean the one named "Traditional"?`],
    ['network, traditional', `${missing}; did you mean the one named " traditional"?`],
    ['network,kind', missing],
  ] as const) {
    t.strictSame(
      await networks(t, `${header}\nMeta,true\n`),
      [{ file: 'networks.csv', row: 1, column: 'traditional', rule }],
      header,
    )
  }
})

t.test('misspelled names of files and folders get a suggestion', async t => {
  const rule = async (name: string) => (await networks(t, TEXT, name))[0]!.rule
  t.match(
    await rule('networks.xlsx'),
    'must be networks.csv or networks.parquet: an Excel workbook: save its sheet as CSV UTF-8',
  )
  t.match(await rule('network.csv'), /must be named after a table: .*; is it networks\?$/)
  t.match(
    await rule('delivery.zip'),
    'must hold at least one table as <table>.csv or <table>.parquet: unpack delivery.zip',
  )
  const path = temporaryFolder(t)
  await mkdir(join(path, 'inner'))
  await writeFile(join(path, 'delivery.zip'), '')
  t.match(await faultsOf(join(path, 'delivery.zip')), [
    { rule: `not a folder: ${path}/delivery.zip is a file; unpack it` },
  ])
  t.match(await faultsOf(join(path, 'none')), [{ rule: `folder not found: ${path}/none` }])
})

t.test('cells in spreadsheet and regional formats get a hint', async t => {
  const described = async (delivery: Delivery) =>
    (await faultsOf(await deliver(t, delivery))).map(
      ({ column, value, rule }) => `${column} ${value}: ${rule}`,
    )
  const cells = async (column: string, values: readonly [string, RegExp][]) => {
    const rows = values.map(([value], index) => ({
      ...cohortRow({ campaign: `C${index}` }),
      [column]: value,
    }))
    t.match(
      await described(minimalDelivery({ cohorts: rows, cohort_revenue: [] })),
      values.map(([, rule]) => rule),
    )
  }
  await cells('spend', [
    ['12,5', /: 12\.5, not 12,5$/],
    ['-1000,25', /: 12\.5, not 12,5$/],
    ['1,234.5', /without separators between thousands$/],
    ['1.234,5', /without separators between thousands$/],
    ['1 234', /without separators between thousands$/],
    ['$12.5', /without a currency$/],
    ['12.5 EUR', /without a currency$/],
    [' 12.5', /without surrounding spaces$/],
    ['1e3', /after the decimal point$/],
    ['NaN', /a value is required; write 0, or leave the row out$/],
  ])
  await cells('full_blended_installs', [
    ['8.0', /without a decimal point: 3, not 3\.0$/],
    ['1,234', /without separators$/],
    ['1.5', /must be a whole number from 0 to/],
  ])
  await cells('install_date', [
    ['31/12/2026', /YYYY-MM-DD: these are day, month, year: "31.12.2026" is 2026-12-31$/],
    ['31.12.2026', /YYYY-MM-DD: these are day, month, year: "31.12.2026" is 2026-12-31$/],
    ['31.12.26', /YYYY-MM-DD: with all four digits of the year$/],
    ['20261231', /YYYY-MM-DD: 2026\/3\/8 and 20260308 are 2026-03-08$/],
    ['2026-03-30T00:00:00Z', /YYYY-MM-DD: without a time$/],
    ['2026-02-30', /YYYY-MM-DD: this day does not exist$/],
    ['46111', /spreadsheets store dates as numbers; format the column as YYYY-MM-DD$/],
  ])
  const app = (overrides: object) =>
    described(minimalDelivery({ apps: [{ ...appRow(), ...overrides }] }))
  t.match(await app({ dsi_values: '1, 7, 365' }), [
    /^dsi_values 1, 7, 365: must be whole numbers separated by commas: 7,30, without/,
  ])
  t.match(await app({ dsi_values: '[1;7;365]' }), [/separated by commas/])
  t.match(await app({ dsi_values: '1,07,365' }), [
    /^dsi_values 1,07,365: must be whole numbers separated by commas: 7,30$/,
  ])
  t.match(await app({ live: 'TRUE' }), [/must be true or false: in lower case/])
  t.match(await app({ action_threshold: '5%' }), [/must be a finite number: 0\.05 for 5 %/])
  t.match(await app({ action_threshold: '0,05' }), [/with a decimal point: 0\.5, not 0,5/])
  t.match(await app({ created_at: '2026-03-31 06:00:00' }), [/with a T instead of the space/])
  t.match(await app({ created_at: '2026-03-31' }), [/not the date alone/])
  t.match(await app({ created_at: '2026-03-31T06:00:00+02:00' }), [/convert it/])
  t.match(await app({ created_at: '2026-03-31T06:00' }), [/seconds and Z included/])
})

t.test('ambiguous dates get a hint, unless a day above 12 decides', async t => {
  const rule = async (...dates: string[]) => {
    const cohorts = dates.map((install_date, index) =>
      cohortRow({ campaign: `C${index}`, install_date }),
    )
    return (
      await faultsOf(await deliver(t, minimalDelivery({ cohorts, cohort_revenue: [] })))
    )[0]!.rule.replace(/^.*YYYY-MM-DD: /, '')
  }
  t.equal(
    await rule('08/10/2025', '13/10/2025'),
    'these are day, month, year: "08/10/2025" is 2025-10-08, since "13/10/2025" is among them',
  )
  t.equal(
    await rule('08/10/2025', '10/13/2025'),
    'these are month, day, year: "08/10/2025" is 2025-08-10, since "10/13/2025" is among them',
  )
  t.equal(
    await rule('08/10/2025'),
    '"08/10/2025" can be 2025-10-08 (day first) or 2025-08-10 (month first)',
  )
  t.match(
    await rule('13/10/2025', '10/13/2025'),
    /^some dates begin with the day \("13.*others with the month \("10/,
  )
})

t.test('invisible spaces are shown', async t => {
  const left = await linesOf(
    t,
    minimalDelivery({ cohorts: [cohortRow({ platform: 'IOS ' as 'IOS' })], cohort_revenue: [] }),
  )
  t.match(left, [/must be one of IOS, ANDROID, WEB \("IOS␣"\)$/])
  const odd = await linesOf(
    t,
    minimalDelivery({ cohorts: [cohortRow({ spend: '1\u202f234' })], cohort_revenue: [] }),
  )
  t.match(odd, [/\("1\\u\{202f\}234"\)$/])
  const apart = await linesOf(t, minimalDelivery({ cohorts: [cohortRow({ network: 'Meta ' })] }))
  t.match(apart, [/must have a row in cohorts: there network is "Meta␣", here "Meta" /])
})

async function linesOf(t: Teardown, delivery: Delivery): Promise<string[]> {
  return formatFaults(await refusal(temporaryFolder(t), await deliver(t, delivery))).slice(1)
}

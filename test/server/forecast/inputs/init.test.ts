import { cpSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parseDocument } from 'yaml'
import { parseConfig } from '../../../../server/forecast/config/read-config.ts'
import { ForecastFaults } from '../../../../server/forecast/config/config-faults.ts'
import { initConfig } from '../../../../server/forecast/inputs/init.ts'
import { repository } from '../../../support/repository.ts'
import { configFor, read, writeFiles } from '../../../support/forecast/inputs.ts'

const FIXTURES = join(repository, 'test/server/forecast/fixtures')

interface ParsedConfig {
  inputs: { table: string; files: string[]; format?: string; kind?: string; columns?: object }[]
}

async function inputsOf(folder: string, from?: string): Promise<ParsedConfig['inputs']> {
  const document = parseDocument((await initConfig(folder, { from })).text)
  return document.errors.length > 0 ? [] : (document.toJS() as ParsedConfig).inputs
}

t.test('files without rows leave the first day blank', async t => {
  const folder = t.testdir()
  writeFiles(folder, {
    'spend.csv': 'date,platform,network,campaign,country,spend\n',
    'installs.csv': 'install_date,platform,network,campaign,country,installs\n',
  })
  t.match(await inputsOf(folder), [{ table: 'installs' }, { table: 'spend' }])
})

t.test('headers determine tables and formats; the rest is left blank', async t => {
  t.match(await inputsOf(join(FIXTURES, 'adjust')), [
    { table: 'spend', files: ['report.csv'], format: 'adjust' },
    { table: 'installs', format: 'adjust' },
    { table: 'revenue', format: 'adjust' },
  ])
  t.match(await inputsOf(join(FIXTURES, 'appsflyer-raw')), [
    { table: 'revenue', files: ['in_app_events.csv'], format: 'appsflyer-raw' },
    { table: 'installs', files: ['installs.csv'] },
  ])
  t.match(await inputsOf(join(FIXTURES, 'appsflyer-cohort'), 'appsflyer'), [
    { table: 'installs', files: ['part-00000.csv', 'part-00001.csv'], format: 'appsflyer-cohort' },
    { table: 'revenue' },
  ])
  t.match(await inputsOf(join(FIXTURES, 'appsflyer-aggregate')), [
    { table: 'spend', columns: { platform: '=ANDROID' } },
    { table: 'installs', columns: { platform: '=ANDROID' } },
    { table: 'spend', columns: { platform: '=IOS' } },
    { table: 'installs' },
  ])
  t.same(
    (await inputsOf(join(FIXTURES, 'neutral'))).map(({ table }) => table),
    ['installs', 'revenue', 'spend'],
  )
  await t.rejects(initConfig(FIXTURES, { from: 'excel' }), ForecastFaults)
})

t.test('an unedited config gives facts; answers given are not guesses', async t => {
  const folder = t.testdir()
  cpSync(join(FIXTURES, 'adjust'), folder, { recursive: true })
  writeFiles(folder, { 'notes.csv': 'what,why\n1,2\n' })
  const { text, said } = await initConfig(folder, {
    provided: { id: 7, name: 'Merge: "Manor"', target: 1.1, dsi: 7 },
  })
  t.match(text, /Not known, and left out: "notes.csv"/)
  t.match(text, /^ {2}id: 7 # below 90000$/m)
  t.match(text, /^ {2}roas: 1\.1 # 1\.0 is 100 %/m)
  const config = parseConfig(text, { file: 'forecast.yaml', folder })
  t.match(config, {
    app: { id: 7, name: 'Merge: "Manor"' },
    targets: { dsi: 7, roas: 1.1, roasType: 'paid' },
  })
  t.match(config.networks.traditional, ['Apple', 'Google Ads ACI'])
  t.match(config.organic.networks, ['Organic'])
  t.match(said.join('\n'), /Networks that take a ROAS bid: Apple, Google Ads ACI\./)
  const { facts } = await read(config)
  t.ok(facts.cells.count > 20)
  const { text: guessed } = await initConfig(folder)
  t.match(guessed, /^ {2}id: 101 # guess: below 90000$/m)
  t.match(guessed, /^ {2}roas: 1 # guess/m)
})

t.test(
  'nothing is counted twice: installs come with their revenue, other inputs are commented out',
  async t => {
    const folder = t.testdir()
    for (const name of ['appsflyer-raw', 'appsflyer-aggregate'])
      cpSync(join(FIXTURES, name), join(folder, name), { recursive: true })
    const { text, said } = await initConfig(folder)
    const { inputs } = parseDocument(text).toJS() as ParsedConfig
    t.same(
      inputs.map(({ table, format }) => `${table} ${format}`),
      [
        'spend appsflyer-aggregate',
        'spend appsflyer-aggregate',
        'revenue appsflyer-raw',
        'installs appsflyer-raw',
      ],
    )
    t.match(
      text,
      /# Left out: counts the same installs again as appsflyer-raw\/installs\.csv \(appsflyer-raw\)\n {2}# {2}- table: installs/,
    )
    t.match(said.join('\n'), /Leaves out installs of appsflyer-aggregate\/android\.csv/)
  },
)

t.test('keeping both inputs by hand is an error', async t => {
  const of = (table: 'installs' | 'revenue', format: string, file: string) => ({
    table,
    format,
    files: [`${format}/${file}`],
  })
  const inputs = [
    of('installs', 'appsflyer-raw', 'installs.csv'),
    of('installs', 'appsflyer-aggregate', 'ios.csv'),
    of('revenue', 'appsflyer-raw', 'in_app_events.csv'),
  ]
  const error: unknown = await read(
    configFor(
      FIXTURES,
      inputs.map(input => ({ ...input, columns: { platform: '=IOS' } })),
    ),
  ).catch((error: unknown) => error)
  t.match(error, { faults: [{ rule: /count the same installs as appsflyer-raw\/installs\.csv/ }] })
})

t.test('columns of unknown files are proposed by name', async t => {
  const folder = t.testdir()
  writeFiles(folder, {
    'kosten_ios_2026-03-01.csv':
      'Tag;Kanal;Kampagne;Land;Kosten (EUR)\n01.03.2026;TikTok;One;DE;12,50\n13.03.2026;Some Net;One;DE;1,50\n',
    'kosten_ios_2026-03-02.csv':
      'Tag;Kanal;Kampagne;Land;Kosten (EUR)\n14.03.2026;TikTok;One;DE;12,50\n',
    'cohorts.csv':
      'Install Date,OS,Media Source,Campaign Name,Country Code,New Users,rev_d0,rev_d7\n2026-03-01,ios,TikTok,One,DE,5,1,2\n',
  })
  const { text, said } = await initConfig(folder)
  const { inputs, networks } = parseDocument(text).toJS() as ParsedConfig & { networks: object }
  t.match(inputs, [
    {
      table: 'installs',
      files: ['cohorts.csv'],
      columns: {
        install_date: 'Install Date',
        platform: 'OS',
        network: 'Media Source',
        campaign: 'Campaign Name',
        country: 'Country Code',
        installs: 'New Users',
      },
    },
    { table: 'revenue', files: ['cohorts.csv'], columns: { revenue: 'rev_d<n>' } },
    {
      table: 'spend',
      files: ['kosten_ios_*.csv'],
      columns: { date: 'Tag', platform: '=IOS', network: 'Kanal', spend: 'Kosten (EUR)' },
    },
  ])
  t.match(networks, { traditional: ['TikTok'] })
  t.match(text, /# Not known, add those that take a ROAS bid: "Some Net"/)
  t.match(
    said.join('\n'),
    /read as separated by semicolons; decimal comma \("1,50"\); dates as day\/month\/year/,
  )
})

import { cpSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parseDocument } from 'yaml'
import { parseConfig } from '../../../../server/forecast/config/read-config.ts'
import { ForecastFaults } from '../../../../server/forecast/config/faults.ts'
import { initConfig } from '../../../../server/forecast/inputs/init.ts'
import { repository } from '../../../support/repository.ts'
import { read, writeFiles } from '../support/inputs.ts'

const FIXTURES = join(repository, 'test/server/forecast/fixtures')

interface Shown {
  inputs: { table: string; files: string[]; format?: string; kind?: string; columns?: object }[]
}

async function inputsOf(folder: string, from?: string): Promise<Shown['inputs']> {
  const document = parseDocument(await initConfig(folder, from))
  return document.errors.length > 0 ? [] : (document.toJS() as Shown).inputs
}

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
  await t.rejects(initConfig(FIXTURES, 'excel'), ForecastFaults)
})

t.test('blank values are reported by line, and once filled in the config is valid', async t => {
  const folder = t.testdir()
  cpSync(join(FIXTURES, 'adjust'), folder, { recursive: true })
  writeFiles(folder, { 'notes.csv': 'what,why\n1,2\n' })
  const text = await initConfig(folder)
  t.match(text, /Not known, and left out: "notes.csv"/)
  const blank = t.throws(() => parseConfig(text, { file: 'forecast.yaml', folder })) as unknown as ForecastFaults
  t.match(
    blank.faults.map(({ column }) => column),
    ['company.id', 'company.name', 'app.id', 'app.name', 'app.created_at', 'targets.dsi', 'targets.roas_type', 'targets.revenue_type'],
  )
  const filled = text
    .replace('{ id: , name: }', '{ id: 1, name: Nordlys }')
    .replace('id: #', 'id: 101 #')
    .replace('  name:\n', '  name: Merge Manor\n')
    .replace('created_at: #', 'created_at: 2025-01-01 #')
    .replace('dsi: #', 'dsi: 7 #')
    .replace('roas_type: #', 'roas_type: paid #')
    .replace('revenue_type: #', 'revenue_type: net #')
  const { facts } = await read(parseConfig(filled, { file: 'forecast.yaml', folder }))
  t.ok(facts.cells.count > 20)
})

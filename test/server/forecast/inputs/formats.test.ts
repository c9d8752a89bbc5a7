import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { InputConfig } from '../../../../server/forecast/config/forecast-config.ts'
import { ForecastFaults } from '../../../../server/forecast/config/config-faults.ts'
import { FORMATS } from '../../../../server/forecast/inputs/formats/formats.ts'
import { repository } from '../../../support/repository.ts'
import {
  configFor,
  FIXTURE_NAMES,
  linesOf,
  read,
  writeFiles,
} from '../../../support/forecast/inputs.ts'

const FIXTURES = join(repository, 'test/server/forecast/fixtures')
type Input = Partial<InputConfig> & Pick<InputConfig, 'table' | 'files'>

function neutral(table: 'spend' | 'installs' | 'revenue'): Input {
  return { table, files: [`neutral/${table}.csv`] }
}

function of(format: string, table: Input['table'], file: string, more: Partial<Input> = {}): Input {
  return { table, files: [`${format}/${file}`], format, ...more }
}

async function factsOf(inputs: readonly Input[], folder = FIXTURES): Promise<string[]> {
  return linesOf((await read(configFor(folder, [...inputs], FIXTURE_NAMES))).facts)
}

/** Whether there is a fixture for an exporter. */
function hasFixture(format: string): boolean {
  return existsSync(join(repository, 'test/server/forecast/fixtures', format))
}

t.test('each exporter has a fixture', async t => {
  // Its rows are those of another one.
  for (const format of Object.keys(FORMATS).filter(name => name !== 'tenjin-ads'))
    t.ok(hasFixture(format), format)
  t.notOk(hasFixture('new'))
})

const NEUTRAL = [neutral('spend'), neutral('installs'), neutral('revenue')]

t.test('each exporter gives the same facts as the neutral tables of the same data', async t => {
  const wanted = await factsOf(NEUTRAL)
  t.ok(wanted.length > 60)
  t.ok(wanted.some(line => /Organic \(organic\) - -:/.test(line)))
  t.test('appsflyer-raw excludes retargeting and repeated installs', async t => {
    t.same(
      await factsOf([
        neutral('spend'),
        of('appsflyer-raw', 'installs', 'installs.csv'),
        of('appsflyer-raw', 'revenue', 'in_app_events.csv'),
      ]),
      wanted,
    )
  })
  t.test('appsflyer-cohort sums its finer rows', async t => {
    const files = 'part-*.csv'
    const inputs = [
      neutral('spend'),
      of('appsflyer-cohort', 'installs', files, { installEvent: 'install' }),
      of('appsflyer-cohort', 'revenue', files),
    ]
    t.same(await factsOf(inputs), wanted)
    await t.rejects(
      factsOf([of('appsflyer-cohort', 'installs', files), neutral('revenue')]),
      ForecastFaults,
    )
  })
  t.test('appsflyer-aggregate reads a file per app, with revenue from elsewhere', async t => {
    const apps = (table: Input['table']) =>
      [
        ['ios', 'IOS'],
        ['android', 'ANDROID'],
      ].map(([file, platform]) =>
        of('appsflyer-aggregate', table, `${file}.csv`, { columns: { platform: `=${platform}` } }),
      )
    t.same(await factsOf([...apps('spend'), ...apps('installs'), neutral('revenue')]), wanted)
    t.match(
      await factsOf([...apps('installs'), ...apps('revenue')]).catch((error: unknown) => error),
      {
        faults: [{ rule: /revenue by the day of the event/ }, {}],
      },
    )
  })
  t.test('singular gives spend and installs', async t => {
    t.same(
      await factsOf([
        of('singular', 'spend', 'report.csv'),
        of('singular', 'installs', 'report.csv'),
        neutral('revenue'),
      ]),
      wanted,
    )
    t.match(
      await factsOf([
        of('singular', 'installs', 'report.csv'),
        of('singular', 'revenue', 'report.csv'),
      ]).catch((error: unknown) => error),
      {
        faults: [
          { column: 'age' },
          { column: 'revenue', rule: /name it in the config under columns/ },
        ],
      },
    )
  })
})

t.test(
  "adjust's cumulative columns, partial at unreached ages, give the same as daily revenue",
  async t => {
    const folder = t.testdir()
    const texts = Object.fromEntries(
      ['spend', 'installs', 'revenue'].map(name => [
        `neutral/${name}.csv`,
        readFileSync(join(FIXTURES, `neutral/${name}.csv`), 'utf8'),
      ]),
    )
    // What was paid back does not show in sums.
    texts['neutral/revenue.csv'] = texts['neutral/revenue.csv']!.replace(/^.*,-[\d.]+\n/gm, '')
    writeFiles(folder, {
      ...texts,
      'adjust/report.csv': readFileSync(join(FIXTURES, 'adjust/report.csv'), 'utf8'),
    })
    const tables = (['spend', 'installs', 'revenue'] as const).map(table =>
      of('adjust', table, 'report.csv'),
    )
    t.same(await factsOf(tables, folder), await factsOf(NEUTRAL, folder))
  },
)

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parseConfig } from '../../../../server/forecast/config/read-config.ts'
import { costReports } from '../../../../server/forecast/inputs/formats/cost-reports.ts'
import { initConfig } from '../../../../server/forecast/inputs/init.ts'
import { repository } from '../../../support/repository.ts'
import { read, writeFiles } from '../../../support/forecast/inputs.ts'
import { studio } from '../../../support/forecast/input-kinds.ts'

const FIXTURES = join(repository, 'test/server/forecast/fixtures')

/** Sums of a folder that `init` wrote the configuration for. */
async function sumsOf(
  folder: string,
  files: Record<string, string>,
): Promise<{ sums: string[]; said: string }> {
  writeFiles(folder, files)
  const { text, said } = await initConfig(folder, { provided: { dsi: 7 } })
  const { compared } = await read({
    ...parseConfig(text, { file: 'forecast.yaml', folder }),
    lagDays: 0,
  })
  const sums = compared.map(row => {
    const names = [row.platform, row.network, row.campaign].map(name => name ?? '-').join(' ')
    return `${names}: ${row.spend} / ${row.paidInstalls + row.organicInstalls} / ${row.revenue}`
  })
  return { sums: sums.sort(), said: said.join('\n') }
}

function fixturesOf(format: string): Record<string, string> {
  const names = readdirSync(join(FIXTURES, format)).filter(name => name.endsWith('.csv'))
  return Object.fromEntries(
    names.map(name => [name, readFileSync(join(FIXTURES, format, name), 'utf8')]),
  )
}

/** What trackers call the networks, in whose costs no installs count. */
const TRACKED: Readonly<Record<string, string>> = {
  'meta-ads': 'Facebook Ads',
  'google-ads': 'googleadwords_int',
  'tiktok-ads': 'bytedanceglobal_int',
  'apple-search-ads': 'Apple Search Ads',
  'snapchat-ads': 'snapchat_int',
  'unity-ads': 'unityads_int',
  ironsource: 'ironsource_int',
  applovin: 'applovin_int',
  'dbt-ad-reporting': 'Facebook Ads',
}

t.test("each network's cost report gives the same as the neutral table", async t => {
  t.same(
    Object.keys(costReports).filter(format => TRACKED[format] === undefined),
    [],
  )
  for (const [format, network] of Object.entries(TRACKED)) {
    for (const [name, text] of Object.entries(fixturesOf(format))) {
      await t.test(`${format} reads its fixture: ${name}`, async t => {
        const tracked = Object.entries(studio({ spend: ['UAC'] })).map(([file, rows]) => [
          file,
          rows.replaceAll('Facebook Ads', network),
        ])
        const { sums, said } = await sumsOf(t.testdir(), {
          ...Object.fromEntries(tracked),
          [name]: text,
        })
        t.match(said, `Takes spend of ${name} (${format})`)
        t.same(
          sums,
          [
            'ANDROID Google Ads UAC_US: 480 / 240 / 390',
            `IOS ${network} FB_US_iOS: 360 / 120 / 390`,
          ].sort(),
        )
      })
    }
  }
})

t.test('trackers, analytics and billing services give installs and revenue', async t => {
  const { 'installs.csv': installs, 'spend.csv': spend } = studio()
  const cases: { format: string; more?: Record<string, string>; sums: string[] }[] = [
    { format: 'tenjin', sums: ['IOS Facebook Ads FB_US_iOS: 360 / 120 / 60'] },
    {
      format: 'branch',
      sums: ['IOS Facebook Ads FB_US_iOS: 0 / 12 / 60', 'IOS Organic -: 0 / 12 / 0'],
    },
    { format: 'ga4', sums: ['IOS Facebook Ads FB_US_iOS: 0 / 12 / 60'] },
    {
      format: 'revenuecat',
      more: { 'installs.csv': installs!, 'spend.csv': spend! },
      sums: [
        'ANDROID Google Ads UAC_US: 480 / 240 / 0',
        'IOS Facebook Ads FB_US_iOS: 360 / 120 / 60',
      ],
    },
  ]
  for (const { format, more, sums } of cases) {
    await t.test(format, async t => {
      const result = await sumsOf(t.testdir(), { ...fixturesOf(format), ...more })
      t.match(result.said, `(${format})`)
      t.same(result.sums, sums)
    })
  }
})

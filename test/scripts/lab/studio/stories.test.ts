import t from 'tap'
import { demoDelivery } from '../../../support/demo.ts'
import { openDelivery } from '../../../support/open-delivery.ts'

const today = '2026-08-19'
const dir = await demoDelivery(today)
const demo = await openDelivery(dir)
t.teardown(demo.close)

/** A number about an app's cohorts, as the served run has them: `ago` is their age on the demo's day, `value` their paid gross revenue by day 30 (28 in app 103). */
function about(what: string, app: number, condition: string): Promise<number> {
  return demo.number(`
    WITH cohort AS (
      SELECT c.*, DATE '${today}' - c.install_date AS ago, v.paid_gross AS value
      FROM cohorts c JOIN served l USING (run_id)
        JOIN (FROM cohort_revenue WHERE dsi IN (28, 30)) v ON v.run_id = c.run_id AND v.install_date = c.install_date
          AND identity(v.platform, v.network, v.campaign, v.country) = identity(c.platform, c.network, c.campaign, c.country)
      WHERE l.app_id = ${app}
    )
    SELECT (${what})::DOUBLE FROM cohort WHERE ${condition}`)
}

const cpi = 'sum(spend)::DOUBLE / sum(paid_installs)'
const roas = 'sum(value)::DOUBLE / sum(spend)::DOUBLE'
const organics = 'sum(full_blended_installs - incremental_blended_installs) / sum(paid_installs)'

function daily(what: string): string {
  return `sum(${what})::DOUBLE / count(DISTINCT install_date)`
}

t.test(
  'a broken SDK seems to lose half of the iOS installs for a week, but loses none',
  async t => {
    const change = async (what: string, platform: string) =>
      (await about(what, 101, `platform = '${platform}' AND ago BETWEEN 70 AND 76`)) /
      (await about(
        what,
        101,
        `platform = '${platform}' AND (ago BETWEEN 63 AND 69 OR ago BETWEEN 77 AND 83)`,
      ))
    const paid = await change(daily('paid_installs'), 'IOS')
    t.ok(paid > 0.3 && paid < 0.55, `paid installs: ${paid}`)
    for (const what of ['spend', 'full_blended_installs']) {
      const rest = await change(daily(what), 'IOS')
      t.ok(rest > 0.8 && rest < 1.2, `${what}: ${rest}`)
    }
    const android = await change(daily('paid_installs'), 'ANDROID')
    t.ok(android > 0.8 && android < 1.2, `Android: ${android}`)
  },
)

t.test(
  'organic installs surge at a launch, a crossover in Japan and an App Store feature',
  async t => {
    const launch =
      (await about(organics, 102, 'ago > 313')) /
      (await about(organics, 102, 'ago BETWEEN 60 AND 120'))
    t.ok(launch > 3, `${launch}`)
    const crossover = (country: string) => `country ${country} 'JP' AND ago`
    const inJapan =
      (await about(organics, 102, `${crossover('=')} BETWEEN 46 AND 52`)) /
      (await about(organics, 102, `${crossover('=')} BETWEEN 54 AND 75`))
    t.ok(inJapan > 2, `${inJapan}`)
    const elsewhere =
      (await about(organics, 102, `${crossover('<>')} BETWEEN 46 AND 52`)) /
      (await about(organics, 102, `${crossover('<>')} BETWEEN 54 AND 75`))
    t.ok(elsewhere < 1.3, `${elsewhere}`)
    const feature =
      (await about(organics, 101, "platform = 'IOS' AND ago BETWEEN 29 AND 34")) /
      (await about(organics, 101, "platform = 'IOS' AND ago BETWEEN 36 AND 60"))
    t.ok(feature > 1.4, `${feature}`)
  },
)

t.test("spend peaks at the end of December, and new year's resolutions in January", async t => {
  const during = (from: string, to: string) =>
    `install_date BETWEEN DATE '${from}' AND DATE '${to}'`
  const games =
    (await about(daily('spend'), 101, during('2025-12-25', '2025-12-31'))) /
    (await about(daily('spend'), 101, during('2025-12-01', '2025-12-12')))
  t.ok(games > 1.2, `${games}`)
  const wellness =
    (await about(daily('spend'), 103, during('2026-01-01', '2026-01-14'))) /
    (await about(daily('spend'), 103, during('2025-11-01', '2025-11-21')))
  t.ok(wellness > 1.25, `${wellness}`)
  const weekend =
    (await about(daily('spend'), 101, 'isodow(install_date) >= 6')) /
    (await about(daily('spend'), 101, 'isodow(install_date) < 6'))
  t.ok(weekend > 1.03 && weekend < 1.25, `weekends: ${weekend}`)
})

t.test('within three months the US gets more expensive and loses share to Germany', async t => {
  const both = (what: string, days: string) =>
    Promise.all(
      ['US', 'DE'].map(country =>
        about(what, 101, `country = '${country}' AND platform <> 'WEB' AND ago BETWEEN ${days}`),
      ),
    )
  const [[usBefore, deBefore], [usNow, deNow]] = await Promise.all([
    both(roas, '85 AND 110'),
    both(roas, '10 AND 30'),
  ])
  t.ok(
    usNow! / usBefore! < deNow! / deBefore!,
    `ROAS of ${usBefore} and ${deBefore}, now ${usNow} and ${deNow}`,
  )
  const [[usCost, deCost], [usCostNow, deCostNow]] = await Promise.all([
    both(cpi, '85 AND 110'),
    both(cpi, '10 AND 30'),
  ])
  t.ok(
    usCostNow! > 1.1 * usCost! && usCostNow! / usCost! > 1.1 * (deCostNow! / deCost!),
    `CPI of ${usCost} and ${deCost}, now ${usCostNow} and ${deCostNow}`,
  )
})

t.test('campaigns begin, pause and end', async t => {
  const spans = (condition: string) =>
    demo.number(`SELECT count(*) FROM (
      SELECT min(install_date) AS first, max(install_date) AS last, any_value(l.max_install_date) AS newest, any_value(network) AS network
      FROM cohorts JOIN served l USING (run_id) WHERE l.app_id = 101 AND spend > 0 GROUP BY platform, network, campaign) WHERE ${condition}`)
  t.ok((await spans('newest - first < 30')) >= 2, 'launches')
  t.ok((await spans('last < newest - 14')) >= 15, 'ends')
  t.equal(await spans("network = 'Tatari (CTV)' AND last - first BETWEEN 15 AND 35"), 2, 'flights')
  t.equal(
    await about('count(*)', 102, "country = 'KR' AND campaign LIKE '%KR%launch%' AND ago > 64"),
    0,
    'Korea was opened two months ago',
  )
  t.ok(await about('count(*)', 102, "country = 'KR' AND campaign LIKE '%KR%launch%' AND ago <= 64"))
})

t.test('some cheap installs are worth little', async t => {
  const [cheap, usual] = [
    await about(cpi, 101, "campaign LIKE 'MTG-ID%'"),
    await about(cpi, 101, 'ago < 95'),
  ]
  t.ok(cheap < 0.15 * usual, `${cheap} and ${usual}`)
  t.ok(
    (await about(roas, 101, "campaign LIKE 'MTG-ID%'")) <
      0.9 * (await about(roas, 101, 'ago < 95')),
  )
})

const servedRows = `(
  SELECT *, predicted_paid_gross_roas / target_paid_gross_roas - 1 AS gap, spend / lookback_days AS daily,
    sum(spend / lookback_days) OVER () AS total
  FROM recommendations SEMI JOIN (FROM served WHERE app_id = 101) USING (run_id) WHERE granularity = 'campaign')`

function count(condition: string): Promise<number> {
  return demo.number(`SELECT count(*) FROM ${servedRows} WHERE ${condition}`)
}

t.test("today's recommendations tell the demo's stories", async t => {
  t.equal(
    await count(`campaign = 'AXON US | iOS | D0 15%' AND country = 'US' AND gap < -0.05 AND confidence_score > 0.6 AND daily > 0.05 * total
      AND optimisation_dsi = 0 AND optimisation_live_roas = 0.15`),
    1,
    'the biggest one is below its target',
  )
  t.ok(
    (await count("network LIKE 'TikTok%' AND platform = 'IOS' AND gap < -0.15")) >= 2,
    'TikTok on iOS has campaigns to cut',
  )
  t.ok(
    (await count("network LIKE 'TikTok%' AND platform = 'IOS' AND gap > -0.05")) >= 1,
    'and others',
  )
  t.ok(
    (await count(
      'gap > 0.15 AND daily < 0.02 * total AND daily > 50 AND confidence_score > 0.3',
    )) >= 2,
    'small ones beat their target',
  )
  t.ok(await count("platform = 'WEB' AND daily > 100"), 'the web shop advertises')
})

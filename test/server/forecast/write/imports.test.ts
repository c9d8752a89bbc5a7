import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { importInto } from '../../../../server/imports/load/import.ts'
import { REVENUES } from '../../../../server/imports/tables.ts'
import type { Config } from '../../../../server/forecast/config/forecast-config.ts'
import fc from '../../../support/fast-check.ts'
import { startService } from '../../../support/started-service.ts'
import { type CellRow, configOf, factsOf, lastDay, smallWorld } from './facts-of-rows.ts'
import { createdAt, readTables, writeForecast } from './write.ts'

/** Rows of recommendations that differ from sums over what is delivered of their cohorts, or have none. */
async function wrongRecommendations(
  t: Test,
  out: string,
  { betLookback, targets }: Config,
): Promise<unknown[]> {
  const query = await readTables(t, out)
  const bound = (which: 'start' | 'end', usual: number) =>
    `CASE ${betLookback
      .filter(({ platform }) => platform !== null)
      .map(row => `WHEN c.platform = '${row.platform}' THEN ${row[which]}`)
      .join(
        ' ',
      )} ELSE ${betLookback.find(({ platform }) => platform === null)?.[which] ?? usual} END`
  const same = (one: string, other: string) =>
    ['platform', 'network', 'campaign']
      .map(name => `${one}.${name} IS NOT DISTINCT FROM ${other}.${name}`)
      .join(' AND ')
  return await query(`
    WITH range AS (
      SELECT c.*, coalesce(v.dsi, -1) AS dsi, ${REVENUES.map(name => `v.${name}`).join(', ')}
      FROM cohorts c JOIN runs r USING (run_id) LEFT JOIN cohort_revenue v ON v.run_id = c.run_id AND v.dsi = ${targets.dsi}
        AND v.install_date = c.install_date AND ${same('v', 'c')} AND v.country IS NOT DISTINCT FROM c.country
      WHERE c.campaign IS NOT NULL AND r.max_install_date - c.install_date BETWEEN ${bound('start', 2)} AND ${bound('end', 8)}
        AND (c.spend > 0 OR c.full_blended_installs > 0)
    ), summed AS (
      SELECT granularity, platform, network, campaign,
        CASE WHEN granularity = 'campaign_geo' OR count(DISTINCT coalesce(country, '')) = 1 THEN any_value(country) ELSE 'GLOBAL' END AS country,
        sum(spend) AS spend, sum(paid_installs) AS paid, sum(incremental_blended_installs) AS blended, sum(full_blended_installs) AS whole,
        ${REVENUES.map(name => `sum(${name}) AS ${name}`).join(', ')}
      FROM range, (VALUES ('campaign'), ('campaign_geo')) g(granularity)
      GROUP BY granularity, platform, network, campaign, CASE WHEN granularity = 'campaign_geo' THEN coalesce(country, '?') END
    )
    SELECT s.*, n.recommendation_id FROM summed s FULL JOIN recommendations n ON n.granularity = s.granularity AND ${same('n', 's')}
      AND n.country IS NOT DISTINCT FROM s.country
    WHERE s.granularity IS NULL OR n.recommendation_id IS NULL OR s.spend <> n.spend OR s.paid <> n.paid_installs OR s.blended <> n.incremental_blended_installs
      OR s.whole <> n.full_blended_installs
      ${REVENUES.map(
        name => `OR abs(coalesce(n.predicted_${name}_roas, 0) - coalesce(s.${name}::DOUBLE / nullif(s.spend, 0)::DOUBLE, 0)) > 1e-6
          OR (n.predicted_${name}_roas IS NULL) <> (s.spend = 0)`,
      ).join(' ')}`)
}

t.test('a recommendation is the sum of its cohorts', async t => {
  for (const uplift of [0, 0.25]) {
    const out = join(t.testdir(), `delivery-${uplift}`)
    const config = configOf({ organic: { networks: ['Organic'], uplift } })
    const { recommendations } = await writeForecast(config, smallWorld(), out)
    t.ok(recommendations > 5)
    t.strictSame(await wrongRecommendations(t, out, config), [])
  }
})

t.test('any readable input gives a delivery that imports without errors', async t => {
  const service = await startService(t, { now: createdAt.toISOString() })
  const dir = t.testdir()
  // Amounts have four decimals.
  const money = fc.integer({ min: 0, max: 1e10 }).map(amount => amount / 10_000)
  const revenue = fc.array(
    fc
      .tuple(money, fc.double({ min: -1, max: 1, noNaN: true }))
      .map(([gross, share]) => [gross, Math.round(gross * share * 10_000) / 10_000] as const),
    { maxLength: 20 },
  )
  const cell = fc.record({
    day: fc.integer({ min: lastDay - 40, max: lastDay + 3 }),
    platform: fc.constantFrom('IOS', 'ANDROID', 'WEB', null),
    network: fc.constantFrom('Meta Ads', 'Organic', 'O\'Neill "Ads", Ltd.', null),
    campaign: fc.constantFrom('A', 'Ä, "b"', '=1+1', null),
    country: fc.constantFrom('US', 'DE', null),
    spend: fc.oneof(fc.constant(0), money),
    installs: fc.integer({ min: 0, max: 300 }),
    iap: revenue,
    ad: revenue,
  })
  const verdict = fc.constantFrom('passed', 'failed', 'accepted', 'untested')
  const options = fc.record({
    uplift: fc.constantFrom(0, 0.3),
    roasType: fc.constantFrom('paid', 'incremental_blended', 'full_blended'),
    revenueType: fc.constantFrom('gross', 'net'),
    roas: fc.constantFrom(null, 0.5, 1),
    verdicts: fc.record({ 7: verdict, 30: verdict, 90: verdict }),
    backfill: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(cell, { maxLength: 60 }),
      options,
      async (rows, { verdicts, backfill, uplift, ...target }) => {
        const known = new Map<string, CellRow>()
        for (const row of rows)
          known.set(
            JSON.stringify([row.day, row.platform, row.network, row.campaign, row.country]),
            row,
          )
        const { roas, roasType, revenueType } = target as Pick<
          Config['targets'],
          'roas' | 'roasType' | 'revenueType'
        >
        const config = configOf({
          organic: { networks: ['Organic'], uplift },
          targets: { dsi: 30, roas, roasType, revenueType, by: [{ platform: 'IOS', roas: 0.8 }] },
        })
        const out = join(dir, 'delivery')
        await writeForecast(config, factsOf([...known.values()]), out, {
          verdicts,
          backfill: backfill ? [lastDay - 7] : [],
        })
        const { loaded } = await importInto(service.storage.imports, {
          delivery: out,
          now: () => createdAt,
          check: true,
        })
        if (loaded) throw new Error('expected a check only')
        await rm(out, { recursive: true })
      },
    ),
    { numRuns: 15 },
  )
  t.pass()
})

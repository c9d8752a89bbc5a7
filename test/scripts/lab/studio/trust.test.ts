import t from 'tap'
import { demoDelivery } from '../../../support/demo.ts'
import { openDelivery, type OpenDelivery } from '../../../support/open-delivery.ts'

const bases = ['paid', 'incremental_blended', 'full_blended'].flatMap(type => [
  `${type}_gross`,
  `${type}_net`,
])

/** Of the app's deciding type. */
function deciding(of: (basis: string) => string): string {
  return `CASE a.target_roas_type || '_' || a.target_revenue_type ${bases.map(basis => `WHEN '${basis}' THEN ${of(basis)}::DOUBLE`).join(' ')} END`
}

/** Makes tables: `judged`, the recommendations of campaigns; `matured`, those whose outcome is known by the served run, with it. */
async function judge(demo: OpenDelivery): Promise<void> {
  await demo.query(`CREATE TABLE judged AS
    SELECT a.app_id, r.max_install_date AS day, n.*, n.spend / lookback_days AS daily, coalesce(a.action_threshold, 0.05) AS threshold,
      ${deciding(basis => `predicted_${basis}_roas`)} AS predicted, ${deciding(basis => `target_${basis}_roas`)} AS target,
      CASE WHEN abs(predicted / target - 1) <= threshold THEN 'HOLD' WHEN predicted > target THEN 'SCALE' ELSE 'REDUCE' END AS action,
      CASE WHEN daily < 5 OR NOT coalesce(traditional, false) OR coalesce(confidence_score, 0) < 0.3 THEN 'LOW'
        WHEN confidence_score < 0.6 THEN 'MEDIUM' ELSE 'HIGH' END AS status,
      n.spend / sum(n.spend) OVER (PARTITION BY a.app_id) AS weight
    FROM recommendations n JOIN runs r USING (run_id) JOIN apps a USING (app_id) LEFT JOIN networks USING (network)
    WHERE granularity = 'campaign'`)
  await demo.query(`CREATE TABLE actual AS
    SELECT a.app_id, c.install_date, c.platform, c.network, c.campaign, sum(c.spend) AS spend, sum(${deciding(basis => `v.${basis}`)}) AS revenue
    FROM cohorts c JOIN served s USING (run_id) JOIN apps a ON a.app_id = s.app_id
      JOIN cohort_revenue v ON v.run_id = c.run_id AND v.dsi = a.target_dsi AND v.install_date = c.install_date
        AND identity(v.platform, v.network, v.campaign, v.country) = identity(c.platform, c.network, c.campaign, c.country)
    GROUP BY ALL`)
  await demo.query(`CREATE TABLE matured AS
    SELECT j.*, x.roas AS came, CASE action WHEN 'HOLD' THEN abs(came / target - 1) <= 3 * j.threshold
      WHEN 'SCALE' THEN came >= target ELSE came < target END AS went_right
    FROM judged j JOIN served s USING (app_id), LATERAL (
      SELECT sum(x.revenue) / sum(x.spend) AS roas FROM actual x WHERE x.app_id = j.app_id AND x.install_date BETWEEN lookback_start_date
        AND lookback_end_date AND identity(x.platform, x.network, x.campaign, '') = identity(j.platform, j.network, j.campaign, '')) x
    WHERE predicted IS NOT NULL AND came IS NOT NULL AND lookback_end_date + s.target_dsi::INTEGER <= s.max_install_date`)
}

for (const today of ['2026-11-22', '2026-08-19']) {
  t.test(today, async t => {
    const demo = await openDelivery(await demoDelivery(today))
    t.teardown(demo.close)
    await judge(demo)

    await t.test(
      'every live app has advice of each confidence, with most spend at the highest',
      async t => {
        for (const { app_id: app, high, medium, low } of await demo.query(`
        SELECT app_id, ${['high', 'medium', 'low'].map(status => `(sum(weight) FILTER (j.status = '${status.toUpperCase()}') / sum(weight))::DOUBLE AS ${status}`).join(', ')}
        FROM judged j JOIN served USING (app_id) WHERE app_id < 104 AND day > max_install_date - 90 GROUP BY app_id ORDER BY app_id`)) {
          t.ok(
            Number(high) > 0.4 && Number(high) < 0.93,
            `app ${String(app)}, HIGH: ${String(high)}`,
          )
          t.ok(Number(medium) > 0.03, `app ${String(app)}, MEDIUM: ${String(medium)}`)
          t.ok(Number(low) > 0.01, `app ${String(app)}, LOW: ${String(low)}`)
        }
      },
    )

    await t.test('higher confidence is right more often', async t => {
      const right = (condition: string) =>
        demo.number(`SELECT avg(went_right::INTEGER) FROM matured WHERE ${condition}`)
      const [high, low] = [await right("status = 'HIGH'"), await right("status <> 'HIGH'")]
      t.ok(high > 0.85 && high > low + 0.05, `HIGH ${high}, others ${low}`)
    })

    await t.test('80 % intervals contain about 80 % of outcomes', async t => {
      const held = (condition: string) =>
        demo.number(
          `SELECT avg((came BETWEEN predicted_low_roas AND predicted_high_roas)::INTEGER) FROM matured WHERE ${condition}`,
        )
      const all = await held('true')
      t.ok(all > 0.73 && all < 0.9, `${all}`)
      for (const platform of ['IOS', 'ANDROID', 'WEB']) {
        const own = await held(`platform = '${platform}'`)
        t.ok(own > 0.65 && own < 0.95, `${platform}: ${own}`)
      }
    })

    await t.test('forecast errors are realistic, and right on average', async t => {
      const median = await demo.number(
        'SELECT median(abs(predicted / came - 1)) FROM matured WHERE came > 0',
      )
      t.ok(median > 0.04 && median < 0.2, `${median}`)
      for (const { app_id: app, bias } of await demo.query(
        'SELECT app_id, sum(spend * predicted) / sum(spend * came) - 1 AS bias FROM matured WHERE app_id < 104 GROUP BY app_id',
      ))
        t.ok(Math.abs(Number(bias)) < 0.12, `app ${String(app)}: ${String(bias)}`)
    })
  })
}

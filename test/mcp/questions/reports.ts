import type { ListedApp } from './demo.ts'
import { only, cells, type Question } from './question.ts'

const OCTOBER = { startDate: '2026-10-01', endDate: '2026-10-31' }
const IN_OCTOBER = "install_date BETWEEN DATE '2026-10-01' AND DATE '2026-10-31'"

/** Facts of the served run of an app. */
function factsOf(app: string): string {
  return `cohorts JOIN served USING (run_id) JOIN apps USING (app_id) WHERE name ${app}`
}

const MERGE = "= 'Merge Manor'"

function isMerge({ name }: ListedApp): boolean {
  return name === 'Merge Manor'
}

/** What was spent and earned, and how much of it is forecast. */
export const reports: readonly Question[] = [
  {
    asks: 'D7 ROAS, US against DE, the last three months by month?',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const { rows } = await ask('svc_get_report', {
        appId,
        granularity: 'campaign_geo',
        groupBy: ['COUNTRY'],
        installGrouping: 'MONTHLY',
        metrics: ['roas'],
        dsiValues: [7],
        countries: ['US', 'DE'],
        startDate: '2026-08-01',
        endDate: '2026-10-31',
        sort: 'install_cohort',
      })
      return only(rows, 'install_cohort', 'country', 'roas_paid_gross_d7')
    },
    expected: delivery =>
      cells(
        delivery,
        `SELECT date_trunc('month', c.install_date)::DATE::VARCHAR AS month, c.country, sum(v.paid_gross) / sum(c.spend) AS roas
         FROM cohorts c JOIN served s USING (run_id) JOIN apps a USING (app_id)
         JOIN cohort_revenue v ON v.run_id = c.run_id AND v.install_date = c.install_date AND v.dsi = 7
           AND identity(v.platform, v.network, v.campaign, v.country) = identity(c.platform, c.network, c.campaign, c.country)
         WHERE a.name ${MERGE} AND c.country IN ('US', 'DE') AND c.install_date BETWEEN DATE '2026-08-01' AND DATE '2026-10-31'
         GROUP BY ALL ORDER BY month, country`,
      ),
  },
  {
    asks: 'Everything of October as a file.',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const { totalRows, format, downloadUrl } = await ask('svc_export_report', {
        appId,
        ...OCTOBER,
        metrics: ['spend', 'installs', 'ltv', 'roas'],
      })
      return [totalRows, format, /^http.*\/v1\/exports\//.test(String(downloadUrl))]
    },
    async expected(delivery) {
      const rows = await delivery.number(
        `SELECT count(*) FROM (SELECT DISTINCT install_date, c.platform, c.network, c.campaign FROM ${factsOf(MERGE)} AND ${IN_OCTOBER})`.replace(
          'FROM cohorts',
          'FROM cohorts c',
        ),
      )
      return [rows, 'csv', true]
    },
  },
  {
    asks: 'Spend of October by network, with shares?',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const { rows, totals } = await ask('svc_get_report', {
        appId,
        ...OCTOBER,
        groupBy: ['NETWORK'],
        installGrouping: 'TOTAL',
        metrics: ['spend'],
        sort: '-spend',
      })
      return [...only(rows, 'network', 'spend', 'spend_share'), ['all', totals['spend']]]
    },
    async expected(delivery) {
      const byNetwork = await cells(
        delivery,
        `SELECT coalesce(network, 'Unknown') AS network, sum(spend)::DOUBLE AS spend, round(sum(spend)::DOUBLE / (sum(sum(spend)) OVER ())::DOUBLE, 4) AS share
         FROM ${factsOf(MERGE)} AND ${IN_OCTOBER} GROUP BY 1 ORDER BY spend DESC`,
      )
      return [
        ...byNetwork,
        ...(await cells(
          delivery,
          `SELECT 'all', sum(spend)::DOUBLE FROM ${factsOf(MERGE)} AND ${IN_OCTOBER}`,
        )),
      ]
    },
  },
  {
    asks: 'Best Android network by D30 ROAS?',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const { rows } = await ask('svc_get_report', {
        appId,
        ...OCTOBER,
        platforms: ['ANDROID'],
        groupBy: ['NETWORK'],
        installGrouping: 'TOTAL',
        metrics: ['spend', 'roas'],
        dsiValues: [30],
        sort: '-roas_paid_gross_d30',
      })
      return only(rows.slice(0, 1), 'network', 'roas_paid_gross_d30')
    },
    expected: delivery =>
      cells(
        delivery,
        `SELECT c.network, sum(v.paid_gross)::DOUBLE / sum(c.spend)::DOUBLE AS roas
         FROM cohorts c JOIN served s USING (run_id) JOIN apps a USING (app_id)
         JOIN cohort_revenue v ON v.run_id = c.run_id AND v.install_date = c.install_date AND v.dsi = 30
           AND identity(v.platform, v.network, v.campaign, v.country) = identity(c.platform, c.network, c.campaign, c.country)
         WHERE a.name ${MERGE} AND c.platform = 'ANDROID' AND c.${IN_OCTOBER}
         GROUP BY 1 HAVING sum(c.spend) > 0 ORDER BY roas DESC LIMIT 1`,
      ),
  },
  {
    asks: 'Top ten campaigns by spend in the last seven days?',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const { rows } = await ask('svc_get_report', {
        appId,
        startDate: '2026-11-16',
        installGrouping: 'TOTAL',
        metrics: ['spend'],
        sort: '-spend',
        limit: 10,
      })
      return only(rows, 'platform', 'network', 'campaign', 'spend')
    },
    expected: delivery =>
      cells(
        delivery,
        `SELECT platform, network, campaign, sum(spend)::DOUBLE AS spend FROM ${factsOf(MERGE)} AND install_date >= DATE '2026-11-16'
         GROUP BY ALL ORDER BY spend DESC LIMIT 10`,
      ),
  },
  {
    asks: 'What did the app that has weekly cohorts only spend on the first days of November, by day?',
    companyId: 2,
    async answer({ app, ask, refused }) {
      const { id: appId } = await app(({ weeklyAggregation }) => weeklyAggregation)
      const query = {
        appId,
        startDate: '2026-11-02',
        endDate: '2026-11-15',
        groupBy: ['NONE'],
        metrics: ['spend'],
        sort: 'install_cohort',
      }
      const why = await refused('svc_get_report', { ...query, installGrouping: 'DAILY' })
      const { rows } = await ask('svc_get_report', { ...query, installGrouping: 'WEEKLY' })
      return [/requires weekly/.test(why), ...only(rows, 'install_cohort', 'spend')]
    },
    async expected(delivery) {
      return [
        true,
        ...(await cells(
          delivery,
          `SELECT date_trunc('week', install_date)::DATE::VARCHAR AS week, sum(spend)::DOUBLE FROM ${factsOf('IS NOT NULL')} AND weekly_aggregation
           AND install_date BETWEEN DATE '2026-11-02' AND DATE '2026-11-15' GROUP BY 1 ORDER BY 1`,
        )),
      ]
    },
  },
  {
    asks: 'How much organic uplift comes with paid?',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const { totals } = await ask('svc_get_report', {
        appId,
        ...OCTOBER,
        groupBy: ['NONE'],
        installGrouping: 'TOTAL',
        metrics: ['installs', 'cpi'],
        roasTypes: ['PAID', 'INCREMENTAL_BLENDED', 'FULL_BLENDED'],
      })
      return [
        'installs_paid',
        'installs_incremental_blended',
        'installs_full_blended',
        'cpi_paid',
        'cpi_incremental_blended',
      ].map(column => totals[column])
    },
    async expected(delivery) {
      const [row] = await cells(
        delivery,
        `SELECT sum(paid_installs), sum(incremental_blended_installs), sum(full_blended_installs),
         sum(spend)::DOUBLE / sum(paid_installs), sum(spend)::DOUBLE / sum(incremental_blended_installs) FROM ${factsOf(MERGE)} AND ${IN_OCTOBER}`,
      )
      return row
    },
  },
  {
    asks: 'What do web campaigns do?',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const { rows } = await ask('svc_get_report', {
        appId,
        ...OCTOBER,
        groupBy: ['PLATFORM'],
        installGrouping: 'TOTAL',
        metrics: ['spend', 'installs', 'cpi', 'roas'],
        dsiValues: [7],
      })
      return only(
        rows.filter(({ platform }) => platform === 'WEB'),
        'spend',
        'installs_paid',
        'cpi_paid',
        'roas_paid_gross_d7',
        'spend_share',
      )
    },
    expected: delivery =>
      cells(
        delivery,
        `WITH facts AS (SELECT c.*, v.paid_gross FROM cohorts c JOIN served s USING (run_id) JOIN apps a USING (app_id)
           JOIN cohort_revenue v ON v.run_id = c.run_id AND v.install_date = c.install_date AND v.dsi = 7
             AND identity(v.platform, v.network, v.campaign, v.country) = identity(c.platform, c.network, c.campaign, c.country)
           WHERE a.name ${MERGE} AND c.${IN_OCTOBER})
         SELECT sum(spend)::DOUBLE, sum(paid_installs)::INTEGER, sum(spend)::DOUBLE / sum(paid_installs), sum(paid_gross)::DOUBLE / sum(spend)::DOUBLE,
           round(sum(spend)::DOUBLE / (SELECT sum(spend) FROM facts)::DOUBLE, 4) FROM facts WHERE platform = 'WEB'`,
      ),
  },
]

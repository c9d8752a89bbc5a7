import type { ListedApp } from './demo.ts'
import { cells, only, type Question } from './question.ts'

const MERGE = "= 'Merge Manor'"

function isMerge({ name }: ListedApp): boolean {
  return name === 'Merge Manor'
}

/** Cohorts of the app's served run with their paid gross revenue at a DSI, names as displayed. */
function factsAt(dsi: number): string {
  return `(SELECT c.install_date AS day, c.spend, c.paid_installs, c.full_blended_installs - c.paid_installs AS organic, v.paid_gross AS revenue,
      coalesce(c.platform, 'Unknown') AS platform, coalesce(c.network, 'Unknown') AS network, coalesce(c.campaign, 'Unknown') AS campaign,
      coalesce(c.country, 'Unknown') AS country
    FROM cohorts c JOIN served s USING (run_id) JOIN apps a USING (app_id)
    JOIN cohort_revenue v ON v.run_id = c.run_id AND v.install_date = c.install_date AND v.dsi = ${dsi}
      AND identity(v.platform, v.network, v.campaign, v.country) = identity(c.platform, c.network, c.campaign, c.country)
    WHERE a.name ${MERGE})`
}

function days(from: string, to: string): string {
  return `FILTER (day BETWEEN DATE '${from}' AND DATE '${to}')`
}

/** `now`, `before` and `now / before - 1` of an aggregate. */
function compared(aggregate: (filter: string) => string, now: string, before: string): string {
  return `${aggregate(now)}, ${aggregate(before)}, ${aggregate(now)} / ${aggregate(before)} - 1`
}

function sum(column: string): (filter: string) => string {
  return filter => `sum(${column}) ${filter}::DOUBLE`
}

function ratio(numerator: string, denominator: string): (filter: string) => string {
  return filter => `(sum(${numerator}) ${filter}::DOUBLE / sum(${denominator}) ${filter}::DOUBLE)`
}

const THIS_WEEK = days('2026-11-16', '2026-11-22')
const LAST_WEEK = days('2026-11-09', '2026-11-15')
const SEPTEMBER = { startDate: '2026-09-01', endDate: '2026-09-30' }
const IN_SEPTEMBER = days('2026-09-01', '2026-09-30')
const OCTOBER = { startDate: '2026-10-01', endDate: '2026-10-31' }
const IN_OCTOBER = days('2026-10-01', '2026-10-31')

function columnsOf(column: string): string[] {
  return [column, `${column}_before`, `${column}_change`]
}

/** Comparisons, causes and money over time: questions that nobody had prepared for. */
export const comparisons: readonly Question[] = [
  {
    asks: 'This month against the same days of last month: spend, CPI, D7 ROAS?',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const query = {
        appId,
        startDate: '2026-11-01',
        compare: 'PREVIOUS_MONTH',
        groupBy: 'NONE',
        metrics: 'spend,cpi,roas',
        dsiValues: 7,
      }
      const { rows } = await ask('svc_get_report', query)
      return only(rows, ...['spend', 'cpi_paid', 'roas_paid_gross_d7'].flatMap(columnsOf))
    },
    expected(delivery) {
      const both = [days('2026-11-01', '2026-11-22'), days('2026-10-01', '2026-10-22')] as const
      const columns = [
        sum('spend'),
        ratio('spend', 'paid_installs'),
        ratio('revenue', 'spend'),
      ].map(one => compared(one, ...both))
      return cells(delivery, `SELECT ${columns.join(', ')} FROM ${factsAt(7)}`)
    },
  },
  {
    asks: 'Which campaigns moved most, week on week?',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const query = {
        appId,
        startDate: '2026-11-16',
        compare: 'PREVIOUS',
        groupBy: ['CAMPAIGN'],
        metrics: ['spend'],
        limit: 5,
      }
      const { rows } = await ask('svc_get_report', { ...query, sort: '-spend_change' })
      return only(rows, 'campaign', ...columnsOf('spend'))
    },
    expected: delivery =>
      cells(
        delivery,
        `SELECT campaign, ${compared(sum('spend'), THIS_WEEK, LAST_WEEK)} AS change FROM ${factsAt(7)} GROUP BY 1
         HAVING sum(spend) ${LAST_WEEK} > 0 ORDER BY change DESC, campaign LIMIT 5`,
      ),
  },
  {
    asks: "Which network's forecasts are worst?",
    left: 'find the largest of a column',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const { context } = await ask('svc_get_recommendations', {
        appId,
        trackRecordBy: 'NETWORK',
        limit: 1,
      })
      const record = context['trackRecord'] as {
        network: string
        wape?: number
        decisions: number
      }[]
      const worst = record
        .filter(({ wape }) => wape !== undefined)
        .toSorted((a, b) => b.wape! - a.wape!)[0]!
      return [worst.network, worst.wape, worst.decisions]
    },
  },
  {
    asks: 'On which day does each network pay back?',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const query = {
        appId,
        ...SEPTEMBER,
        groupBy: ['NETWORK'],
        installGrouping: 'TOTAL',
        metrics: ['payback'],
      }
      const { rows } = await ask('svc_get_report', {
        ...query,
        sort: 'payback_paid_gross',
        limit: 5,
      })
      // Networks that do not pay back come last.
      return only(
        rows.filter(row => row['payback_paid_gross'] !== null),
        'network',
        'payback_paid_gross',
      )
    },
    async expected(delivery) {
      const sums = await delivery.query(
        `SELECT coalesce(c.network, 'Unknown') AS network, v.dsi::INTEGER AS dsi, sum(v.paid_gross)::DOUBLE AS revenue, sum(c.spend)::DOUBLE AS spend
         FROM cohorts c JOIN served s USING (run_id) JOIN apps a USING (app_id)
         JOIN cohort_revenue v ON v.run_id = c.run_id AND v.install_date = c.install_date
           AND identity(v.platform, v.network, v.campaign, v.country) = identity(c.platform, c.network, c.campaign, c.country)
         WHERE a.name ${MERGE} AND c.install_date BETWEEN DATE '2026-09-01' AND DATE '2026-09-30' GROUP BY ALL ORDER BY network, dsi`,
      )
      const points = sums as unknown as Point[]
      const paybacks = [...new Set(points.map(({ network }) => network))].flatMap(name => {
        const day = paybackOf(points.filter(({ network }) => network === name))
        return day === null ? [] : [[name, day] as const]
      })
      return paybacks.toSorted((a, b) => a[1] - b[1]).slice(0, 5)
    },
  },
  {
    asks: 'Profit by country at D30?',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const query = {
        appId,
        ...SEPTEMBER,
        groupBy: ['COUNTRY'],
        installGrouping: 'TOTAL',
        metrics: ['profit'],
        dsiValues: [30],
        sort: '-profit',
      }
      const { rows } = await ask('svc_get_report', query)
      return only(rows, 'country', 'profit_paid_gross_d30')
    },
    expected: delivery =>
      cells(
        delivery,
        `SELECT country, (sum(revenue) ${IN_SEPTEMBER} - sum(spend) ${IN_SEPTEMBER})::DOUBLE AS profit FROM ${factsAt(30)} GROUP BY 1
         HAVING count(*) ${IN_SEPTEMBER} > 0 ORDER BY profit DESC`,
      ),
  },
  {
    asks: 'Is organic up because of TV?',
    left: 'judge whether the dates fit',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const query = {
        appId,
        ...OCTOBER,
        compare: 'PREVIOUS_MONTH',
        groupBy: ['PLATFORM'],
        metrics: ['organic_installs'],
        platforms: ['ios', 'android'],
      }
      const { rows, context } = await ask('svc_get_report', query)
      return [
        ...only(rows, 'platform', ...columnsOf('organic_installs')),
        Array.isArray(context['events']),
      ]
    },
    expected: async delivery => [
      ...(await cells(
        delivery,
        `SELECT platform, ${compared(sum('organic'), IN_OCTOBER, IN_SEPTEMBER)} FROM ${factsAt(7)} WHERE platform IN ('IOS', 'ANDROID')
         GROUP BY 1 ORDER BY sum(spend) ${IN_OCTOBER} DESC`,
      )),
      true,
    ],
  },
  {
    asks: "Did September's calls hold?",
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const { totals } = await ask('svc_get_recommendations', {
        appId,
        asOf: '2026-09-15',
        outcome: true,
        limit: 1,
      })
      const { steps: _, ...actions } = totals as Record<
        string,
        { outcomes: number; rightShare: number }
      >
      return Object.entries(actions).map(([action, of]) => [action, of.outcomes, of.rightShare])
    },
  },
  {
    asks: 'What share of spend is below target?',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const { totals } = await ask('svc_get_recommendations', { appId, limit: 1 })
      return (totals as Record<string, { spendShare: number }>)['REDUCE']!.spendShare
    },
    expected: async delivery =>
      (
        await cells(
          delivery,
          `SELECT round(sum(r.spend / r.lookback_days) FILTER (coalesce(r.predicted_paid_gross_roas / r.target_paid_gross_roas - 1, -1) < -coalesce(a.action_threshold, 0.05))::DOUBLE
             / sum(r.spend / r.lookback_days)::DOUBLE, 4)
           FROM recommendations r JOIN served s USING (run_id) JOIN apps a ON a.app_id = s.app_id WHERE a.name ${MERGE} AND granularity = 'campaign'`,
        )
      )[0]![0],
  },
  {
    asks: 'Why did D7 ROAS change against last month: budgets moved, or networks themselves?',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const query = {
        appId,
        ...OCTOBER,
        compare: 'PREVIOUS_MONTH',
        explain: true,
        groupBy: ['NETWORK'],
        metrics: ['roas'],
        dsiValues: [7],
      }
      const { rows } = await ask('svc_get_report', { ...query, sort: '-roas_rate', limit: 3 })
      return only(rows, 'network', 'roas_paid_gross_d7_mix', 'roas_paid_gross_d7_rate')
    },
    expected: delivery => explained(delivery, 'network', [IN_OCTOBER, IN_SEPTEMBER], 'DESC', 3),
  },
  {
    asks: 'Which countries pulled D7 ROAS down, week on week?',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const query = {
        appId,
        startDate: '2026-11-16',
        compare: 'PREVIOUS',
        explain: true,
        groupBy: ['COUNTRY'],
        metrics: ['roas'],
        dsiValues: [7],
      }
      const { rows } = await ask('svc_get_report', { ...query, sort: 'roas_rate', limit: 3 })
      return only(rows, 'country', 'roas_paid_gross_d7_mix', 'roas_paid_gross_d7_rate')
    },
    expected: delivery => explained(delivery, 'country', [THIS_WEEK, LAST_WEEK], 'ASC', 3),
  },
  {
    asks: 'Which five campaigns lost most money by D30?',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const query = {
        appId,
        ...SEPTEMBER,
        groupBy: ['CAMPAIGN'],
        installGrouping: 'TOTAL',
        metrics: ['profit'],
        dsiValues: [30],
        limit: 5,
      }
      const { rows } = await ask('svc_get_report', { ...query, sort: 'profit' })
      return only(rows, 'campaign', 'profit_paid_gross_d30')
    },
    expected: delivery =>
      cells(
        delivery,
        `SELECT campaign, (sum(revenue) ${IN_SEPTEMBER} - sum(spend) ${IN_SEPTEMBER})::DOUBLE AS profit FROM ${factsAt(30)} GROUP BY 1
         ORDER BY profit NULLS LAST, campaign LIMIT 5`,
      ),
  },
  {
    asks: 'Where do we pay most for an install right now?',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const { rows } = await ask('svc_get_recommendations', { appId, sort: '-paidCpi', limit: 3 })
      return only(rows, 'network', 'campaign', 'paidCpi')
    },
    expected: delivery =>
      cells(
        delivery,
        `SELECT coalesce(network, 'Unknown'), coalesce(campaign, 'Unknown'), r.spend::DOUBLE / paid_installs AS cpi
         FROM recommendations r JOIN served s USING (run_id) JOIN apps a USING (app_id)
         WHERE a.name ${MERGE} AND granularity = 'campaign' AND paid_installs > 0 ORDER BY cpi DESC LIMIT 3`,
      ),
  },
  {
    asks: 'Are HIGH confidence calls really right more often?',
    left: 'compare two numbers',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const { context } = await ask('svc_get_recommendations', {
        appId,
        trackRecordBy: 'STATUS',
        limit: 1,
      })
      return (context['trackRecord'] as { status: string; rightShare: number }[]).map(
        ({ status, rightShare }) => [status, rightShare],
      )
    },
  },
  {
    asks: 'Last week against the same week a year ago?',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const query = {
        appId,
        startDate: '2026-11-16',
        compare: 'PREVIOUS_YEAR',
        groupBy: ['NONE'],
        metrics: ['spend', 'installs'],
      }
      const { rows } = await ask('svc_get_report', query)
      return only(rows, ...['spend', 'installs_paid'].flatMap(columnsOf))
    },
    expected: delivery =>
      cells(
        delivery,
        `SELECT ${[sum('spend'), sum('paid_installs')].map(one => compared(one, THIS_WEEK, days('2025-11-17', '2025-11-23'))).join(', ')} FROM ${factsAt(7)}`,
      ),
  },
  {
    asks: 'Which alerts about bids of this week are new, and still open?',
    left: 'pick rows by a column',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const { rows, truncated } = await ask('svc_get_alerts', {
        appId,
        alertGroups: ['BIDS'],
        startDate: '2026-11-16',
        distinct: true,
      })
      const fresh = rows.filter(
        ({ firstSeen, inLatestRun }) => String(firstSeen) > '2026-11-17' && inLatestRun === true,
      )
      return [truncated, fresh.length > 0]
    },
    expected: () => Promise.resolve([false, true]),
  },
  {
    asks: 'How does ROAS grow from D1 to D60, by platform?',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const dsiValues = [1, 3, 7, 14, 30, 60]
      const query = {
        appId,
        ...SEPTEMBER,
        groupBy: ['PLATFORM'],
        installGrouping: 'TOTAL',
        metrics: ['roas'],
        dsiValues,
        platforms: 'IOS,ANDROID',
      }
      const { rows } = await ask('svc_get_report', { ...query, sort: 'platform' })
      return only(rows, 'platform', 'roas_paid_gross_d1', 'roas_paid_gross_d60')
    },
    expected: delivery =>
      cells(
        delivery,
        `SELECT platform, d1.roas, d60.roas FROM
         (SELECT platform, ${ratio('revenue', 'spend')(IN_SEPTEMBER)} AS roas FROM ${factsAt(1)} GROUP BY 1) d1 JOIN
         (SELECT platform, ${ratio('revenue', 'spend')(IN_SEPTEMBER)} AS roas FROM ${factsAt(60)} GROUP BY 1) d60 USING (platform)
         WHERE platform IN ('IOS', 'ANDROID') ORDER BY platform`,
      ),
  },
  {
    asks: 'Which campaigns went from SCALE to REDUCE since last week?',
    left: 'pick rows by a column',
    async answer({ app, ask }) {
      const { id: appId } = await app(isMerge)
      const { rows } = await ask('svc_get_recommendations', {
        appId,
        since: '2026-11-16',
        changed: true,
        actions: 'reduce',
      })
      return rows.every(
        ({ action, previousAction }) => action === 'REDUCE' && previousAction !== 'REDUCE',
      )
    },
    expected: () => Promise.resolve(true),
  },
]

interface Point {
  network: string
  dsi: number
  revenue: number
  spend: number
}

/** The day on which revenue reaches spend, interpolated between DSIs. */
function paybackOf(points: readonly Point[]): number | null {
  const { spend } = points[0]!
  const reached = points.findIndex(({ revenue }) => revenue >= spend)
  if (spend === 0 || reached === -1) return null
  const after = points[reached]!
  const before = points[reached - 1]
  if (before === undefined) return after.dsi
  const day =
    before.dsi +
    ((after.dsi - before.dsi) * (spend - before.revenue)) / (after.revenue - before.revenue)
  return Math.round(day * 10) / 10
}

/** Contributions of groups to the change of D7 ROAS between two ranges, those with the greatest or least rate. */
function explained(
  delivery: Parameters<NonNullable<Question['expected']>>[0],
  by: string,
  [now, before]: readonly [string, string],
  order: 'ASC' | 'DESC',
  limit: number,
) {
  return cells(
    delivery,
    `WITH g AS (SELECT ${by} AS name, coalesce(sum(revenue) ${now}, 0)::DOUBLE AS r1, coalesce(sum(spend) ${now}, 0)::DOUBLE AS s1,
         coalesce(sum(revenue) ${before}, 0)::DOUBLE AS r0, coalesce(sum(spend) ${before}, 0)::DOUBLE AS s0 FROM ${factsAt(7)} GROUP BY 1),
       t AS (SELECT sum(r1) AS tr1, sum(s1) AS ts1, sum(r0) AS tr0, sum(s0) AS ts0 FROM g),
       m AS (SELECT name, s0 / ts0 AS share0, s1 / ts1 AS share1, CASE WHEN s0 > 0 THEN r0 / s0 ELSE r1 / s1 END AS m0,
         CASE WHEN s1 > 0 THEN r1 / s1 ELSE r0 / s0 END AS m1, tr0 / ts0 AS t0, tr1 / ts1 AS t1 FROM g, t WHERE s0 > 0 OR s1 > 0)
     SELECT name, (share1 - share0) * ((m0 + m1) / 2 - (t0 + t1) / 2), (share0 + share1) / 2 * (m1 - m0) AS rate FROM m ORDER BY rate ${order} LIMIT ${limit}`,
  )
}

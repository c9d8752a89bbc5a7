import { addDays } from '../../core/model/dates.ts'
import { command, curlOf } from './curl.ts'
import { html, type Html, inline, type Places } from './html.ts'
import type { Contract } from './contract.ts'

export interface Recipe {
  id: string
  title: string
  text: string
  operation: string
  path: string
  terms: readonly string[]
}

/** @param today `YYYY-MM-DD`, UTC: base of the dates */
export function recipesOf(today: string): Recipe[] {
  const month = previousMonth(today)
  return [
    {
      id: 'recipe-scale',
      title: 'What to scale now',
      text: 'The campaigns whose predicted ROAS is above the target, with HIGH or MEDIUM confidence, by daily spend. `step` is what to do, with its price, or why to keep the spend.',
      operation: 'getRecommendations',
      path: '/v1/recommendations?appId=101&actions=scale&statuses=high,medium',
      terms: ['term-roas', 'term-bet-lookback'],
    },
    {
      id: 'recipe-plan',
      title: 'How to spend 10 % more',
      text: "Planned daily spend per campaign, and totals before and after. `after.revenueChange` is what it brings, with its 80 % interval; `limitedBy` says what limits a campaign's move. For a total use `dailyBudget`, for the most revenue at a ROAS `targetRoas`.",
      operation: 'getBudgetPlan',
      path: '/v1/budget-plan?appId=101&budgetChange=0.1',
      terms: ['term-marginal-roas', 'term-response'],
    },
    {
      id: 'recipe-pacing',
      title: 'Are we on budget?',
      text: 'Each budget of the month: `share` spent, `expected` by the end with its 80 % interval, and `neededDailySpend`, which meets it.',
      operation: 'getPacing',
      path: '/v1/pacing?appId=101',
      terms: ['term-pacing'],
    },
    {
      id: 'recipe-changed',
      title: 'What changed since last week',
      text: 'Campaigns that are new or whose action changed within a week; `previous` is the earlier recommendation.',
      operation: 'getRecommendations',
      path: `/v1/recommendations?appId=101&since=${addDays(today, -7)}&changed=true`,
      terms: ['term-run'],
    },
    {
      id: 'recipe-countries',
      title: 'Last month by country',
      text: 'One row per country over the whole month, by spend. `groupBy` sums up campaigns; by country needs `granularity=campaign_geo`. If you aggregate yourself, request `revenue` and `spend` and divide the sums; do not average ratios.',
      operation: 'getReport',
      path: `/v1/report?appId=101&granularity=campaign_geo&groupBy=country&installGrouping=total&metrics=spend,installs,cpi,roas&dsiValues=7&startDate=${month.first}&endDate=${month.last}&sort=-spend&format=csv`,
      terms: ['term-cpi', 'term-campaign-geo'],
    },
    {
      id: 'recipe-compare',
      title: 'Last month against the one before, and why it moved',
      text: 'Each network beside its value of the month before. `_mix` and `_rate` say how much of the change of the total ROAS comes from the share of spend of a network, and how much from its own ROAS; together they add up to it. Compare DSIs at which both months are actual.',
      operation: 'getReport',
      path: `/v1/report?appId=101&granularity=campaign&groupBy=network&installGrouping=total&metrics=spend,roas&dsiValues=7&startDate=${month.first}&endDate=${month.last}&compare=previous_month&explain=true&sort=roas_paid_gross_d7_rate&format=csv`,
      terms: ['term-roas', 'term-maturity'],
    },
    {
      id: 'recipe-maturity',
      title: 'Cohorts, and their share of actuals',
      text: 'ROAS and LTV of the weeks of two months. `actual_share_d30` is 1 if the whole week has 30 days of data, and 0 if its 30-day value is all forecast. The first and last week may be partial: `period_days` is their number of days.',
      operation: 'getReport',
      path: `/v1/report?appId=101&granularity=campaign&groupBy=none&installGrouping=weekly&metrics=spend,ltv,roas&dsiValues=7,30&maturity=true&startDate=${addDays(today, -60)}&format=csv`,
      terms: ['term-cohort', 'term-ltv', 'term-maturity', 'term-actual-forecast'],
    },
    {
      id: 'recipe-accuracy',
      title: 'How far forecasts were off',
      text: "Forecasts of campaigns' weekly cohorts against actuals, by the age of the cohort in days at forecast time: `wape` 0.1 is 10 % on average, `bias` above 0 means too high, and 90 % of the spend was within `p90`.",
      operation: 'getForecastAccuracy',
      path: '/v1/forecast-accuracy?appId=101&granularity=campaign',
      terms: ['term-dsi', 'term-actual-forecast'],
    },
  ]
}

/** Common silent mistakes in using files elsewhere. */
const TRAPS: readonly string[] = [
  '`NA` is Namibia: read CSV with `keep_default_na=False, na_values=[""]` in pandas, with `na.strings = ""` in R, or read Parquet.',
  'ROAS times spend is not the revenue, since rows without spend have revenue and no ROAS: request `metrics=revenue`.',
  'For a CSV that people open in Excel by double-click: `csvBom=true&csvSafe=true`.',
  'To keep a copy, send its `ETag` back as `If-None-Match`: 304 means that it is current. A new run restates all of the past: replace whole date ranges.',
]

export function recipeSection({ recipes, places, address }: DocsContent): Html {
  return html`<section id="recipes">
    <h2>Recipes</h2>
    <p>
      They use the demo's first app and dates up to today. For another app, use its <code>id</code> from
      <a href="#listApps"><code>/v1/apps</code></a> and its DSIs.
    </p>
    <p>When you open a file in another program:</p>
    <ul>
      ${TRAPS.map(trap => html`<li>${inline(trap, places)}</li> `)}
    </ul>
    ${recipes.map(
      ({ id, title, text, operation, path }) =>
        html`<article id="${id}">
          <h3 class="name"><a href="#${id}">${title}</a></h3>
          <p>${inline(text, places)} See <a href="#${operation}">${operation}</a>.</p>
          ${command(curlOf(address, path))}
        </article> `,
    )}
  </section> `
}

function previousMonth(today: string): { first: string; last: string } {
  const last = addDays(`${today.slice(0, 7)}-01`, -1)
  return { first: `${last.slice(0, 7)}-01`, last }
}

export interface DocsContent {
  contract: Contract
  places: Places
  recipes: readonly Recipe[]
  address: string
}

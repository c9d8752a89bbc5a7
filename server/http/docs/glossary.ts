import { html, type Html, inline } from './html.ts'
import { recipeLinks } from './operation.ts'
import type { DocsContent } from './recipes.ts'

interface Term {
  id: string
  name: string
  meaning: string
}

/** For readers of results; terms of the code are in ARCHITECTURE.md. */
export const TERMS: readonly Term[] = [
  {
    id: 'term-dsi',
    name: 'DSI',
    meaning:
      "Days since install, the install day being 0. Revenue, LTV and ROAS at DSI 7 include revenue from the install day to the seventh day after it. An app's `dsiValues` lists its DSIs.",
  },
  {
    id: 'term-cohort',
    name: 'Cohort',
    meaning:
      'The users who installed in the same period: a day, a week from Monday, a month, or the whole range. `install_cohort` is the first day of the period.',
  },
  {
    id: 'term-ltv',
    name: 'LTV',
    meaning:
      'Lifetime value up to a DSI: revenue per install, revenue / installs of the ROAS type. Null if there are no installs, or if revenue at that DSI is not known.',
  },
  {
    id: 'term-roas',
    name: 'ROAS',
    meaning:
      'Return on ad spend up to a DSI: revenue / spend, a ratio. 0.5 is 50 %. Null if nothing was spent, or if revenue at that DSI is not known.',
  },
  { id: 'term-cpi', name: 'CPI', meaning: 'Cost per install: spend / installs of the ROAS type.' },
  {
    id: 'term-blended',
    name: 'Paid and blended',
    meaning:
      'The ROAS types: which installs and revenue count against the same spend. `paid`: those from ads. `incremental_blended`: paid plus incremental organic, which would not have happened without ads. `full_blended`: paid plus all organic installs that are allocated to the campaign.',
  },
  {
    id: 'term-gross-net',
    name: 'Gross and net',
    meaning: 'The revenue types. `gross`: before fees. `net`: net of fees, taxes and refunds.',
  },
  {
    id: 'term-target-types',
    name: 'Target types',
    meaning:
      "The app's target ROAS type and target revenue type: recommendations, plans and outcomes are judged by the ROAS of these.",
  },
  {
    id: 'term-bet-lookback',
    name: 'Bet lookback range',
    meaning:
      "The install dates that a recommendation judges: X to Y days before the run's latest one, 0 <= X < Y <= 30, as configured per app and platform. A recommendation shows their spend, installs and CPI.",
  },
  {
    id: 'term-today',
    name: 'Today',
    meaning:
      'In default and earliest dates: the date in UTC, whatever the time zone of the app or the caller. Install dates are those of the app.',
  },
  {
    id: 'term-response',
    name: 'Response to spend',
    meaning:
      'What a change of spend brings: at a `responseElasticity` of 0.8, 1 % more spend brings 0.8 % more installs. `responseLow` to `responseHigh` is its 80 % interval; if that is wider than 0.4, a plan leaves the spend as it is. `responseEvidence` says whether it is learned from jumps of the campaign’s own spend or assumed.',
  },
  {
    id: 'term-untested',
    name: 'Untested DSI',
    meaning:
      'A DSI at which too few past forecasts can be compared with outcomes. If it is the target DSI, steps move 10 % of the spend and no bid, and `checkpoint` says what ROAS cohorts need at the longest tested DSI to be on course.',
  },
  {
    id: 'term-marginal-roas',
    name: 'Marginal ROAS',
    meaning:
      'Revenue of one more unit of daily spend. It is below ROAS, since the next install costs more than the average one. A budget brings the most revenue if it is the same in every campaign.',
  },
  {
    id: 'term-pacing',
    name: 'Pacing',
    meaning: 'Spend of a month so far, and expected by its end, compared with a budget.',
  },
  {
    id: 'term-run',
    name: 'Run',
    meaning:
      'One calculation of recommendations or alerts for an app. Results come from the latest succeeded one, and `Run-Id` names it; `asOf` selects an earlier one.',
  },
  {
    id: 'term-actual-forecast',
    name: 'Actual and forecast',
    meaning:
      "Revenue at a DSI is actual once the cohort is old enough: its install date + DSI is not after the latest install date with data. Before that it is the run's forecast.",
  },
  {
    id: 'term-maturity',
    name: 'Maturity',
    meaning:
      "The actual share of a row. With `maturity=true` a report has columns such as `actual_share_d7`: the share of the period's days, 0 to 1, whose value at that DSI is actual rather than forecast.",
  },
  {
    id: 'term-campaign-geo',
    name: 'Campaign and campaign_geo',
    meaning:
      'The two granularities. `campaign`: a campaign of a network on a platform, over all its countries. `campaign_geo`: the same in one country; needed for anything by country.',
  },
]

export function glossary({ places, recipes }: DocsContent): Html {
  return html`<section id="glossary">
    <h2>Glossary</h2>
    <dl>
      ${TERMS.map(({ id, name, meaning }) => {
        const used = recipes.filter(({ terms }) => terms.includes(id))
        return html`<div id="${id}">
          <dt>${name}</dt>
          <dd>${inline(meaning, places)}${used.length === 0 ? null : html` <span class="label">Recipes: ${recipeLinks(used)}</span>`}</dd>
        </div> `
      })}
    </dl>
  </section> `
}

import { formatTable } from '../../process/table.ts'
import { dateOf } from '../../model/days.ts'
import { BASELINES } from '../backtest/baselines.ts'
import { decided, judged } from '../backtest/decisions.ts'
import type { Backtest } from '../backtest/gates.ts'
import { percent } from '../backtest/scores.ts'
import type { Config } from '../config/config.ts'
import { type Compared, isAlone } from '../inputs/compare.ts'
import type { Coverage } from '../inputs/coverage.ts'
import type { Names } from '../model/facts.ts'
import type { Fit } from '../model/forecast.ts'
import { sigmaOf } from '../model/interval.ts'
import { escaped, htmlDocument, table } from './page.ts'
import { calibration, coverage, linkRatios, predictedAgainstActual, wapeByAge } from './charts.ts'

export interface Page {
  config: Config
  names: Names
  /** `YYYY-MM-DD`. */
  asOf: string
  backtest: Backtest
  fit: Fit
}

/** One HTML file without scripts or external resources. */
export function htmlPage({ config, names, asOf, backtest, fit }: Page): string {
  const title = `Forecasts of ${config.app.name} on the past, as of ${asOf}`
  return htmlDocument(title, `<h1>${escaped(title)}</h1>\n${statistics({ config, names, asOf, backtest, fit })}`)
}

/** Forecasts of past Sundays against actuals: gates, coverage, then charts. */
export function statistics({ config, names, backtest, fit }: Page): string {
  const cases = decided(backtest.cases, names, config)
  return `<p>Forecasts on ${backtest.origins.length} past Sundays compared with actuals: ${backtest.cases.length.toLocaleString('en')} cases, each a week of installs of the whole app or of one campaign. WAPE: absolute error per 100 of revenue.</p>
${gateTable(backtest)}
<div class="stats wide">
${[
  coverage(backtest),
  predictedAgainstActual(cases, names, config.targets.dsi),
  wapeByAge(backtest),
  calibration(
    judged(cases, one => sigmaOf(one, one.dsi, backtest.uncertainty), config),
    backtest,
  ),
  linkRatios(fit),
].join('\n')}
</div>
${baselineTable(backtest)}`
}

function gateTable({ gates, scores }: Backtest): string {
  const rows = [...gates.values()].map(({ dsi, verdict, cases, wape, bias, coverage, reason }) => {
    const campaigns = scores.find(score => score.dsi === dsi && score.level === 'campaign' && score.age === null)
    return [
      `D${dsi}`,
      verdict,
      percent(coverage),
      percent(wape),
      percent(bias),
      percent(campaigns?.wape ?? null),
      String(cases),
      reason ?? '',
    ]
  })
  return table(['DSI', 'Test', 'In 80% interval', 'WAPE, app', 'Bias, app', 'WAPE, campaigns', 'Cases', 'Why'], rows, [0, 1, 7], [7])
}

/** The simple rules on the same campaigns. */
function baselineTable({ gates, scores }: Backtest): string {
  const rows = [...gates.keys()].flatMap(dsi => {
    const campaigns = scores.find(score => score.dsi === dsi && score.level === 'campaign' && score.age === null)
    return campaigns === undefined || campaigns.wape === null
      ? []
      : [[`D${dsi}`, percent(campaigns.wape), ...BASELINES.map(name => percent(campaigns.baselines[name] ?? null))]]
  })
  return rows.length === 0 ? '' : `<h3>WAPE of campaigns beside simple rules</h3>${table(['DSI', 'forecast', ...BASELINES], rows)}`
}

const COMPARED_ROWS = 15

/** What inputs say side by side, those that do not meet first. */
export function comparedLines(all: readonly Compared[], currency: string): string[] {
  const shown = all.slice(0, COMPARED_ROWS)
  const more = all.length - shown.length
  return [
    ...formatTable(
      shown.map(row => ({
        platform: row.platform,
        network: row.network,
        campaign: row.campaign,
        [`spend, ${currency}`]: Math.round(row.spend),
        'paid installs': row.paidInstalls,
        'organic installs': row.organicInstalls,
        [`revenue, ${currency}`]: Math.round(row.revenue),
        '': isAlone(row) ? (row.spend > 0 ? 'no installs' : 'no spend') : '',
      })),
    ),
    ...(more > 0 ? [`and ${more.toLocaleString('en')} more campaigns`] : []),
  ]
}

export function coverageLines({ tables, all }: Coverage, currency: string): string[] {
  const { firstDay, lastDay, days, cells, installs, spend, revenue, unattributed } = all
  const shares = [
    ['installs', Math.round(installs).toLocaleString('en'), unattributed.installs],
    [`spend, ${currency}`, Math.round(spend).toLocaleString('en'), unattributed.spend],
    [`gross revenue, ${currency}`, Math.round(revenue).toLocaleString('en'), unattributed.revenue],
  ] as const
  return [
    ...formatTable(
      tables.map(table => ({
        table: table.table,
        files: table.files,
        rows: table.rows,
        from: dateOf(table.firstDay),
        to: dateOf(table.lastDay),
        'days with rows': table.days,
      })),
    ),
    '',
    `Forecasts would be as of ${dateOf(lastDay)}: ${days.toLocaleString('en')} days of installs since ${dateOf(firstDay)}, ${cells.toLocaleString('en')} cells.`,
    '',
    ...formatTable(shares.map(([what, sum, share]) => ({ what, sum, 'without a campaign': percent(share) }))),
  ]
}

import { BASELINES } from './baselines.ts'
import { decided, judged } from './decisions.ts'
import type { Backtest } from './gates.ts'
import { percent } from './scores.ts'
import type { Config } from '../config/forecast-config.ts'
import type { Names } from '../model/facts.ts'
import type { Fit } from '../model/forecast.ts'
import { sigmaOf } from '../model/interval.ts'
import { escaped, htmlDocument, table } from './html.ts'
import { calibration, coverage, linkRatios, predictedAgainstActual, wapeByAge } from './charts.ts'

export interface Page {
  config: Pick<Config, 'app' | 'targets'>
  names: Names
  /** `YYYY-MM-DD`. */
  asOf: string
  backtest: Backtest
  fit: Fit
}

/** One HTML file without scripts or external resources: forecasts of past Sundays against actuals. */
export function htmlPage({ config: { app, targets }, names, asOf, backtest, fit }: Page): string {
  const title = `Forecasts of ${app.name} on the past, as of ${asOf}`
  const cases = decided(backtest.cases, names, targets, app.actionThreshold)
  return htmlDocument(
    title,
    `<h1>${escaped(title)}</h1>
<p>Forecasts on ${backtest.origins.length} past Sundays compared with actuals: ${backtest.cases.length.toLocaleString('en')} cases, each a week of installs of the whole app or of one campaign. WAPE: absolute error per 100 of revenue.</p>
${gateTable(backtest)}
<div class="stats">
${[
  coverage(backtest),
  predictedAgainstActual(cases, names, targets.dsi),
  wapeByAge(backtest),
  calibration(
    judged(
      cases,
      testCase => sigmaOf(testCase, testCase.dsi, backtest.uncertainty),
      app.actionThreshold,
    ),
    backtest,
  ),
  linkRatios(fit),
].join('\n')}
</div>
${baselineTable(backtest)}`,
  )
}

function gateTable({ gates, scores }: Backtest): string {
  const rows = [...gates.values()].map(({ dsi, verdict, cases, wape, bias, coverage, reason }) => {
    const campaigns = scores.find(
      score => score.dsi === dsi && score.level === 'campaign' && score.age === null,
    )
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
  return table(
    ['DSI', 'Test', 'In 80% interval', 'WAPE, app', 'Bias, app', 'WAPE, campaigns', 'Cases', 'Why'],
    rows,
    [0, 1, 7],
    [7],
  )
}

/** The baselines on the same campaigns. */
function baselineTable({ gates, scores }: Backtest): string {
  const rows = [...gates.keys()].flatMap(dsi => {
    const campaigns = scores.find(
      score => score.dsi === dsi && score.level === 'campaign' && score.age === null,
    )
    return campaigns === undefined || campaigns.wape === null
      ? []
      : [
          [
            `D${dsi}`,
            percent(campaigns.wape),
            ...BASELINES.map(name => percent(campaigns.baselines[name] ?? null)),
          ],
        ]
  })
  return rows.length === 0
    ? ''
    : `<h3>WAPE of campaigns beside simple rules</h3>${table(['DSI', 'forecast', ...BASELINES], rows)}`
}

import { formatTable } from '../../process/table.ts'
import { dateOf } from '../../model/days.ts'
import { BASELINES } from '../backtest/baselines.ts'
import { decided, judged } from '../backtest/decisions.ts'
import type { Backtest } from '../backtest/gates.ts'
import { percent } from '../backtest/scores.ts'
import type { Config } from '../config/config.ts'
import type { Coverage } from '../inputs/coverage.ts'
import type { Names } from '../model/facts.ts'
import type { Fit } from '../model/forecast.ts'
import { sigmaOf } from '../model/interval.ts'
import { calibration, coverage, escaped, linkRatios, predictedAgainstActual, wapeByAge } from './charts.ts'

const STYLE = `
:root { color-scheme: light dark; --text: light-dark(#1c1c1e, #e8e8ea); --faint: light-dark(#dcdce0, #3a3a3f); --band: light-dark(#e4f2e6, #1d3322) }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; font-variant-numeric: tabular-nums } td, th { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid var(--faint); white-space: nowrap }
.table { overflow-x: auto } figure { margin: 2rem 0 } figcaption { font-weight: 600 } svg { width: 100%; height: auto; font-size: 12px; fill: var(--text) }
.grid { stroke: var(--faint) } .band { fill: var(--band) } polyline { fill: none; stroke-width: 2 } .dashed { stroke-dasharray: 5 4; stroke-width: 1.3 } circle { fill-opacity: .6 }
${['#8e8e93', '#2f6fde', '#c2571a', '#2a9159', '#8b4fc4', '#b8860b', '#c23b6b'].map((color, index) => `polyline.c${index} { stroke: ${color} } circle.c${index}, text.c${index} { fill: ${color} }`).join('\n')}`

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
  const cases = decided(backtest.cases, names, config)
  const title = `Forecasts of ${config.app.name} on the past, as of ${asOf}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>Forecasts on ${backtest.origins.length} past Sundays compared with actuals: ${backtest.cases.length.toLocaleString('en')} cases, each a week of installs of the whole app or of one campaign.</p>
${gateTable(backtest)}
${[
  predictedAgainstActual(cases, names, config.targets.dsi),
  wapeByAge(backtest),
  coverage(backtest),
  calibration(
    judged(cases, one => sigmaOf(one, one.dsi, backtest.uncertainty), config),
    backtest,
  ),
  linkRatios(fit),
].join('\n')}
</body>
</html>
`
}

function gateTable({ gates, scores }: Backtest): string {
  const header = ['DSI', 'verdict', 'cases', 'app WAPE', 'bias', 'campaign WAPE', ...BASELINES, 'in 80 %', 'why']
  const rows = [...gates.values()].map(({ dsi, verdict, cases, wape, bias, coverage, reason }) => {
    const campaigns = scores.find(score => score.dsi === dsi && score.level === 'campaign' && score.age === null)
    return [
      String(dsi),
      verdict,
      String(cases),
      percent(wape),
      percent(bias),
      percent(campaigns?.wape ?? null),
      ...BASELINES.map(name => percent(campaigns?.baselines[name] ?? null)),
      percent(coverage),
      reason ?? '',
    ]
  })
  const line = (cells: readonly string[], tag: 'td' | 'th'): string =>
    `<tr>${cells.map(cell => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`
  return `<div class="table"><table><thead>${line(header, 'th')}</thead><tbody>${rows.map(row => line(row, 'td')).join('')}</tbody></table></div>`
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

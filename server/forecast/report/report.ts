import { dateOf } from '../../model/days.ts'
import { actions } from './actions.ts'
import { changes } from './changes.ts'
import { statistics } from './html.ts'
import { networks } from './networks.ts'
import { escaped, htmlDocument } from './page.ts'
import { problems } from './problems.ts'
import type { Report } from './report-data.ts'
import { spend } from './spend.ts'
import { verdict } from './verdict.ts'

/** The verdict first, then actions, money and changes; statistics last. */
export function reportPage(report: Report): string {
  const { config, asOf, facts, fit, backtest } = report
  return htmlDocument(
    `${config.app.name} as of ${dateOf(asOf)}`,
    `${verdict(report)}
${actions(report)}
${spend(report)}
${networks(report)}
${changes(report)}
${problems(report)}
<h2>How well forecasts did</h2>
${statistics({ config, names: facts.names, asOf: dateOf(asOf), backtest, fit })}
<p class="mute small">Money is in ${escaped(config.app.currency)}. Forecasts by ${escaped(config.app.name)}'s own cohorts; every run tests itself on past Sundays first.</p>`,
  )
}

import { dateOf, dayOf } from '../../../server/demo/days.ts'
import { roasName } from '../../../server/pipeline/alert-texts.ts'
import type { AlertTexts, JudgedApp } from '../../../server/pipeline/judged.ts'
import type { Config } from '../config/config.ts'
import type { Facts } from '../facts.ts'
import type { Fit } from '../model/fit.ts'
import type { Standing } from './withheld.ts'

/** Days beyond the usual ones before data are called late: a weekend. */
const patience = 2

/** What a run has to say about the app as a whole: that its data come late, and that its target DSI is withheld or untested. */
export function appAlerts(
  config: Config,
  facts: Facts,
  fit: Fit,
  { app, standing, createdAt }: { app: JudgedApp; standing: Standing; createdAt: string },
): AlertTexts[] {
  return [...lateData(config, facts, fit, createdAt), ...withheldTarget(config, fit, app, standing)]
}

function lateData({ lagDays }: Config, { revenue }: Facts, { asOf }: Fit, createdAt: string): AlertTexts[] {
  const usual = 1 + (lagDays ?? (revenue.some(({ kind }) => kind === 'ad') ? 2 : 1))
  const days = dayOf(createdAt.slice(0, 10)) - asOf
  if (days <= usual + patience) return []
  return [
    {
      title: 'Data late',
      summary: `The newest day that this run knows is ${dateOf(asOf)}, ${days} days before it was made; ${usual} are usual.`,
      detail: 'Spend, installs or revenue of the days since are missing or incomplete. Recommendations rest on older cohorts.',
      spend_detail: null,
      recommended_action: 'Look at the exports that the inputs are read from.',
    },
  ]
}

function withheldTarget({ app, targets }: Config, { limit }: Fit, about: JudgedApp, standing: Standing): AlertTexts[] {
  if (standing.isTrusted || standing.reason === null) return []
  const isOutOfReach = targets.dsi > limit
  const within = app.dsi.filter(dsi => dsi <= limit).at(-1)
  return [
    {
      title: standing.withheld === null ? 'Target DSI untested' : 'Target DSI withheld',
      summary: standing.reason,
      detail: isOutOfReach
        ? `Predicted ${roasName(about)} is empty. Every recommendation reads REDUCE for want of it: that is no advice.`
        : `Recommendations rest on forecasts of ${roasName(about)} that come without confidence: treat them as hints.`,
      spend_detail: null,
      recommended_action: isOutOfReach && within !== undefined ? `Aim at D${within} until there is more history.` : null,
    },
  ]
}

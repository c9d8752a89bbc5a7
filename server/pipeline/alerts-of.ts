import type { AlertRule } from './alert-rules.ts'
import type { AlertTexts, Judged, JudgedApp } from './judged.ts'

/** An alert before it is a row of `alerts`. */
export interface Alert<Row extends Judged = Judged> extends AlertTexts {
  group: 'BIDS' | 'ANALYTICS'
  about: Row
}

/** What the rules, in order, say about the recommendations of a run, which come by daily spend, descending. */
export function alertsOf<Row extends Judged>(rules: readonly AlertRule[], judged: readonly Row[], app: JudgedApp): Alert<Row>[] {
  const silenced = new Set<Row['campaign']>()
  return rules.flatMap(rule => {
    const rows = judged
      .filter(row => row.granularity === rule.granularity && !silenced.has(row.campaign) && rule.fires(row))
      .slice(0, rule.atMost)
    if (rule.silences) for (const { campaign } of rows) silenced.add(campaign)
    return rows.map(row => ({ group: rule.group, about: row, ...rule.texts(row, app) }))
  })
}

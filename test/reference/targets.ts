import { decidingRoas, dailySpendOf } from './action.ts'
import { displayIdentity } from './identity.ts'
import { sumMoney, toDouble } from './money.ts'
import { succeededRuns } from './runs.ts'
import type { AppRow, Delivery, Identity, RunRow } from './delivery.ts'
import type { ReportColumn } from './report-columns.ts'
import type { ReportParameters } from './request-types.ts'

/** The served campaigns' target, weighted by daily spend over those that have one. */
export function averageTarget(delivery: Required<Delivery>, app: AppRow): number | null {
  const [run] = succeededRuns(delivery, app.app_id, 'recommendation')
  const rows = delivery.recommendations
    .filter(row => row.run_id === run?.run_id && row.granularity === 'campaign')
    .map(row => ({
      id: row.recommendation_id,
      dailySpend: dailySpendOf(row),
      target: decidingRoas(row, app).target,
    }))
    .sort((a, b) => b.dailySpend - a.dailySpend || a.id - b.id)
  let [spend, aimed] = [0, 0]
  for (const { dailySpend, target } of rows) {
    if (target === null || target <= 0) continue
    spend += dailySpend
    aimed += dailySpend * target
  }
  return spend === 0 ? null : aimed / spend
}

/** The report's column of targets: of the recommendation of each cohort's campaign, or campaign and country, weighted by spend. */
export function targetColumn(
  delivery: Required<Delivery>,
  app: AppRow,
  run: RunRow | undefined,
  { granularity, targets = false }: Pick<ReportParameters, 'granularity' | 'targets'>,
): ReportColumn[] {
  if (!targets) return []
  const nameOf = (row: Identity) => {
    const { country, ...names } = displayIdentity(row)
    return JSON.stringify([names, granularity === 'campaign' ? null : country])
  }
  const known = new Map<string, number | null>()
  for (const row of delivery.recommendations
    .filter(row => row.run_id === run?.run_id && row.granularity === granularity)
    .sort((a, b) => dailySpendOf(b) - dailySpendOf(a))) {
    if (!known.has(nameOf(row))) known.set(nameOf(row), decidingRoas(row, app).target)
  }
  return [
    {
      name: `target_roas_${app.target_roas_type}_${app.target_revenue_type}_d${app.target_dsi}`,
      type: 'double',
      cell({ rows }) {
        const aimed = rows
          .map(row => ({ row, target: known.get(nameOf(row)) ?? 0 }))
          .filter(({ target }) => target > 0)
        const different = [...new Set(aimed.map(({ target }) => target))].sort((a, b) => a - b)
        const parts = different.map(target => {
          const spend = sumMoney(
            aimed.flatMap(one => (one.target === target ? [one.row.spend] : [])),
          )
          return { target, spend: toDouble(spend) }
        })
        const spent = parts.filter(({ spend }) => spend > 0)
        const all = spent.reduce((sum, { spend }) => sum + spend, 0)
        if (spent.length <= 1) return spent[0]?.target ?? null
        return spent.reduce((sum, { spend, target }) => sum + spend * target, 0) / all
      },
    },
  ]
}

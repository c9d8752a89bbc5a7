import { compareBytes, getOrCreate, passes, displayName } from './identity.ts'
import { sumMoney, toDouble } from './money.ts'
import { addDays } from './periods.ts'
import { dataThrough, runAsOf } from './runs.ts'
import type { AppRow, CohortRow, Delivery } from './delivery.ts'
import type { CampaignsParameters } from './request-types.ts'

/** The campaigns of the served run's cohorts, by what they spent in the last 30 days with data, then by name. */
export function campaigns(
  delivery: Required<Delivery>,
  app: AppRow,
  parameters: CampaignsParameters,
): Record<string, unknown>[] {
  const run = runAsOf(delivery, app.app_id, 'recommendation')
  if (run === undefined) return []
  const from = addDays(dataThrough(run), -29)
  const byName = new Map<string, CohortRow[]>()
  for (const row of delivery.cohorts.filter(
    cohort => cohort.run_id === run.run_id && passes(cohort, parameters),
  )) {
    const key = JSON.stringify([
      displayName(row.platform),
      displayName(row.network),
      displayName(row.campaign),
    ])
    getOrCreate(byName, key, () => []).push(row)
  }
  const summaries = [...byName.entries()].map(([key, rows]) => {
    const recent = rows.filter(
      row => from <= row.install_date && row.install_date <= dataThrough(run),
    )
    return {
      names: JSON.parse(key) as string[],
      rows,
      recent,
      spend: sumMoney(recent.map(row => row.spend)),
    }
  })
  summaries.sort((a, b) => {
    if (a.spend !== b.spend) return a.spend < b.spend ? 1 : -1
    return (
      a.names
        .map((name, index) => compareBytes(name, b.names[index] ?? ''))
        .find(order => order !== 0) ?? 0
    )
  })
  return summaries.map(({ names: [platform, network, campaign], rows, recent, spend }) => {
    const dates = rows.map(row => row.install_date).sort()
    const sum = (
      column: 'paid_installs' | 'incremental_blended_installs' | 'full_blended_installs',
    ) => recent.reduce((total, row) => total + row[column], 0)
    return {
      platform,
      network,
      campaign,
      countries: [...new Set(rows.map(row => displayName(row.country)))].sort(compareBytes),
      firstInstallDate: dates.at(0),
      lastInstallDate: dates.at(-1),
      spend: toDouble(spend),
      paidInstalls: sum('paid_installs'),
      incrementalBlendedInstalls: sum('incremental_blended_installs'),
      fullBlendedInstalls: sum('full_blended_installs'),
    }
  })
}

import { Accepts } from './expected.ts'
import { shown, shownIdentity } from './identity.ts'
import { sumMoney } from './money.ts'
import { addDays } from './periods.ts'
import { dataThrough } from './runs.ts'
import { breaking, brokenBy } from './step.ts'
import type { AppRow, CohortRow, Delivery, IsoDate, RunRow } from './delivery.ts'

/** What is wrong with an app's data, by kind and scope, in any order: how it is called and since when is the service's word. */
export function dataProblems(delivery: Required<Delivery>, today: IsoDate, app: AppRow, run: RunRow | undefined): Accepts {
  const expected = problemsOf(delivery, today, app, run)
    .map(scope => JSON.stringify(scope))
    .sort()
  return new Accepts(`the problems ${expected.join(' ')}`, actual => {
    const found = (actual as Record<string, unknown>[]).map(({ kind, platform, network, campaign, country }) =>
      JSON.stringify([kind, platform, network, campaign, country]),
    )
    return JSON.stringify([...new Set(found)].sort()) === JSON.stringify([...new Set(expected)])
  })
}

type Problem = [kind: string, platform: string | null, network: string | null, campaign: string | null, country: string | null]

function problemsOf(delivery: Required<Delivery>, today: IsoDate, app: AppRow, run: RunRow | undefined): Problem[] {
  const all = (kind: string): Problem => [kind, null, null, null, null]
  const failed = delivery.runs.some(
    ({ app_id, kind, status, created_at, run_id }) =>
      app_id === app.app_id &&
      kind === 'recommendation' &&
      status === 'failed' &&
      (run === undefined || created_at > run.created_at || (created_at === run.created_at && run_id > run.run_id)),
  )
  if (run === undefined) return failed ? [all('failed_run')] : []
  const through = dataThrough(run)
  const known = (name: string) => (name === 'Unknown' || name === 'GLOBAL' ? null : name)
  const scene = { delivery, app, run, ...breaking(delivery, app, undefined) }
  const broken = delivery.recommendations
    .filter(row => row.run_id === run.run_id && row.granularity === 'campaign')
    .flatMap(row => {
      const { events = [], alerts = [] } = brokenBy(scene, row) ?? {}
      return [
        ...events.map((row): Problem => [row.kind, row.platform || null, row.network || null, row.campaign || null, row.country || null]),
        ...alerts.map((row): Problem => {
          const { platform, network, campaign, country } = shownIdentity(row)
          return ['attribution', known(platform), known(network), known(campaign), known(country)]
        }),
      ]
    })
  const cohorts = delivery.cohorts.filter(row => row.run_id === run.run_id)
  const networks = [...new Set(cohorts.map(row => shown(row.network)))]
  const has = (rows: CohortRow[]) => ({
    spend: sumMoney(rows.map(row => row.spend)) > 0n,
    installs: rows.some(row => row.paid_installs > 0),
  })
  const costless = networks.filter(network => {
    const own = cohorts.filter(row => shown(row.network) === network)
    const last = has(own.filter(row => row.install_date === through))
    const before = [1, 2, 3, 4, 5, 6, 7].map(back => has(own.filter(row => row.install_date === addDays(through, -back))))
    const active = before.filter(day => day.spend || day.installs)
    const whole = active.filter(day => day.spend && day.installs)
    return last.spend !== last.installs && whole.length > 0 && whole.length / active.length >= 0.5
  })
  return [
    ...(through < addDays(today, -1) ? [all('late')] : []),
    ...(failed ? [all('failed_run')] : []),
    ...broken,
    ...costless.map((network): Problem => ['no_cost', null, network, null, null]),
  ]
}

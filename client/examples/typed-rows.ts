/** Rows whose columns the compiler knows from the parameters. */

import { UascopeClient } from '@uascope/client'
import { toRows } from '@uascope/client/rows'

const client = new UascopeClient()
const [app] = await client.listApps()
if (app === undefined) throw new Error('This key reads no app')

const file = await client.getReport({
  appId: app.id,
  granularity: 'campaign',
  installGrouping: 'monthly',
  metrics: ['ltv', 'spend'],
  roasTypes: ['paid'],
  revenueTypes: ['gross'],
  dsiValues: [7],
})
const rows = await toRows(file)

const spend = rows.reduce((sum, row) => sum + row.spend, 0)
const best = [...rows].sort((a, b) => (b.ltv_paid_gross_d7 ?? 0) - (a.ltv_paid_gross_d7 ?? 0))[0]
console.log(
  `${app.name}: ${spend.toFixed(2)} ${file.currency} spent; best LTV after 7 days: ${best?.ltv_paid_gross_d7} for ${best?.campaign}`,
)

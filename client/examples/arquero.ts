/** A report as an Arquero table: spend per network. */

import { UascopeClient } from '@uascope/client'
import { toTable } from '@uascope/client/arquero'
import { desc, op } from 'arquero'

const client = new UascopeClient()
const [app] = await client.listApps()
if (app === undefined) throw new Error('This key reads no app')

const file = await client.getReport({
  appId: app.id,
  granularity: 'campaign',
  installGrouping: 'weekly',
  metrics: ['spend', 'installs'],
})
const table = await toTable(file)

table
  .groupby('network')
  .rollup({ spend: op.sum('spend'), installs: op.sum('installs_paid') })
  .derive({ cpi: (row: { spend: number; installs: number }) => row.spend / row.installs })
  .orderby(desc('spend'))
  .print()

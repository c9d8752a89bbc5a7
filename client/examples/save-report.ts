/** Saves a report as CSV, with progress, and gives up after a minute. */

import { tmpdir } from 'node:os'
import { UascopeClient } from '@uascope/client'
import { saveTo } from '@uascope/client/node'

const client = new UascopeClient()
const [app] = await client.listApps()
if (app === undefined) throw new Error('This key reads no app')

const file = await client.getReport(
  { appId: app.id, granularity: 'campaign_geo', installGrouping: 'weekly', format: 'csv' },
  {
    signal: AbortSignal.timeout(60_000),
    onProgress: ({ receivedBytes, totalBytes }) =>
      console.error(`${receivedBytes} of ${totalBytes ?? 'unknown'} bytes`),
  },
)
console.log(`${file.totalRows} rows from run ${file.run?.id}, data through ${file.dataThrough}`)
console.log(`Saved as ${await saveTo(file, tmpdir())}`)

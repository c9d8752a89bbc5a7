/** Prints the recommendations of every app. */

import { UascopeClient } from '@uascope/client'

const client = new UascopeClient()

for (const app of await client.listApps()) {
  const recommendations = await client.getRecommendations({
    appId: app.id,
    platforms: ['IOS', 'ANDROID'],
  })
  console.log(`${app.name}: ${recommendations.length} recommendations`)
  for (const { campaign, network, action, status, dailySpend } of recommendations.slice(0, 3)) {
    console.log(`  ${action} ${campaign} on ${network} (${status}, ${dailySpend.toFixed(2)} a day)`)
  }
}

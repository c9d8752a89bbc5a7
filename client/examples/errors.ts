/** Handles each kind of error. */

import { ApiError, BadRequestError, ConnectionError, UascopeClient } from '@uascope/client'

const client = new UascopeClient({ timeout: 10_000, maxRetries: 1, logger: { warn: console.warn } })

try {
  const [app] = await client.listApps()
  await client.getRecommendations({ appId: app?.id ?? 0, minDailySpend: -1 })
} catch (error) {
  if (error instanceof BadRequestError) {
    for (const { parameter, message, allowed } of error.errors)
      console.log(`${parameter} ${message}`, allowed ?? '')
  } else if (error instanceof ApiError) {
    console.log(
      `${error.code}: ${error.detail} Quote request ${error.requestId} when asking for help.`,
    )
  } else if (error instanceof ConnectionError) {
    console.log(`Try again later: ${error.message}`)
  } else {
    throw error
  }
}

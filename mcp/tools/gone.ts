import type { GetRecommendationsParameters, Recommendation, UascopeClient } from '../../client/src/index.ts'
import { significant } from './significant.ts'

/** Most of them told: those with the highest spend. */
const MOST = 50

/** What was recommended at `since` and is no longer, whatever its action: by spend. */
export async function goneSince(client: UascopeClient, { since, asOf, ...parameters }: GetRecommendationsParameters) {
  if (since === undefined) return {}
  // Whether something is gone does not depend on what is to be done with it.
  const { actions: _actions, statuses: _statuses, minDailySpend: _least, changed: _changed, ...names } = parameters
  const [before, now] = await Promise.all([
    client.getRecommendations({ ...names, asOf: since }),
    client.getRecommendations({ ...names, asOf }),
  ])
  const still = new Set(now.map(identityOf))
  const gone = before.filter(one => !still.has(identityOf(one))).slice(0, MOST)
  return {
    gone: gone.map(({ platform, network, campaign, country, action, dailySpend }) => ({
      platform,
      network,
      campaign,
      country,
      action,
      dailySpend: significant(dailySpend),
    })),
  }
}

/** What is the same of a recommendation in every run, at one granularity. */
function identityOf({ platform, network, campaign, country }: Recommendation): string {
  return JSON.stringify([platform, network, campaign, country])
}

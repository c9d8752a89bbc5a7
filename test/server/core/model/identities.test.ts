import t from 'tap'
import { matcher, matchingIds, type Identity } from '../../../../server/core/model/identities.ts'

const identities: Identity[] = [
  { id: 1, campaign_id: 1, platform: 'IOS', network: 'Meta', campaign: 'caf\u00e9', country: 'US' },
  { id: 2, campaign_id: 1, platform: 'IOS', network: 'Meta', campaign: 'caf\u00e9', country: 'DE' },
  {
    id: 3,
    campaign_id: 3,
    platform: 'ANDROID',
    network: 'meta',
    campaign: 'cafe\u0301',
    country: 'Unknown',
  },
  { id: 4, campaign_id: 4, platform: 'Unknown', network: 'Unknown', campaign: 'x ', country: 'US' },
]

t.test('filters match byte for byte, all parameters together, any value of each', t => {
  for (const [filters, ids] of [
    [{}, undefined],
    [{ networks: ['Meta'] }, [1, 2]],
    [{ networks: ['meta', 'Unknown'] }, [3, 4]],
    [{ campaigns: ['cafe\u0301'] }, [3]],
    [{ campaigns: ['x'] }, []],
    [{ campaigns: ['x '] }, [4]],
    [{ platforms: ['ios', 'android'], countries: ['US', 'Unknown'] }, [1, 3]],
    [{ platforms: undefined, networks: ['Meta'], countries: ['DE'] }, [2]],
  ] as const)
    t.strictSame(matchingIds(identities, filters), ids, JSON.stringify(filters))
  t.ok(identities.every(matcher({})))
  t.end()
})

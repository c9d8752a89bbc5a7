import t from 'tap'
import { toQueryString, toUrl, type Request } from './request-types.ts'

const request: Request = {
  companyId: 1,
  operation: 'getReport',
  parameters: {
    appId: 7,
    granularity: 'campaign',
    dsiValues: [7, 30],
    campaigns: ['US, Tier 1', '"x"', 'a&b=c', 'say "hi"', 'é '],
  },
}

t.test(
  'names with a comma or a leading quote are quoted, and everything is percent-encoded',
  async t => {
    const query = new URLSearchParams(toQueryString(request))
    t.equal(query.get('dsiValues'), '7,30')
    t.equal(query.get('campaigns'), '"US, Tier 1","""x""",a&b=c,say "hi",é ')
    t.notMatch(toQueryString(request), /[ "é]/)
  },
)

t.test('addresses are built from parameters', async t => {
  t.match(toUrl(request), /^\/v1\/report\?appId=7&granularity=campaign&/)
  t.equal(toUrl({ companyId: 1, operation: 'listApps', parameters: {} }), '/v1/apps')
})

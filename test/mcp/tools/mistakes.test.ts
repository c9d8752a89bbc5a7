import t from 'tap'
import {
  appRow,
  cohortRow,
  minimalDelivery,
  revenueRow,
  runRow,
} from '../../reference/minimal-delivery.ts'
import { toolArguments, type ToolName } from '../../../generated/tools.ts'
import { startToolService } from '../../support/tool-service.ts'
import { MISTAKES } from './mistakes.ts'

const identities = [
  { platform: 'IOS' as const, network: 'Meta Ads', campaign: 'Alpha', country: 'US' },
  {
    platform: 'ANDROID' as const,
    network: 'Google Ads',
    campaign: 'UAC | US, Tier 2 | tROAS',
    country: 'US',
  },
  { platform: 'IOS' as const, network: 'Apple Search Ads', campaign: '4711', country: 'DE' },
]
const delivery = minimalDelivery({
  apps: [appRow()],
  runs: [runRow(), runRow({ run_id: 2, kind: 'alert', created_at: '2026-03-31T07:00:00.000Z' })],
  cohorts: identities.map(identity => cohortRow(identity)),
  cohort_revenue: identities.flatMap(identity =>
    [1, 7, 365].map(dsi => revenueRow({ ...identity, dsi })),
  ),
})

t.test('unambiguous spellings are accepted and echoed; ambiguous ones are refused', async t => {
  t.equal(MISTAKES.length, 91)
  const { result, refusal } = await startToolService(t, { deliveries: [delivery] })
  for (const { tool, sent, as, refused } of MISTAKES) {
    const call = `${tool} ${JSON.stringify(sent)}`
    if (refused !== undefined) {
      t.match(await refusal(tool, sent), refused, call)
      continue
    }
    const { interpreted, ...got } = await result<Record<string, unknown>>(tool, sent)
    const { interpreted: none, ...wanted } = await result<Record<string, unknown>>(tool, as)
    const stable = ({ downloadUrl: _, expiresAt: __, ...fields }: Record<string, unknown>) => fields
    t.strictSame(stable(got), stable(wanted), call)
    t.equal(none, undefined, 'what needs no interpretation is not echoed')
    const changed = [...new Set([...Object.keys(as), ...Object.keys(sent)])].filter(
      name => JSON.stringify(as[name]) !== JSON.stringify(sent[name]),
    )
    // A misspelt name is echoed under its own.
    const own = toolArguments[tool as ToolName].arguments.names
    const names = changed.filter(name => own.includes(name))
    t.strictSame(interpreted, Object.fromEntries(names.map(name => [name, as[name] ?? null])), call)
  }
})

t.test("unmatched networks suggest the app's own name of the same network", async t => {
  const { result } = await startToolService(t, { deliveries: [delivery] })
  const networks = ['Instagram', 'UAC', 'TikTok', 'Meta Ads']
  for (const tool of ['svc_get_report', 'svc_export_report']) {
    const { unmatched } = await result<Record<string, unknown>>(tool, { appId: 1, networks })
    t.strictSame(
      unmatched,
      { networks: { Instagram: ['Meta Ads'], UAC: ['Google Ads'], TikTok: [] } },
      tool,
    )
  }
})

t.test(
  'another name of a network or country stays if the app has it, or several networks of that name',
  async t => {
    const own = ['Meta Ads', 'Facebook', 'Google Ads', 'Google UAC'].map(network => ({
      ...identities[0]!,
      network,
    }))
    const countries = ['UK', 'GB'].map(country => ({ ...identities[1]!, country }))
    const cohorts = [...own, ...countries].map(identity => cohortRow(identity))
    const { result } = await startToolService(t, {
      deliveries: [minimalDelivery({ apps: [appRow()], cohorts, cohort_revenue: [] })],
    })
    const filters = { countries: ['UK'], networks: ['Facebook', 'AdWords'] }
    const { interpreted, context } = await result<{
      interpreted?: object
      context: { filters: object }
    }>('svc_get_report', {
      appId: 1,
      granularity: 'campaign_geo',
      ...filters,
    })
    t.strictSame([interpreted, context.filters], [undefined, filters])
  },
)

t.test('names of an unreadable app are not looked up', async t => {
  const { refusal } = await startToolService(t, { deliveries: [delivery] })
  const text = await refusal('svc_get_report', { appId: 2, networks: 'Meta Ads,Google Ads' })
  t.equal(text, await refusal('svc_get_report', { appId: 2 }))
  t.match(
    await refusal('svc_get_report', { appId: 2, networks: 'a,b', limit: 0 }),
    /^An argument was rejected:\n- limit: /,
  )
})

t.test('a result truncated by size counts its echo', async t => {
  const { result } = await startToolService(t, { deliveries: [delivery] })
  const campaigns = JSON.stringify(Array.from({ length: 300 }, (_, index) => `Campaign ${index}`))
  const got = await result<Record<string, unknown>>('svc_get_report', { appId: 1, campaigns })
  t.equal((got['interpreted'] as { campaigns: string[] }).campaigns.length, 300)
  t.ok(Buffer.byteLength(JSON.stringify(got)) <= 36_000)
})

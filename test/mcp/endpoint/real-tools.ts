import type { Test } from 'tap'
import { minimalDelivery } from '../../reference/minimal-delivery.ts'
import { startService } from '../../support/started-service.ts'

/** A call of every tool, in their order, and what it must give on the data below. */
export const CALLS: Record<string, { args: Record<string, unknown>; want: object }> = {
  svc_list_apps: { args: {}, want: { apps: [{ id: 1, name: 'Game' }] } },
  svc_get_recommendations: { args: { appId: 1 }, want: { totalRows: 1, truncated: false } },
  svc_get_report: {
    args: { appId: 1, metrics: ['spend', 'roas'], dsiValues: [7] },
    want: { totalRows: Number, truncated: false },
  },
  svc_export_report: {
    args: { appId: 1 },
    want: { downloadUrl: /^http:\/\/127\.0\.0\.1:\d+\/v1\/exports\//, format: 'csv' },
  },
  svc_get_roas_history: { args: { appId: 1 }, want: { totalRows: Number } },
  svc_get_alerts: { args: { appId: 1 }, want: { totalRows: 1 } },
  svc_get_profile: { args: {}, want: { kind: 'api_key', company: { id: 1 } } },
}

export const names = Object.keys(CALLS)

/** The whole service, listening, with a little data; `key` is company 1's. */
export async function startTools(t: Test) {
  const service = await startService(t, { deliveries: [minimalDelivery()] })
  await service.server.start()
  return { url: `${service.server.info.uri}/v1/mcp`, key: await service.keyOf(1) }
}

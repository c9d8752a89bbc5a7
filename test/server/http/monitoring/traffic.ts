import type { Test } from 'tap'
import { minimalDelivery } from '../../../reference/minimal-delivery.ts'
import { startService, type TestService } from '../../../support/started-service.ts'

export const REPORT =
  '/v1/report?appId=1&granularity=campaign&metrics=spend,roas&startDate=2026-03-01'

/** What `/metrics` says: values by series, as they are written. */
export async function scrape({
  server,
}: Pick<TestService, 'server'>): Promise<Map<string, number>> {
  const { payload } = await server.inject('/metrics')
  const lines = payload.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map(line => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  )
}

/** Calls a tool as company 1. */
export async function callTool(
  service: TestService,
  name: string,
  args: unknown,
  id = 1,
): Promise<void> {
  const body = { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } }
  const headers = {
    host: 'localhost',
    authorization: `Bearer ${await service.keyOf(1)}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  }
  await service.server.inject({
    method: 'POST',
    url: '/v1/mcp',
    headers,
    payload: JSON.stringify(body),
  })
}

/** A service with data and metrics that was asked for much of what it has, rightly and wrongly. */
export async function busyService(
  t: Test,
  environment: Record<string, string>,
): Promise<TestService> {
  const service = await startService(t, {
    environment: { RATE_LIMIT: '50', ...environment, METRICS: 'on' },
    deliveries: [minimalDelivery()],
  })
  await service.get('/v1/apps')
  await service.get(REPORT)
  await service.get(REPORT)
  await service.get(`${REPORT}&appId=2`)
  await service.get(REPORT.replace('appId=1', 'appId=999'))
  await service.server.inject(REPORT)
  await service.server.inject('/nowhere')
  await callTool(service, 'svc_get_report', { appId: 1, metrics: ['spend'] })
  await callTool(service, 'svc_get_report', { appId: 'x', color: 'blue' })
  await callTool(service, 'svc_get_report', { appId: 999 })
  return service
}

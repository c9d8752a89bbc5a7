import type { Delivery } from './delivery.ts'

/** The company's live apps by id. */
export function apps(delivery: Required<Delivery>, companyId: number): Record<string, unknown>[] {
  return delivery.apps
    .filter(
      app =>
        app.live &&
        delivery.app_access.some(row => row.company_id === companyId && row.app_id === app.app_id),
    )
    .sort((a, b) => a.app_id - b.app_id)
    .map(app => ({ id: app.app_id, name: app.name, createdAt: app.created_at }))
}

import { dataThrough } from './runs.ts'
import type { AppRow, RunRow } from './delivery.ts'
import type { ServedContext } from './expected.ts'

/** What the response headers say of the app and its served run. */
export function servedContext(app: AppRow, run: RunRow | undefined): ServedContext {
  return {
    runId: run?.run_id ?? null,
    runCreatedAt: run?.created_at ?? null,
    dataThrough: run === undefined ? null : dataThrough(run),
    currency: app.currency,
  }
}

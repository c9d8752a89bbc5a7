import { servedRun } from '../model/served-run.ts'
import { allRead } from '../checks/all-read.ts'
import type { Handlers } from '../http/contract/answers.ts'
import type { HandlerDeps } from './handler-deps.ts'
import { reportFile } from './report-file.ts'
import { resolveReport } from './resolve-report.ts'
import { readableApp } from '../access/readable-app.ts'

/** `GET /v1/report`: the cohort report of the latest succeeded run. */
export function getReport(deps: HandlerDeps): Handlers['getReport'] {
  return async ({ companyId, query, path }) => {
    allRead(path)
    const catalog = await deps.store.catalog(query.appId)
    const app = readableApp(catalog, companyId, query.appId)
    const run = servedRun(catalog, app.app_id, 'recommendation')
    return reportFile(deps, catalog, app, run, resolveReport(app, run, query, deps.clock()))
  }
}

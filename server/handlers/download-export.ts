import { servedRun } from '../model/served-run.ts'
import { allRead } from '../checks/all-read.ts'
import type { Handlers } from '../http/contract/answers.ts'
import { problem } from '../checks/problem.ts'
import type { HandlerDeps } from './handler-deps.ts'
import { reportFile } from './report-file.ts'
import { readableApps } from '../access/readable-app.ts'

/** `GET /v1/exports/{link}`: the report that a signed link names, from the run it was made from. */
export function downloadExport(deps: HandlerDeps): Handlers['downloadExport'] {
  return async ({ query, path: { link, ...left } }) => {
    allRead(query, left)
    const { companyId, runId, report } = deps.links.open(link)
    const catalog = await deps.store.catalog()
    const app = readableApps(catalog, companyId).find(({ app_id }) => app_id === report.appId)
    const run = catalog.runs.find(({ run_id }) => run_id === runId)
    const kept = runId === null || run?.facts || run === servedRun(catalog, report.appId, 'recommendation')
    if (!app || !kept) throw problem('link_expired', 'The data of this download link are no longer kept. Ask for a new one.')
    return { ...reportFile(deps, catalog, app, run, report), unmatched: undefined, store: false }
  }
}

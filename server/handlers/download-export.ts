import { mayServe, servedRun } from '../model/served-run.ts'
import { allRead } from '../checks/all-read.ts'
import type { Handlers } from '../http/contract/answers.ts'
import { problem } from '../checks/problem.ts'
import type { Run } from '../model/catalog.ts'
import { grouped } from '../model/grouped.ts'
import type { HandlerDeps } from './handler-deps.ts'
import { reportFile } from './report-file.ts'
import { readableApps } from '../access/readable-app.ts'

const runsOf = grouped<Run, number | null>(run => run.run_id)

/** `GET /v1/exports/{link}`: the report that a signed link names, from the run it was made from. */
export function downloadExport(deps: HandlerDeps): Handlers['downloadExport'] {
  return async ({ query, path: { link, ...left } }) => {
    allRead(query, left)
    const { companyId, runId, report } = deps.links.open(link)
    const catalog = await deps.store.catalog(report.appId)
    const app = readableApps(catalog, companyId).get(report.appId)
    const run = runsOf(catalog.runs, runId)[0]
    if (run && !mayServe(run)) throw problem('link_expired', 'The data of this download link were withdrawn. Ask for a new one.')
    const kept = runId === null || run?.facts || run === servedRun(catalog, report.appId, 'recommendation')
    if (!app || !kept) throw problem('link_expired', 'The data of this download link are no longer kept. Ask for a new one.')
    return { ...reportFile(deps, catalog, app, run, report), unmatched: undefined, store: false }
  }
}

import { servedRun } from '../../core/model/runs.ts'
import { completeQuery } from '../../answers/contract/query.ts'
import { type HandlerDeps, readableApp } from '../../answers/handlers/answer-context.ts'
import { reportFile } from '../../answers/handlers/get-report.ts'
import { resolveReport, type ReportQuery } from '../../answers/handlers/app-defaults.ts'
import { invalidParameters, type ProblemData } from '../../core/checks/problem.ts'
import type { Caller } from '../../core/model/caller.ts'
import type { Spool } from '../../store/files/spool.ts'
import { storeProblem } from '../../answers/contract/request.ts'
import type { Work } from '../../core/runtime/work.ts'

export interface ExportLinkDeps extends HandlerDeps {
  spool: Spool
  baseUrl: () => string
}

export type ReportRequest = Pick<ReportQuery, 'appId' | 'granularity'> & Partial<ReportQuery>

/** Maximum link length, characters, that hosts and browsers accept. */
const LONGEST_LINK = 8192

/** Builds the file and signs a link, or returns the reason that `GET /v1/report` would give. Rejects on internal errors. */
export async function makeExportLink(
  deps: ExportLinkDeps,
  request: ReportRequest,
  caller: Caller & Work,
) {
  try {
    return { link: await linkTo(deps, complete(request), caller) }
  } catch (cause) {
    const error = cause instanceof Error ? storeProblem(cause) : undefined
    if (error === undefined) throw cause
    const { code, errors } = error.data as ProblemData
    return {
      refusal: {
        status: error.output.statusCode,
        code,
        detail: error.message,
        ...(errors && { errors }),
      },
    }
  }
}

async function linkTo(
  deps: ExportLinkDeps,
  query: ReportQuery,
  { companyId, kind, id, signal }: Caller & Work,
) {
  const catalog = await deps.store.catalog(query.appId)
  const app = readableApp(catalog, companyId, query.appId)
  const run = servedRun(catalog, app.app_id, 'recommendation')
  const report = resolveReport(app, run, query, deps.clock())
  const { link, expiresAt } = deps.links.sign({
    companyId,
    holder: { kind, id },
    runId: run?.run_id ?? null,
    report,
  })
  const downloadUrl = `${deps.baseUrl()}/v1/exports/${link}`
  if (downloadUrl.length > LONGEST_LINK) throw tooLong(query)
  const { tag, format, fileName, build } = await reportFile(deps, catalog, app, run, report)
  const { size, totalRows } = await deps.spool.get(tag, format, build, { companyId, signal })
  return {
    downloadUrl,
    expiresAt: expiresAt.toISOString(),
    fileName,
    format,
    sizeBytes: size,
    totalRows,
  }
}

function complete(request: ReportRequest): ReportQuery {
  const completed = completeQuery('getReport', request)
  if ('faults' in completed) throw invalidParameters(completed.faults)
  return completed.value
}

const FILTERS = ['countries', 'platforms', 'networks', 'campaigns'] as const

function tooLong(query: ReportQuery) {
  const length = (name: (typeof FILTERS)[number]): number => (query[name] ?? []).join().length
  const longest = FILTERS.reduce((a, b) => (length(b) > length(a) ? b : a))
  return invalidParameters([
    {
      parameter: longest,
      message: `is too long for a download link of at most ${LONGEST_LINK} characters; give fewer values`,
    },
  ])
}

import { join } from 'node:path'
import type { ResolvedReport } from '../../server/answers/handlers/app-defaults.ts'
import { ExportLinks } from '../../server/core/access/export-links.ts'
import { makeExportLink, type ReportRequest } from '../../server/http/tools/export-link.ts'
import { Spool } from '../../server/store/files/spool.ts'
import type { TestService } from './started-service.ts'
import { work } from './work.ts'

/** To be the service's `EXPORT_SECRET`. */
export const SECRET = 'a secret for tests of links'

export const BASE_URL = 'https://api.example.com'

export const REPORT: ReportRequest = { appId: 1, granularity: 'campaign', format: 'csv' }

type Made = Awaited<ReturnType<typeof makeExportLink>>

/**
 * What the tools' export makes of a report for the company's key, in a service that signs with `SECRET`; `now` is the moment it is
 * asked.
 */
export async function tryLink(
  { store, dataDir, keys, keyOf }: Pick<TestService, 'store' | 'dataDir' | 'keys' | 'keyOf'>,
  request: ReportRequest = REPORT,
  companyId = 1,
  now = '2026-04-01T12:00:00Z',
): Promise<Made> {
  const clock = () => new Date(now)
  const spool = await Spool.open(join(dataDir, 'spool'))
  const { id } = (await keys.find(await keyOf(companyId)))!
  const deps = {
    store,
    clock,
    spool,
    links: new ExportLinks<ResolvedReport>(SECRET, clock),
    baseUrl: () => BASE_URL,
  }
  return makeExportLink(deps, request, { companyId, kind: 'api_key', id, signal: work.signal })
}

/** A link that was made, its address relative to the service. */
export async function linkTo(...args: Parameters<typeof tryLink>) {
  const made = await tryLink(...args)
  if ('refusal' in made) throw new Error(made.refusal.detail)
  return { ...made.link, path: made.link.downloadUrl.slice(BASE_URL.length) }
}

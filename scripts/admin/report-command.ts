import { readFile, writeFile } from 'node:fs/promises'
import type * as Report from '../../server/web/page/report/main.tsx'
import { withClient } from '../../server/in-process.ts'
import { openKeepingStore } from '../../server/http/prepare.ts'
import type { Catalog } from '../../server/core/model/catalog.ts'
import { reportDay, utcDate } from '../../server/core/model/dates.ts'
import { servedRun } from '../../server/core/model/runs.ts'
import { withStore } from '../../server/core/model/store.ts'
import type { Config } from '../../server/core/runtime/config.ts'
import { publicUrl } from '../../server/core/runtime/public-url.ts'
import { withStorage } from '../../server/store/facts/open-storage.ts'
import { argument, command, option } from './command.ts'
import { appId, companyId, path } from './option-values.ts'

const SCRIPT = new URL('../../server/web/dist/report.js', import.meta.url)
const STYLES = new URL('../../server/web/dist/report.css', import.meta.url)

/** `admin report APP`: the page's view of an app, for reading without a browser. */
export const report = command({
  name: 'report',
  description: "print an app's report: what to do, what changed, what is wrong with the data",
  parameters: {
    app: argument('the id that `apps list` shows', appId),
    html: option(
      '<file>',
      'also write it with charts and campaigns, as one file for mail or print',
      path,
    ),
    company: option(
      '<id>',
      'the company that the report is for; by default the one with the fewest apps',
      companyId,
    ),
  },
  async run({ app, html, company }, { config }) {
    return { lines: await writeReport(config, { appId: app, html, company }) }
  },
})

interface ReportOptions {
  appId: number
  html?: string | undefined
  company?: number | undefined
}

/**
 * The report in lines; writes its HTML to `html`.
 * @throws Error for the operator if the app has nothing to report
 */
export async function writeReport(
  config: Config,
  { appId, html, company }: ReportOptions,
): Promise<string[]> {
  const { makeReport } = (await import(SCRIPT.href)) as typeof Report
  const styles = await readFile(STYLES, 'utf8')
  const report = await withStorage(config, async storage => {
    return await withStore({ openStore: () => openKeepingStore(storage) }, async store => {
      const catalog = await store.catalog(appId)
      const companyId = readerOf(catalog, appId, company)
      const now = new Date()
      const day = reportDay(
        servedRun(catalog, appId, 'recommendation')?.max_install_date ?? null,
        utcDate(now),
      )
      const clock = (): Date => (day === utcDate(now) ? now : new Date(day))
      const pageUrl = publicUrl(config, config.port)
      return await withClient({ config, storage, store, companyId, clock }, client =>
        makeReport({ client, appId, pageUrl, styles, now: Date.now() }),
      )
    })
  })
  if (report === null) throw new Error(`app ${appId} has no data yet`)
  if (html !== undefined) await writeFile(html, report.html)
  return [...report.lines, ...(html === undefined ? [] : ['', `Report: ${html}`])]
}

/** The company whose view is reported. */
function readerOf(
  { apps, app_access: access }: Catalog,
  appId: number,
  company: number | undefined,
): number {
  const app = apps.find(app => app.app_id === appId)
  if (app === undefined) throw new Error(`app ${appId} does not exist; \`apps list\` shows all`)
  if (!app.live) throw new Error(`app ${appId} is not live: it is served to nobody`)
  const readers = access.filter(row => row.app_id === appId).map(row => row.company_id)
  if (readers.length === 0)
    throw new Error(`no company can read app ${appId}; \`access grant\` lets one`)
  if (company !== undefined && !readers.includes(company)) {
    throw new Error(`company ${company} cannot read app ${appId}; these can: ${readers.join(', ')}`)
  }
  const size = (id: number): number => access.filter(row => row.company_id === id).length
  return company ?? readers.reduce((least, id) => (size(id) < size(least) ? id : least))
}

import '../page.css'
import '../today/today.css'
import '../app/app.css'
import './report.css'
import { render } from 'preact-render-to-string'
import type { UascopeClient } from '../../../../client/src/client.ts'
import { writeScreen } from '../screen.ts'
import { NavigationProvider } from '../use-screen.ts'
import { readReport } from './read-report.ts'
import { reportText } from './report-text.ts'
import { ReportPage } from './report-page.tsx'

interface Asked {
  client: UascopeClient
  appId: number
  /** Address of the page, for links. */
  pageUrl: string
  styles: string
  /** ms since 1970. */
  now: number
}

/** An app's report, as a single HTML file without scripts and as lines of text. Null if the app has no data yet. */
export async function makeReport({
  client,
  appId,
  pageUrl,
  styles,
  now,
}: Asked): Promise<{ html: string; lines: string[] } | null> {
  const overview = (await client.getOverview()).find(app => app.appId === appId)
  if (overview === undefined || overview.dataThrough === null) return null
  const report = await readReport(client, overview)
  const navigation = {
    screen: report.screen,
    go: () => undefined,
    href: writeAddress,
    isStill: true,
  }
  const head = render(
    <>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{`${overview.name}, ${overview.dataThrough}`}</title>
    </>,
  )
  const body = render(
    <NavigationProvider value={navigation}>
      <ReportPage report={report} now={now} />
    </NavigationProvider>,
  )
  const html = `<!doctype html>\n<html lang="en"><head>${head}<style>${styles}</style></head>\n<body>${body}</body></html>\n`
  return { html, lines: reportText(report, now) }

  function writeAddress(screen: Parameters<typeof writeScreen>[0]): string {
    return `${pageUrl}/${writeScreen(screen)}`
  }
}

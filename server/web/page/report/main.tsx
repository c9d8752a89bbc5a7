import { render } from 'preact-render-to-string'
import '../page.css'
import '../today/today.css'
import '../app/app.css'
import './report.css'
import type { UascopeClient } from '../../../../client/src/client.ts'
import { writeScreen } from '../screen.ts'
import { NavigationProvider } from '../use-screen.ts'
import { readReport, type Report } from './read-report.ts'
import { MOST_STEPS, ReportPage } from './report-page.tsx'
import { stepsOf } from '../data/use-overview.ts'
import { answerOf } from '../today/heading.ts'
import { placeOf } from '../today/lead.tsx'
import { splitNames } from '../../../core/words/isolate.ts'
import { platformName } from '../../../core/words/names.ts'
import { standingWords, stepWords } from '../../../core/words/step-words.ts'

interface ReportOptions {
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
}: ReportOptions): Promise<{ html: string; lines: string[] } | null> {
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

/** The report in lines: its headings, data problems, and the steps with their price. */
function reportText({ app, calls, heading }: Report, now: number): string[] {
  const { overview, context } = app
  const { format } = context
  const steps = stepsOf(calls)
  const others = steps.length - MOST_STEPS
  const standing = standingWords(overview, format)
  return [
    `${overview.name}, data through ${overview.dataThrough ?? ''}`,
    plain(answerOf([overview], now)),
    `${plain(heading)}. Installs ${format.range(app.range.from, app.range.to)}.`,
    ...(standing === null ? [] : [standing]),
    ...(overview.data.length === 0 ? [] : ['', 'Check the data']),
    ...overview.data.map(
      problem => `- ${[problem.title, ...placeOf(problem)].join(', ')}, since ${problem.since}`,
    ),
    ...(steps.length === 0 ? [] : ['', 'Do first']),
    ...steps
      .slice(0, MOST_STEPS)
      .map(
        (call, index) =>
          `${index + 1}. ${call.campaign} (${platformName(call.platform)}, ${call.network}): ${stepWords(call, format)}.`,
      ),
    ...(others > 0 ? [`${others} more ${others === 1 ? 'step' : 'steps'}.`] : []),
  ]
}

/** Removes direction marks, which not every terminal and mail program supports. */
function plain(sentence: string): string {
  return splitNames(sentence).join('')
}

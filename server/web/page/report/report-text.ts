import { stepsOf } from '../data/use-overview.ts'
import { answerOf } from '../today/heading.ts'
import { placeOf } from '../today/lead.tsx'
import { splitNames } from '../../../core/words/isolate.ts'
import { platformName } from '../../../core/words/names.ts'
import { standingWords, stepWords } from '../../../core/words/step-words.ts'
import { MOST_STEPS } from './report-page.tsx'
import type { Report } from './read-report.ts'

/** The report in lines: its headings, data problems, and the steps with their price. */
export function reportText({ app, calls, heading }: Report, now: number): string[] {
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

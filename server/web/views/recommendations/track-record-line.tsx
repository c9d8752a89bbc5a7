import { MIN_DECISIONS } from '../../../core/model/classification.ts'
import type { Format } from '../../parts/use-format.ts'
import { countOf, platformName } from '../../parts/words.ts'
import type { Recommendations } from './lines.ts'
import { sum } from '../../../core/formulas/sums.ts'

type Group = Recommendations['context']['trackRecord'][number]

/** Outcomes of past recommendations, with their number: rates need at least 20. */
export function TrackRecord({
  record,
  format,
}: {
  record: readonly Group[] | undefined
  format: Format
}) {
  const words = recordWords(record ?? [], format)
  return words === null ? null : <p class="track-record">{words}</p>
}

/** `Of 456 calls since 10 May, 79% of the money was right; iOS 81%, Android 77%.` Null if no outcome is known. */
function recordWords(record: readonly Group[], format: Format): string | null {
  const all = sum(record, ({ decisions }) => decisions)
  if (all === 0) return null
  const rated = record.flatMap(group =>
    typeof group.rightShare === 'number' ? [{ ...group, rightShare: group.rightShare }] : [],
  )
  const [spend, right, opposite] = [
    sum(rated, ({ dailySpend = 0 }) => dailySpend),
    sum(rated, ({ dailySpend = 0, rightShare }) => dailySpend * rightShare),
    sum(rated, ({ dailySpend = 0, oppositeShare }) => dailySpend * (oppositeShare ?? 0)),
  ]
  if (spend === 0) {
    const few =
      record.length > 1
        ? `: ${record.map(group => `${nameOf(group)} ${format.count(group.decisions)}`).join(', ')}`
        : ''
    return `${calls(all, format)} with a known outcome, too few for a rate${few} (${MIN_DECISIONS} needed${few && ' in one'}).`
  }
  const since = rated.map(group => group.since ?? '').sort()[0]
  const decisions = sum(rated, group => group.decisions)
  const parts =
    rated.length > 1
      ? rated.map(
          group =>
            `${nameOf(group)} ${format.share(group.rightShare)} of ${calls(group.decisions, format)}`,
        )
      : []
  const few = record
    .filter(({ rightShare }) => typeof rightShare !== 'number')
    .map(group => `${nameOf(group)}: ${calls(group.decisions, format)}, too few for a rate`)
  const total = `Of ${calls(decisions, format)} since ${format.day(since)}, ${format.share(right / spend)} of the money was right; ${format.share(opposite / spend)} should have gone the other way`
  return `${[total, ...(parts.length > 0 ? [parts.join(', ')] : []), ...few].join('. ')}.`
}

function calls(count: number, format: Format): string {
  return countOf(count, 'call', format)
}

function nameOf({ platform, network, action, status }: Group): string {
  return platformName(platform ?? network ?? action ?? status ?? 'all')
}

import type { Format } from '../../parts/use-format.ts'
import { recordWords } from '../../../core/words/record-words.ts'
import { countOf, platformName } from '../../parts/words.ts'
import type { Recommendations } from './lines.ts'

type Group = Recommendations['context']['trackRecord'][number]

/** Outcomes of past recommendations, with their number: rates need at least 20. */
export function TrackRecord({
  record = [],
  format,
}: {
  record: readonly Group[] | undefined
  format: Format
}) {
  const total = recordWords(record, format)
  if (total === null) return null
  const parts = record.length > 1 ? record.map(group => groupWords(group, format)) : []
  return <p class="track-record">{[total, ...parts].join('. ')}.</p>
}

/** `iOS: 80% of 400 calls`; `Web: 14 calls, too few for a rate` */
function groupWords({ decisions, rightShare, ...names }: Group, format: Format): string {
  const { platform, network, action, status } = names
  const calls = countOf(decisions, 'call', format)
  const words =
    typeof rightShare === 'number'
      ? `${format.share(rightShare)} of ${calls}`
      : `${calls}, too few for a rate`
  return `${platformName(platform ?? network ?? action ?? status ?? 'all')}: ${words}`
}

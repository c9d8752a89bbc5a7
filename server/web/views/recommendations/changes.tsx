import { ACTIONS } from '../../../../generated/vocabulary/vocabulary.ts'
import type { Format } from '../../parts/use-format.ts'
import { CallTag } from '../../parts/campaigns/campaign-columns.tsx'
import { countOf } from '../../parts/words.ts'
import { type Line, type Recommendations } from './lines.ts'

/** Changes since a date, among the loaded lines and those no longer recommended. */
export function Changes({
  answer,
  lines,
  format,
}: {
  answer: Recommendations
  lines: readonly Line[]
  format: Format
}) {
  const { since } = answer.context
  if (since === undefined) return null
  const removed = answer.gone ?? []
  const calls = lines.map(({ call }) => call)
  const added = calls.filter(({ change }) => change === 'new')
  const moved = calls.filter(({ change }) => change === 'action')
  const nothing = removed.length + added.length + moved.length === 0
  return (
    <section class="changes" aria-labelledby="changes">
      <h2 id="changes">Since {format.day(since)}</h2>
      {nothing && <p>No changes among the matches.</p>}
      <ul>
        {ACTIONS.map(action => {
          const to = moved.filter(call => call.action === action)
          return (
            to.length > 0 && (
              <li key={action}>
                <CallTag action={action} /> now: {listOf(to, format)}
              </li>
            )
          )
        })}
        {added.length > 0 && (
          <li key="new">
            <span class="tag">NEW</span> {listOf(added, format)}
          </li>
        )}
        {removed.length > 0 && (
          <li key="gone">
            <span class="tag">GONE</span> {listOf(removed, format)}
          </li>
        )}
      </ul>
      {answer.truncated && (
        <p class="m">Changes cover only the {format.count(lines.length)} loaded rows.</p>
      )}
    </section>
  )
}

/** Sum and names: `$1,200 per day, 5 campaigns: A (was HOLD), B and 3 more`. */
function listOf(
  items: readonly { campaign: string; dailySpend: number; previousAction?: string | null }[],
  format: Format,
) {
  const sum = items.reduce((all, { dailySpend }) => all + dailySpend, 0)
  const first = items.slice(0, 3)
  return (
    <>
      {countOf(items.length, 'campaign', format)}, {format.rate(sum)}:{' '}
      {first.map(({ campaign, previousAction }, index) => (
        <span key={index}>
          {index > 0 && ', '}
          <bdi>{campaign}</bdi>
          {typeof previousAction === 'string' && ` (was ${previousAction})`}
        </span>
      ))}
      {items.length > first.length && ` and ${format.count(items.length - first.length)} more`}
    </>
  )
}

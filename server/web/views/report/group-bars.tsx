import type { Format } from '../../parts/use-format.ts'
import { useWidth } from '../../parts/use-width.ts'
import { writeMetric } from '../../../core/words/metrics.ts'
import { maturityWords, type Series } from './metric-columns.ts'
import { numberOf } from '../../parts/read-result.ts'
import { actualShare, type Group } from './groups.ts'

interface GroupBarsProps {
  group: Group
  cohorts: readonly string[]
  series: Series
  format: Format
  greatest: number
  target: { value: number; dsi: number } | null
}

const BAR = 16
const GAP = 4

/** One bar per DSI, for a group with one row; a dashed edge means partly forecast. */
export function GroupBars({ group, cohorts, series, format, greatest, target }: GroupBarsProps) {
  const [ref, width] = useWidth(270)
  const write = writeMetric(series.metric, format)
  const row = cohorts
    .map(cohort => group.rows.get(cohort))
    .find(candidate => candidate !== undefined)
  const named = series.columns.some(({ dsi }) => dsi !== undefined)
  const left = named ? 40 : 0
  const room = Math.max(40, width - left - 84)
  const height = series.columns.length * (BAR + GAP)
  const texts = series.columns.map(column => {
    const [value, share] = [numberOf(row?.[column.name]), actualShare(row, column)]
    return {
      column,
      value,
      share,
      words: column.dsi === undefined ? '' : maturityWords(share, format),
    }
  })
  const summary = texts
    .map(
      ({ column, value, words }) =>
        `${column.dsi === undefined ? '' : `D${column.dsi} `}${write(value)}${words === '' ? '' : `, ${words}`}`,
    )
    .join('; ')
  return (
    <div class="bars" ref={ref}>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={`${series.label}${group.name === '' ? '' : ` of ${group.name}`}: ${summary}`}
      >
        {texts.map(({ column, value, share, words }, index) => {
          const y = index * (BAR + GAP)
          const length =
            value === null || greatest <= 0 ? 0 : Math.max(0, (value / greatest) * room)
          const mark =
            target !== null && target.dsi === column.dsi ? (target.value / greatest) * room : null
          // Otherwise the mark would cross the number.
          const written = mark !== null && mark > length - 4 && mark < length + 52 ? mark : length
          return (
            <g key={column.name} class={`series-${index % 5}`} data-column={column.name}>
              <title>{words}</title>
              {named && (
                <text class="ch-named" x={0} y={y + BAR / 2} dy="0.32em">
                  D{column.dsi}
                </text>
              )}
              <rect
                class={share >= 1 ? 'ch-bar' : 'ch-bar ch-partly'}
                x={left}
                y={y + 1}
                width={length}
                height={BAR - 2}
                data-value={value}
              />
              {mark !== null && (
                <path class="ch-target" d={`M${left + mark},${y - 1}v${BAR + 2}`} />
              )}
              <text x={left + written + 6} y={y + BAR / 2} dy="0.32em">
                {write(value)}
              </text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}

import type { Format } from '../parts/format.ts'
import { maturityWords, writeMetric, type Series } from './columns.ts'
import { actualShare, numberOf, type Group } from './groups.ts'

interface GroupBarsProps {
  group: Group
  cohorts: readonly string[]
  series: Series
  format: Format
  width: number
  greatest: number
  target: { value: number; dsi: number } | null
}

const BAR = 16
const GAP = 4

/** A bar per DSI of a group whose rows are one: what is not all actual has a dashed edge. */
export function GroupBars({ group, cohorts, series, format, width, greatest, target }: GroupBarsProps) {
  const write = writeMetric(series.metric, format)
  const row = cohorts.map(cohort => group.rows.get(cohort)).find(found => found !== undefined)
  const named = series.columns.some(({ dsi }) => dsi !== undefined)
  const left = named ? 40 : 0
  const room = Math.max(40, width - left - 84)
  const height = series.columns.length * (BAR + GAP)
  const told = series.columns.map(column => {
    const [value, share] = [numberOf(row?.[column.name]), actualShare(row, column)]
    return { column, value, share, words: column.dsi === undefined ? '' : maturityWords(share, format) }
  })
  const summary = told
    .map(
      ({ column, value, words }) =>
        `${column.dsi === undefined ? '' : `D${column.dsi} `}${write(value)}${words === '' ? '' : `, ${words}`}`,
    )
    .join('; ')
  return (
    <div class="bars">
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={`${series.label}${group.name === '' ? '' : ` of ${group.name}`}: ${summary}`}
      >
        {told.map(({ column, value, share, words }, index) => {
          const y = index * (BAR + GAP)
          const length = value === null || greatest <= 0 ? 0 : Math.max(0, (value / greatest) * room)
          const mark = target !== null && target.dsi === column.dsi ? (target.value / greatest) * room : null
          // The mark would stand in the middle of the number.
          const written = mark !== null && mark > length - 4 && mark < length + 52 ? mark : length
          return (
            <g key={column.name} class={`series-${index % 5}`} data-column={column.name}>
              <title>{words}</title>
              {named && (
                <text class="series" x={0} y={y + BAR / 2} dy="0.32em">
                  D{column.dsi}
                </text>
              )}
              <rect
                class={share >= 1 ? 'bar-actual' : 'bar-forecast'}
                x={left}
                y={y + 1}
                width={length}
                height={BAR - 2}
                data-value={value}
              />
              {mark !== null && <path class="target-line" d={`M${left + mark},${y - 1}v${BAR + 2}`} />}
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

import { useMemo, useRef, useState } from 'preact/hooks'
import { CampaignTable } from '../../parts/campaigns/campaign-table.tsx'
import type { Host } from '../../parts/host.ts'
import { Name } from '../../parts/name.tsx'
import { LazyDetails } from '../../parts/notice.tsx'
import type { Selection } from '../../parts/selection.tsx'
import type { Sort } from '../../parts/sort.ts'
import type { Format } from '../../parts/use-format.ts'
import { countOf, countryName, platformName } from '../../parts/words.ts'
import { CampaignPanel } from './campaign-panel.tsx'
import { COLUMNS, isLow, type Line, type Recommendations } from './lines.ts'
import { notesOf } from './line-notes.ts'

/** Number of steps shown at first. */
const FIRST = 5

interface CampaignsProps {
  answer: Recommendations
  visible: readonly Line[]
  selection: Selection
  sort: Sort
  onSort: (sort: Sort) => void
  host: Host
  format: Format
}

/** Campaigns with a step, a line each; those that keep are folded below. */
export function Campaigns({
  answer,
  visible,
  selection,
  sort,
  onSort,
  host,
  format,
}: CampaignsProps) {
  const threshold = answer.context.actionThreshold
  const [isAll, setAll] = useState(false)
  const [open, setOpen] = useState<string | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const context = useMemo(() => ({ format, threshold }), [format, threshold])
  const acting = visible.filter(({ call }) => call.step.direction !== 'none')
  const keeping = visible.filter(({ call }) => call.step.direction === 'none')
  const first = isAll ? acting : acting.slice(0, FIRST)

  function close(): void {
    const button = root.current?.querySelector<HTMLElement>('button[aria-expanded=true]')
    setOpen(null)
    button?.focus()
  }
  const nameOf = (line: Line) => {
    const { key, campaign, platform, network, country, call } = line
    const isOpen = open === key
    return (
      <>
        <input
          type="checkbox"
          aria-label={`Select ${campaign}`}
          checked={selection.keys.has(key)}
          onChange={() => selection.toggle(key)}
        />
        <button
          class="lnk"
          aria-expanded={isOpen}
          onClick={() => setOpen(isOpen ? null : key)}
          title={campaign}
        >
          <Name>{campaign}</Name>
        </button>
        <span class="m s light">
          {platformName(platform)} · <bdi>{network}</bdi>
          {country !== 'GLOBAL' && ` · ${countryName(country)}`}
          <span class="slim"> · {format.rate(call.currentDailySpend)}</span>
        </span>
      </>
    )
  }
  const under = (line: Line) => {
    const notes = notesOf(line, format)
    if (notes === '' && open !== line.key) return null
    return (
      <>
        {notes !== '' && <p class="outcome m s">{notes}</p>}
        {open === line.key && (
          <CampaignPanel {...{ line, answer, host, context }} onClose={close} />
        )}
      </>
    )
  }
  const table = (rows: readonly Line[]) => (
    <CampaignTable
      columns={COLUMNS}
      {...{ rows, context, sort, onSort, nameOf, under }}
      titleOf={({ campaign }) => campaign}
      classOf={line => (isLow(line) ? 'low' : undefined)}
    />
  )
  return (
    <div
      class="campaigns"
      ref={root}
      onKeyDown={event => event.key === 'Escape' && open !== null && close()}
    >
      {first.length > 0 && table(first)}
      {first.length < acting.length && (
        <button class="all" onClick={() => setAll(true)}>
          Show {countOf(acting.length - first.length, 'more step', format)}
        </button>
      )}
      {keeping.length > 0 && (
        <LazyDetails
          key={String(acting.length === 0)}
          label={keepingWords(keeping, format)}
          open={acting.length === 0}
        >
          {() => table(keeping)}
        </LazyDetails>
      )}
    </div>
  )
}

/** `18 keep, 1 has data to check, 1 stopped` */
function keepingWords(lines: readonly Line[], format: Format): string {
  const count = (kind: string) => lines.filter(({ call }) => call.step.kind === kind).length
  const [unchanged, unclear, stopped] = [count('keep'), count('check_data'), count('stopped')]
  return [
    unchanged > 0 && `${format.count(unchanged)} keep`,
    unclear > 0 && `${format.count(unclear)} with data to check`,
    stopped > 0 && `${format.count(stopped)} stopped`,
  ]
    .filter(part => part !== false)
    .join(', ')
}

import { useCallback, useMemo, useRef } from 'preact/hooks'
import type { Format } from '../parts/format.ts'
import type { Selection } from '../parts/use-selection.ts'
import type { Host } from '../shell/host.ts'
import { axisOf } from './axis.ts'
import { AxisLine } from './bullet.tsx'
import { CampaignPanel } from './campaign-panel.tsx'
import { LineItem } from './line-item.tsx'
import type { Line, Recommendations } from './lines.ts'
import { useOpened } from './use-opened.ts'

/** From how many lines on those off the screen are laid out only when they come near. */
const MANY = 60

interface CampaignsProps {
  answer: Recommendations
  /** All that came, in order: their scale stays while they are filtered. */
  lines: readonly Line[]
  shown: readonly Line[]
  selection: Selection
  host: Host
  format: Format
}

/** The campaigns on one scale; one of them may be open. */
export function Campaigns({ answer, lines, shown, selection, host, format }: CampaignsProps) {
  const { actionThreshold, expectedError, since } = answer.context
  const axis = useMemo(
    () => axisOf([1 - actionThreshold, 1 + actionThreshold, ...lines.map(({ ofTarget }) => ofTarget)]),
    [lines, actionThreshold],
  )
  const visible = useMemo(() => new Set(shown), [shown])
  const opened = useOpened(host, answer)
  const list = useRef<HTMLUListElement>(null)

  // The same function as long as the view lives: lines are remembered by it.
  const toggle = useRef<(key: string) => void>(() => {})
  toggle.current = key => {
    const line = lines.find(other => other.key === key)
    if (line !== undefined) opened.toggle(line)
  }
  const onOpen = useCallback((key: string) => toggle.current(key), [])

  function close(): void {
    const button = list.current?.querySelector<HTMLElement>('button[aria-expanded=true]')
    opened.close()
    button?.focus()
  }
  const scale = {
    '--target': `${axis.place(1)}%`,
    '--band-from': `${axis.place(1 - actionThreshold)}%`,
    '--band-to': `${axis.place(1 + actionThreshold)}%`,
  }
  return (
    <div
      class={`campaigns${lines.length > MANY ? ' many' : ''}`}
      style={scale}
      onKeyDown={event => event.key === 'Escape' && opened.open !== null && close()}
    >
      <div class="head" aria-hidden="true">
        <span class="who">Campaign</span>
        <AxisLine axis={axis} percent={format.share} />
        <span class="numeric of-target">Of target</span>
        <span class="numeric spend">{since === undefined ? 'A day' : 'A day, change'}</span>
        <span class="numeric bid">Live → paced bid</span>
      </div>
      <ul ref={list}>
        {lines.map(line => (
          // What is filtered out stays, unseen: to show it again costs nothing.
          <li key={line.key} class={`line ${line.action}${line.low ? ' low' : ''}`} hidden={!visible.has(line)}>
            <LineItem
              line={line}
              axis={axis}
              error={expectedError?.p90 ?? 0}
              format={format}
              open={opened.open === line.key}
              ticked={selection.keys.has(line.key)}
              onTick={selection.toggle}
              onOpen={onOpen}
            />
            {opened.open === line.key && (
              <CampaignPanel
                line={line}
                answer={answer}
                opened={opened.openedOf(line)}
                host={host}
                format={format}
                onAgain={() => opened.ask(line)}
                onClose={close}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

import './panel-grid.css'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Name } from '../name.tsx'
import type { Format } from '../use-format.ts'

/** A panel's title. */
export interface PanelHead {
  /** Unique in the grid. */
  name: string
  /** Empty: without a title. */
  label: string
  /** Beside the label. */
  aside?: ComponentChildren
  spend: number
}

/** A link whose click chooses a panel. */
export interface PanelLink {
  href: string
  onClick: (event: MouseEvent) => void
}

/** The choice of a panel, if the screen has one. */
export interface PanelChoice {
  chosen?: string | null | undefined
  linkOf?: ((name: string) => PanelLink) | undefined
  /** On paper and in mail, which have nothing to press. */
  isStill?: boolean | undefined
}

interface PanelGridProps<Panel> extends PanelChoice {
  /** Highest spend first. */
  panels: readonly Panel[]
  format: Format
  /** Draws a panel's chart. */
  children: (panel: Panel, index: number) => ComponentChildren
}

const FIRST = 12
const MORE = 60

/** A panel per group: the first ones, and more on request. */
export function PanelGrid<Panel extends PanelHead>({
  panels,
  chosen = null,
  linkOf,
  isStill = false,
  format,
  children,
}: PanelGridProps<Panel>) {
  const [most, setMost] = useState(FIRST)
  const count = Math.max(most, 1 + panels.findIndex(({ name }) => name === chosen))
  const others = panels.slice(count)
  return (
    <>
      <div class="pan">
        {panels.slice(0, count).map((panel, index) => (
          <article
            key={panel.name}
            class={`p${panel.name === chosen ? ' on' : ''}`}
            data-arrows={linkOf && ''}
            data-panel={panel.name}
          >
            {panel.label !== '' && (
              <div class="t">
                <h3 title={panel.label}>
                  <a
                    class={linkOf && 'cover'}
                    {...linkOf?.(panel.name)}
                    aria-current={panel.name === chosen ? 'true' : undefined}
                  >
                    <Name>{panel.label}</Name>
                  </a>
                </h3>
                <span class="m s nw">{panel.aside}</span>
              </div>
            )}
            {children(panel, index)}
          </article>
        ))}
      </div>
      {others.length > 0 && (
        <p class="rest">
          {isStill ? (
            `${others.length} more with`
          ) : (
            <button class="btn" onClick={() => setMost(count + MORE)}>
              Show {Math.min(MORE, others.length)} more
            </button>
          )}{' '}
          <span class="m s" data-rest>
            {format.money(others.reduce((sum, { spend }) => sum + spend, 0))} of spend
          </span>
        </p>
      )}
    </>
  )
}

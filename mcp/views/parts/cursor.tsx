import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

interface CursorProps {
  label: string
  /** Positions of the points, px from the left of the chart, ascending. */
  at: readonly number[]
  left: number
  right: number
  top: number
  bottom: number
  width: number
  /** Describes a point in words. */
  words: (index: number) => string
  /** The description to display. */
  show: (index: number) => ComponentChildren
}

/** Moves between the points of a chart by pointer, touch or arrow keys and describes each; a slider to screen readers. */
export function Cursor({ label, at, left, right, top, bottom, width, words, show }: CursorProps) {
  const [place, setPlace] = useState(at.length - 1)
  const [open, setOpen] = useState(false)
  const index = Math.min(place, at.length - 1)
  if (at.length === 0) return null
  const x = at[index]!
  function go(next: number): void {
    setPlace(Math.max(0, Math.min(at.length - 1, next)))
    setOpen(true)
  }
  function keyed(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 5, PageDown: -5 }
    if (event.key === 'Escape') return setOpen(false)
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? at.length - 1 : event.key in steps ? index + steps[event.key]! : undefined
    if (next === undefined) return
    event.preventDefault()
    go(next)
  }
  function pointed(event: PointerEvent): void {
    const px = event.clientX - (event.currentTarget as HTMLElement).getBoundingClientRect().left + left
    go(nearest(at, px))
  }
  const beside = x < width / 2 ? { left: `${x + 10}px` } : { right: `${width - x + 10}px` }
  return (
    <>
      <div
        class="cursor"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={at.length - 1}
        aria-valuenow={index}
        aria-valuetext={words(index)}
        style={{ left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={keyed}
        onPointerDown={pointed}
        onPointerMove={pointed}
        onPointerLeave={event => event.currentTarget !== document.activeElement && setOpen(false)}
      >
        {open && <span class="cursor-line" style={{ left: `${x - left}px` }} />}
      </div>
      {open && (
        <div class="tooltip" aria-hidden="true" style={beside}>
          {show(index)}
        </div>
      )}
    </>
  )
}

/** Index of the nearest of ascending positions. */
export function nearest(at: readonly number[], px: number): number {
  let best = 0
  at.forEach((x, index) => {
    if (Math.abs(x - px) < Math.abs(at[best]! - px)) best = index
  })
  return best
}

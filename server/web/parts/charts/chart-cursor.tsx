import { useEffect, useRef, useState } from 'preact/hooks'
import { nearestOf } from './trend-shape.ts'

/** A chart's reading at one position: its name, and the value of each line. */
export interface Reading {
  title: string
  facts: readonly { name?: string; series?: number; text: string }[]
}

export interface Read {
  /** Name of the chart: `AppLovin, D30 ROAS`. */
  label: string
  /** False: the surrounding element with `data-arrows` handles the arrow keys, and a click follows its link. */
  focusable?: boolean
  /** Called with the first and last index of a range brushed with the pointer. */
  onBrush?: ((first: number, last: number) => void) | undefined
}

interface ChartCursorProps extends Read {
  read: (index: number) => Reading
  /** Positions of the points, px from the left. */
  at: readonly number[]
  left: number
  right: number
  top: number
  bottom: number
  width: number
}

const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageUp: 5,
  PageDown: -5,
}

/** A shorter drag, px, is a click. */
const LEAST_DRAG = 6

/** Reads the chart point by point, by pointer, touch or arrow keys, and brushes a range with the pointer. */
export function ChartCursor(props: ChartCursorProps) {
  const { label, read, at, left, right, top, bottom, width, focusable = true, onBrush } = props
  const ref = useRef<HTMLDivElement>(null)
  const [position, setPlace] = useState(at.length - 1)
  const [isOpen, setOpen] = useState(false)
  const [brush, setBrush] = useState<{ from: number; to: number } | null>(null)
  const index = Math.max(0, Math.min(position, at.length - 1))
  const latest = useRef(index)
  latest.current = index

  useEffect(() => {
    const target = ref.current!
    const host = target.closest<HTMLElement>('[data-arrows]') ?? target
    const keyed = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      if (event.key === 'Escape') return setOpen(false)
      const end = at.length - 1
      const next =
        event.key === 'Home'
          ? 0
          : event.key === 'End'
            ? end
            : event.key in STEPS
              ? latest.current + STEPS[event.key]!
              : undefined
      if (next === undefined) return
      event.preventDefault()
      setPlace(Math.max(0, Math.min(end, next)))
      setOpen(true)
    }
    const leave = () => setOpen(false)
    host.addEventListener('keydown', keyed)
    host.addEventListener('focusout', leave)
    return () => {
      host.removeEventListener('keydown', keyed)
      host.removeEventListener('focusout', leave)
    }
  }, [at.length])

  // Style sheets draw the same date in the other panels: nothing is rendered again.
  const x = at[index]!
  useEffect(() => {
    if (!isOpen) return
    const grid = ref.current?.closest<HTMLElement>('.pan')
    grid?.style.setProperty('--cross', `${x}px`)
    return () => grid?.removeAttribute('style')
  }, [isOpen, x])

  const pxOf = (event: PointerEvent) =>
    event.clientX - ref.current!.getBoundingClientRect().left + left
  const [from, to] =
    brush === null ? [0, 0] : [Math.min(brush.from, brush.to), Math.max(brush.from, brush.to)]
  const isBrush = onBrush !== undefined && to - from >= LEAST_DRAG
  const reading = read(index)
  const words = readingWords(reading)
  return (
    <>
      <div
        ref={ref}
        class={`ch-cursor${onBrush === undefined ? '' : ' ch-ranged'}`}
        {...(focusable && {
          role: 'slider',
          tabIndex: 0,
          'aria-label': label,
          'aria-valuemin': 0,
          'aria-valuemax': at.length - 1,
          'aria-valuenow': index,
          'aria-valuetext': words,
        })}
        style={{
          left: `${left}px`,
          top: `${top}px`,
          width: `${right - left}px`,
          height: `${bottom - top}px`,
        }}
        onFocus={() => setOpen(true)}
        onPointerDown={event => {
          if (onBrush !== undefined && event.pointerType === 'mouse' && event.button === 0) {
            ref.current!.setPointerCapture(event.pointerId)
            setBrush({ from: pxOf(event), to: pxOf(event) })
          }
        }}
        onPointerMove={event => {
          setPlace(nearestOf(at, pxOf(event)))
          setOpen(true)
          if (brush !== null) setBrush({ ...brush, to: pxOf(event) })
        }}
        onPointerUp={() => {
          if (isBrush) onBrush(nearestOf(at, from), nearestOf(at, to))
        }}
        onClick={() => {
          if (!isBrush) ref.current!.closest('[data-arrows]')?.querySelector('a')?.click()
          setBrush(null)
        }}
        onPointerCancel={() => setBrush(null)}
        onPointerLeave={() => {
          if (document.activeElement !== ref.current) setOpen(false)
        }}
      >
        {isBrush && (
          <span
            class="ch-brush"
            style={{
              left: `${Math.max(0, from - left)}px`,
              width: `${Math.min(to, right) - Math.max(from, left)}px`,
            }}
          />
        )}
        {isOpen && <span class="ch-reading" style={{ left: `${x - left}px` }} />}
      </div>
      {isOpen && (
        <div
          class="ch-tip"
          aria-live={focusable ? undefined : 'polite'}
          style={x < width / 2 ? { left: `${x + 8}px` } : { right: `${width - x + 8}px` }}
        >
          {isOneFact(reading) ? words : <Facts {...reading} />}
        </div>
      )}
    </>
  )
}

function isOneFact({ facts }: Reading): boolean {
  return facts.length === 1 && facts[0]!.name === undefined
}

/** `Mar 23: D1 12.0%, actual; D7 30.1%, forecast` */
export function readingWords({ title, facts }: Reading): string {
  return `${title}: ${facts.map(({ name, text }) => (name === undefined ? text : `${name} ${text}`)).join('; ')}`
}

function Facts({ title, facts }: Reading) {
  return (
    <>
      <b>{title}</b>
      {facts.map(({ name, series, text }) => (
        <div key={name ?? text}>
          {name !== undefined && (
            <b class={series === undefined ? undefined : `series-${series}`}>{name}</b>
          )}{' '}
          {text}
        </div>
      ))}
    </>
  )
}

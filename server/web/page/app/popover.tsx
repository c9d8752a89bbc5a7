import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

interface PopoverProps {
  /** Text of the button. */
  label: string
  /** The edge of the button to which it is aligned. */
  side?: 'left' | 'right'
  children: (close: () => void) => ComponentChildren
}

/** A button that opens a panel below it. Escape closes it and returns focus to the button; a click outside closes it. */
export function Popover({ label, side = 'left', children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false)
  const ref = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    ref.current?.querySelector('button')?.focus()
  }
  // Before the panel is painted, since Escape may follow immediately.
  useLayoutEffect(() => {
    if (!isOpen) return
    const pressed = (event: PointerEvent) => {
      if (!ref.current!.contains(event.target as Node)) setOpen(false)
    }
    const keyed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      close()
    }
    document.addEventListener('pointerdown', pressed)
    document.addEventListener('keydown', keyed)
    return () => {
      document.removeEventListener('pointerdown', pressed)
      document.removeEventListener('keydown', keyed)
    }
  }, [isOpen])
  return (
    <div
      class="pop"
      ref={ref}
      onFocusOut={event => {
        if (event.relatedTarget !== null && !ref.current!.contains(event.relatedTarget as Node))
          setOpen(false)
      }}
    >
      <button class="btn q" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {label}
      </button>
      {isOpen && <div class={`panel card ${side}`}>{children(close)}</div>}
    </div>
  )
}

import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'

interface MenuProps {
  label: string
  /** Rendered while it is open. */
  children: (close: () => void) => ComponentChildren
}

/** A button that opens a panel below it. Escape, a click outside, leaving it by keyboard and the host around the frame close it. */
export function Menu({ label, children }: MenuProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => panel.current!.hidePopover()
  useEffect(() => {
    addEventListener('blur', close)
    return () => removeEventListener('blur', close)
  }, [])
  // Not by anchor positioning, which browsers of 2024 lack: it would be a second way.
  useLayoutEffect(() => {
    if (!isOpen) return
    const { style, offsetWidth, previousElementSibling: button } = panel.current!
    const { left, bottom } = button!.getBoundingClientRect()
    const room = document.documentElement.clientWidth - offsetWidth - EDGE
    style.left = `${scrollX + Math.max(EDGE, Math.min(left, room))}px`
    style.top = `${scrollY + bottom + GAP}px`
  }, [isOpen])
  return (
    <div
      class="menu"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget as Node)) close()
      }}
    >
      <button type="button" class="btn q" popovertarget={id} aria-expanded={isOpen}>
        {label}
      </button>
      <div
        id={id}
        popover="auto"
        ref={panel}
        onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && children(close)}
      </div>
    </div>
  )
}

/** Space between button and panel, and at the edges of the window, px. */
const [GAP, EDGE] = [4, 8]

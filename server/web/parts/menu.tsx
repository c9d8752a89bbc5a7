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
    const { style, previousElementSibling: button } = panel.current!
    const { left, right, bottom } = button!.getBoundingClientRect()
    const width = document.documentElement.clientWidth
    // It has no width yet: on the right half of the window it ends where its button ends.
    const isLeft = left < width / 2
    style.left = isLeft ? `${scrollX + left}px` : 'auto'
    style.right = isLeft ? 'auto' : `${width - scrollX - right}px`
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

/** Space between button and panel, px. */
const GAP = 4

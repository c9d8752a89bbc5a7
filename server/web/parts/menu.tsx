import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

interface MenuProps {
  label: ComponentChildren
  /** Closes it from outside; it opens itself. */
  open?: boolean
  onToggle?: (open: boolean) => void
  children: ComponentChildren
}

/** A menu that Escape, a click outside, and a switch to the host around the frame close. */
export function Menu({ label, open, onToggle, children }: MenuProps) {
  const ref = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const menu = ref.current!
    const close = () => menu.removeAttribute('open')
    const pressed = ({ target }: Event) => {
      if (!menu.contains(target as Node)) close()
    }
    document.addEventListener('pointerdown', pressed)
    document.addEventListener('focusin', pressed)
    window.addEventListener('blur', close)
    return () => {
      document.removeEventListener('pointerdown', pressed)
      document.removeEventListener('focusin', pressed)
      window.removeEventListener('blur', close)
    }
  }, [])
  useEffect(() => {
    if (open === false) ref.current!.open = false
  }, [open])
  return (
    <details
      class="filter"
      ref={ref}
      onToggle={({ currentTarget: { open } }) => onToggle?.(open)}
      onKeyDown={event => {
        if (event.key !== 'Escape' || !event.currentTarget.open) return
        // A panel around the menu stays open.
        event.stopPropagation()
        event.currentTarget.open = false
        event.currentTarget.querySelector('summary')!.focus()
      }}
    >
      <summary>{label}</summary>
      <ul>{children}</ul>
    </details>
  )
}

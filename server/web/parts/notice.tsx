import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

interface NoticeProps {
  tone?: 'plain' | 'warning' | 'error'
  title: string
  children?: ComponentChildren
}

/** A notice that screen readers announce. */
export function Notice({ tone = 'plain', title, children }: NoticeProps) {
  return (
    <section class={`notice ${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
      <strong>{title}</strong>
      {children !== undefined && <div>{children}</div>}
    </section>
  )
}

interface FoldedProps {
  label: ComponentChildren
  open?: boolean
  children: () => ComponentChildren
}

/** Details rendered only once opened, since large tables are slow. */
export function LazyDetails({ label, open: first = false, children }: FoldedProps) {
  const [open, setOpen] = useState(first)
  return (
    <details class="folded" open={open} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {open && children()}
    </details>
  )
}

import type { ComponentChildren } from 'preact'

interface NoticeProps {
  tone?: 'plain' | 'warning' | 'error'
  title: string
  children?: ComponentChildren
}

/** Something to know, read out when it appears. */
export function Notice({ tone = 'plain', title, children }: NoticeProps) {
  return (
    <section class={`notice ${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
      <strong>{title}</strong>
      {children !== undefined && <div>{children}</div>}
    </section>
  )
}

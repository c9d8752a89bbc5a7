import type { ComponentChildren } from 'preact'
import type { Format } from '../parts/format.ts'
import { GROUP_WORDS } from './dimensions.ts'
import type { Kind } from './grouped.ts'
import { stakeOf, type Signal } from './signals.ts'

interface KindProps {
  kind: Kind
  visible: ReadonlySet<Signal>
  /** All that is at stake, a day. */
  total: number
  format: Format
  children: ComponentChildren
}

/** Open alerts of one kind, with what they are about in money. */
export function KindSection({ kind: { group, title, signals }, visible, total, format, children }: KindProps) {
  const those = signals.filter(signal => visible.has(signal))
  const stake = stakeOf(those)
  return (
    <section class={`kind ${group}`} aria-label={title} hidden={those.length === 0}>
      <h2>
        <span class="tag">{GROUP_WORDS[group] ?? group}</span> <bdi>{title}</bdi>
      </h2>
      <p class="muted">
        {alerts(those.length, format)}, {format.money(stake)} a day
        {total > 0 && `, ${format.share(stake / total)} of what is at stake`}
      </p>
      <ul>{children}</ul>
    </section>
  )
}

interface ClosedProps {
  closed: readonly Signal[]
  visible: ReadonlySet<Signal>
  format: Format
  children: ComponentChildren
}

/** Alerts that the latest run does not raise any more, folded. */
export function Closed({ closed, visible, format, children }: ClosedProps) {
  const count = closed.filter(signal => visible.has(signal)).length
  return (
    <details class="closed" hidden={count === 0}>
      <summary>{alerts(count, format)} closed: not raised by the latest run</summary>
      <ul>{children}</ul>
    </details>
  )
}

function alerts(count: number, format: Format): string {
  return count === 1 ? '1 alert' : `${format.count(count)} alerts`
}

import type { ComponentChildren } from 'preact'

/** Legend entries of a chart. */
export function Key({ children }: { children: ComponentChildren }) {
  return (
    <ul class="key" aria-label="Key">
      {children}
    </ul>
  )
}

interface KeyLineProps {
  label: string
  /** Index of its color; the text color by default. */
  series?: number
  kind?: 'solid' | 'dashed' | 'target' | 'thin'
}

export function KeyLine({ label, series, kind = 'solid' }: KeyLineProps) {
  return (
    <li>
      <svg class={`chart ${series === undefined ? '' : `series-${series}`}`} width="24" height="10" aria-hidden="true">
        <path class={kind === 'target' ? 'target-line' : `line ${kind}`} d="M0,5H24" />
      </svg>
      {label}
    </li>
  )
}

export function KeyShade({ label, class: shade }: { label: string; class: string }) {
  return (
    <li>
      <svg width="16" height="12" aria-hidden="true">
        <rect width="16" height="12" class={shade} />
      </svg>
      {label}
    </li>
  )
}

import type { ComponentChildren } from 'preact'

/** Text that ends in an ellipsis where it is cut; its title is the whole. */
export function OneLine({ kind, children }: { kind: string; children: ComponentChildren }) {
  // A new function at each rendering, so that the title follows the text.
  return (
    <div
      class={kind}
      ref={line => {
        if (line !== null) line.title = line.textContent.trim()
      }}
    >
      {children}
    </div>
  )
}

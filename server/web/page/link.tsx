import type { ComponentChildren } from 'preact'
import type { Screen } from './screen.ts'
import { followedBy, useNavigation } from './use-screen.ts'

interface LinkProps {
  to: Screen
  class?: string
  /** Marks the current place in a navigation. */
  current?: boolean
  children: ComponentChildren
}

/** A link to a screen: an address that can be copied or opened in a new tab. */
export function Link({ to, current = false, children, ...rest }: LinkProps) {
  const { go, href } = useNavigation()
  return (
    <a
      {...rest}
      href={href(to)}
      onClick={followedBy(() => go(to))}
      {...(current && { 'aria-current': 'page' })}
    >
      {children}
    </a>
  )
}

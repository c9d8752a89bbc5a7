import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import { readScreen, type Screen, writeScreen } from './screen.ts'

export interface Navigation {
  screen: Screen
  /** Shows another screen. `replace` adds no history entry, as while brushing a range. */
  go: (screen: Screen, how?: 'push' | 'replace') => void
  /** Address of a screen, for links. */
  href: (screen: Screen) => string
  /** Whether the screen is static, as in a report. */
  isStill?: boolean
}

const NavigationContext = createContext<Navigation | null>(null)

export const NavigationProvider = NavigationContext.Provider

export function useNavigation(): Navigation {
  return useContext(NavigationContext)!
}

/** The screen in the address; follows Back and Forward. */
export function useHistory(): Navigation {
  const [screen, setScreen] = useState(() => readScreen(new URL(location.href)))
  useEffect(() => {
    const changed = () => setScreen(readScreen(new URL(location.href)))
    addEventListener('popstate', changed)
    return () => removeEventListener('popstate', changed)
  }, [])
  const href = (to: Screen) => location.pathname + writeScreen(to)
  return {
    screen,
    href,
    go(to, how = 'push') {
      const address = href(to)
      if (how === 'push' && address !== location.pathname + location.search)
        history.pushState(null, '', address)
      else history.replaceState(null, '', address)
      setScreen(to)
    },
  }
}

/** Follows a link inside the page, unless the browser must: a new tab, a download. */
export function followedBy(go: () => void) {
  return (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return
    event.preventDefault()
    go()
  }
}

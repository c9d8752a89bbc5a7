import { createContext } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { readScreen, type Screen, writeScreen } from './screen.ts'

export interface Navigation {
  screen: Screen
  /** Shows another screen. `replace` adds no history entry; `back` returns to the entry before, if that is the screen. */
  go: (screen: Screen, how?: 'push' | 'replace' | 'back') => void
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
  const isLeaving = useRef(false)
  const [screen, setScreen] = useState(() => readScreen(new URL(location.href)))
  useEffect(() => {
    const changed = () => {
      isLeaving.current = false
      setScreen(readScreen(new URL(location.href)))
    }
    addEventListener('popstate', changed)
    return () => removeEventListener('popstate', changed)
  }, [])
  const href = (to: Screen) => location.pathname + writeScreen(to)
  return {
    screen,
    href,
    go(to, how = 'push') {
      const [address, current] = [href(to), location.pathname + location.search]
      if (how === 'back' && (history.state as { from?: string } | null)?.from === address) {
        // A second press before the browser is there would leave the page.
        if (!isLeaving.current) history.back()
        isLeaving.current = true
        return
      }
      if (how === 'push' && address !== current) history.pushState({ from: current }, '', address)
      else history.replaceState(history.state, '', address)
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

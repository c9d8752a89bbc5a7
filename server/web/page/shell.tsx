import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Link } from './link.tsx'
import { ALERTS, appScreen, TODAY, TRUST } from './screen.ts'
import { applyTheme, keepTheme, keptTheme, THEMES } from './settings.ts'
import { useNavigation } from './use-screen.ts'

interface ShellProps {
  /** Whether there is a credential; without one there is no navigation. */
  isOpen: boolean
  company?: string | null
  /** Number of campaigns with open alerts; null: loading. */
  openAlerts?: number | null
  /** The person who signed in; null: an API key. */
  who?: string | null
  /** Forgets the key, or signs out. */
  onForget?: (() => void) | undefined
  onShortcuts?: () => void
  onSearch?: () => void
  /** Above the content, such as the countdown of the rate limit. */
  bar?: ComponentChildren
  children: ComponentChildren
}

/** The frame of every screen: skip link, navigation, theme, footer. */
export function Shell({
  isOpen,
  company = null,
  openAlerts = null,
  who = null,
  onForget,
  onShortcuts,
  onSearch,
  bar,
  children,
}: ShellProps) {
  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={event => {
          event.preventDefault()
          document.querySelector('main')?.focus()
        }}
      >
        Skip to content
      </a>
      <header>
        <div class="wrap">
          <Link to={TODAY} class="logo">
            uascope
          </Link>
          {isOpen && <Navigation openAlerts={openAlerts} />}
          <span class="sp" />
          {onSearch !== undefined && (
            <button class="btn q wide" title="Keys: / or Ctrl K" onClick={onSearch}>
              Search
            </button>
          )}
          {company !== null && <bdi class="m s one age wide">{company}</bdi>}
          {who !== null && who !== '' && <bdi class="m s one age">{who}</bdi>}
          {onForget !== undefined && (
            <button class="btn q forget" onClick={onForget}>
              {who === null ? 'Forget key' : 'Sign out'}
            </button>
          )}
          <ThemeButton />
        </div>
      </header>
      {bar}
      <main id="main" class="wrap" tabIndex={-1}>
        {children}
      </main>
      <footer>
        <div class="wrap row m s">
          <span>All dates UTC</span>
          {onSearch !== undefined && (
            <button class="lnk" onClick={onSearch}>
              Search
            </button>
          )}
          {onShortcuts !== undefined && (
            <button class="lnk" onClick={onShortcuts}>
              Keys
            </button>
          )}
          {onForget !== undefined && (
            <button class="lnk forget" onClick={onForget}>
              {who === null ? 'Forget key' : 'Sign out'}
            </button>
          )}
          <a class="lnk" href="docs">
            API docs
          </a>
          <a class="lnk" href="openapi.yaml">
            openapi.yaml
          </a>
        </div>
      </footer>
    </>
  )
}

function Navigation({ openAlerts }: { openAlerts: number | null }) {
  const { screen } = useNavigation()
  return (
    <nav aria-label="Main">
      <Link to={TODAY} current={screen.at === 'today'}>
        Today
      </Link>
      <Link to={screen.at === 'app' ? screen : appScreen(null)} current={screen.at === 'app'}>
        Apps
      </Link>
      <Link to={ALERTS} current={screen.at === 'alerts'}>
        Alerts{openAlerts !== null && openAlerts > 0 && <span class="n">{openAlerts}</span>}
      </Link>
      <Link
        to={screen.at === 'app' ? { ...TRUST, app: screen.appId } : TRUST}
        current={screen.at === 'trust'}
        class="wide"
      >
        Track record
      </Link>
    </nav>
  )
}

const NAMES = { auto: 'Theme: as the system', light: 'Theme: light', dark: 'Theme: dark' }
const SIGNS = { auto: '◐', light: '○', dark: '●' }

/** Auto, light, dark, and auto again. */
function ThemeButton() {
  const [theme, setTheme] = useState(keptTheme)
  return (
    <button
      class="btn q"
      title={NAMES[theme]}
      onClick={() => {
        const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!
        keepTheme(next)
        applyTheme(next)
        setTheme(next)
      }}
    >
      <span aria-hidden="true">{SIGNS[theme]}</span>
      <span class="vh">{NAMES[theme]}</span>
    </button>
  )
}

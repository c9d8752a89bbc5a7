import { useEffect, useRef, useState } from 'preact/hooks'
import { AlertsPage } from './alerts/alerts-page.tsx'
import { AppPage } from './app/app-page.tsx'
import { Countdown } from './countdown.tsx'
import type { Trouble } from './data/trouble.ts'
import { useService } from './data/use-answer.ts'
import { OverviewProvider, useMarkedOverview } from './data/use-overview.ts'
import { Link } from './link.tsx'
import { Palette } from './palette.tsx'
import { type AppScreen, type Screen, TODAY } from './screen.ts'
import { hasSingleKeys, keepSingleKeys } from './settings.ts'
import { Shell } from './shell.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { TrustPage } from './trust/trust-page.tsx'
import { TodayPage } from './today/today-page.tsx'
import { OfflineNotice } from './trouble-notice.tsx'
import { useNavigation } from './use-screen.ts'
import { useShortcuts } from './use-shortcuts.ts'
import type { Overview } from '../../../generated/client/models.ts'

interface ScreensProps {
  /** The person who signed in; null: an API key. */
  who: string | null
  onForget?: (() => void) | undefined
  /** Called if the credential is no longer valid. */
  onRefused: (trouble: Trouble) => void
}

/** The screen in the address. */
export function Screens({ who, onForget, onRefused }: ScreensProps) {
  const { screen, go } = useNavigation()
  const [areKeysOn, setKeysOn] = useState(hasSingleKeys)
  const [isListOpen, setListOpen] = useState(false)
  const overview = useMarkedOverview()
  const { data: apps, company } = overview
  const service = useService()
  const ids = (apps ?? []).map(({ appId }) => appId)
  const [isSearching, setSearching] = useState(false)
  useShortcuts(
    areKeysOn,
    ids,
    () => setListOpen(true),
    () => setSearching(true),
  )
  useFocusOfScreen(screen)
  useEffect(
    () => service.subscribe(() => service.refused !== null && onRefused(service.refused)),
    [service],
  )
  useEffect(() => {
    document.title = titleOf(screen, apps ?? [])
  }, [screen, apps])
  useEffect(() => {
    // `Apps` opens the first one.
    if (screen.at === 'app' && screen.appId === null && ids[0] !== undefined)
      go({ ...screen, appId: ids[0] }, 'replace')
  }, [screen, ids[0]])
  return (
    <OverviewProvider value={overview}>
      <Shell
        isOpen
        company={company}
        openAlerts={
          apps === undefined
            ? null
            : apps.reduce((sum, { openAlertCampaigns }) => sum + openAlertCampaigns, 0)
        }
        who={who}
        onForget={onForget}
        onShortcuts={() => setListOpen(true)}
        onSearch={() => setSearching(true)}
        bar={
          <>
            <Countdown />
            <OfflineNotice />
          </>
        }
      >
        {screen.at === 'today' && <TodayPage />}
        {screen.at === 'alerts' && <AlertsPage screen={screen} />}
        {screen.at === 'trust' && <TrustPage screen={screen} />}
        {screen.at === 'app' &&
          (apps === undefined || ids.includes(screen.appId ?? -1) ? (
            <AppPage screen={screen} />
          ) : (
            <NoApp {...screen} />
          ))}
        {isSearching && <Palette onClose={() => setSearching(false)} />}
        {isListOpen && (
          <ShortcutsDialog
            isOn={areKeysOn}
            onSwitch={isOn => {
              keepSingleKeys(isOn)
              setKeysOn(isOn)
            }}
            onClose={() => setListOpen(false)}
          />
        )}
      </Shell>
    </OverviewProvider>
  )
}

/** An address of an app that the credential cannot read. */
function NoApp({ appId }: AppScreen) {
  return (
    <>
      <h1>{appId === null ? 'No apps yet' : `App ${appId} is not yours to read`}</h1>
      <p class="lead">
        {appId === null
          ? 'Your company has no app with data.'
          : 'It does not exist, or belongs to another company.'}{' '}
        <Link to={TODAY} class="lnk">
          See your apps
        </Link>
      </p>
    </>
  )
}

/** Moves focus and scroll position to the top of a screen that replaces another. */
function useFocusOfScreen(screen: Screen): void {
  const screenKey = screen.at === 'app' ? `app ${screen.appId}` : screen.at
  const before = useRef(screenKey)
  useEffect(() => {
    if (before.current === screenKey) return
    before.current = screenKey
    scrollTo(0, 0)
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }, [screenKey])
}

/** Title of the tab: the most specific first. */
function titleOf(screen: Screen, apps: readonly Pick<Overview, 'appId' | 'name'>[]): string {
  const parts = {
    today: () => ['Today'],
    alerts: () => ['Alerts'],
    trust: () => ['Track record'],
    app: () =>
      screen.at === 'app' ? [screen.open?.campaign, screen.panel, nameOf(screen.appId, apps)] : [],
  }[screen.at]()
  return [...parts, 'uascope'].filter(part => part !== undefined && part !== null).join(' · ')
}

function nameOf(appId: number | null, apps: readonly Pick<Overview, 'appId' | 'name'>[]): string {
  return apps.find(app => app.appId === appId)?.name ?? 'Apps'
}

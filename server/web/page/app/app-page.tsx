import './app.css'
import { useMemo } from 'preact/hooks'
import type { AppSettings, Overview } from '../../../../generated/client/models.ts'
import { useOverview } from '../data/use-overview.ts'
import { Link } from '../link.tsx'
import { type AppScreen, appScreen, TODAY } from '../screen.ts'
import { TroubleNotice } from '../trouble-notice.tsx'
import { AppContent } from './app-content.tsx'
import { AppSkeleton } from './app-skeleton.tsx'
import { appOf, useSettings } from './use-app.ts'

/** An app: changes and their causes, what to do, and the evidence. */
export function AppPage({ screen }: { screen: AppScreen }) {
  const overview = useOverview()
  const apps = overview.data
  const found =
    apps?.find(({ appId }) => appId === screen.appId) ??
    (screen.appId === null ? apps?.[0] : undefined)
  const settings = useSettings(found?.appId ?? null)
  if (apps !== undefined && found === undefined) return <NoApp apps={apps} />
  if (
    apps === undefined ||
    found === undefined ||
    settings.data === undefined ||
    settings.data.id !== found.appId
  ) {
    return (
      <>
        <h1>
          <bdi>{found?.name ?? 'Apps'}</bdi>
        </h1>
        <TroubleNotice what="The overview" answer={overview} />
        <TroubleNotice what="The app" answer={settings} />
        {(overview.isLoading || settings.isLoading) && (
          <AppSkeleton isSlow={overview.isSlow || settings.isSlow} />
        )}
      </>
    )
  }
  if (found.dataThrough === null) return <NoData app={found} />
  return <Content {...{ screen, apps, found }} settings={settings.data} />
}

interface ContentProps {
  screen: AppScreen
  apps: readonly Overview[]
  found: Overview
  settings: AppSettings
}

function Content({ screen, apps, found, settings }: ContentProps) {
  const { from, to, compare, groupBy } = screen
  const app = useMemo(
    () => appOf({ from, to, compare, groupBy }, found, settings),
    [found, settings, from, to, compare, groupBy],
  )
  return <AppContent key={found.appId} {...{ screen, app, apps }} />
}

function NoApp({ apps }: { apps: readonly Overview[] }) {
  return (
    <>
      <h1>No such app</h1>
      <p class="lead">Your company cannot read the app that the address names.</p>
      <ul class="choices">
        {apps.map(({ appId, name }) => (
          <li key={appId}>
            <Link class="lnk" to={appScreen(appId)}>
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function NoData({ app }: { app: Overview }) {
  return (
    <>
      <nav class="crumb" aria-label="Breadcrumb">
        <Link to={TODAY}>Today</Link>
        <span>/</span>
        <bdi aria-current="page">{app.name}</bdi>
      </nav>
      <h1>
        <bdi>{app.name}</bdi> has no data yet
      </h1>
      <p class="lead">
        Nothing was calculated for this app so far. Look again after its first run.
      </p>
    </>
  )
}

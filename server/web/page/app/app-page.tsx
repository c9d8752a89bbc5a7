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
  const appOverview =
    apps?.find(({ appId }) => appId === screen.appId) ??
    (screen.appId === null ? apps?.[0] : undefined)
  const settings = useSettings(appOverview?.appId ?? null)
  if (apps !== undefined && appOverview === undefined) return <NoApp apps={apps} />
  if (
    apps === undefined ||
    appOverview === undefined ||
    settings.data === undefined ||
    settings.data.id !== appOverview.appId
  ) {
    return (
      <>
        <h1>
          <bdi>{appOverview?.name ?? 'Apps'}</bdi>
        </h1>
        <TroubleNotice what="The overview" answer={overview} />
        <TroubleNotice what="The app" answer={settings} />
        {(overview.isLoading || settings.isLoading) && (
          <AppSkeleton isSlow={overview.isSlow || settings.isSlow} />
        )}
      </>
    )
  }
  if (appOverview.dataThrough === null) return <NoData app={appOverview} />
  return <Content {...{ screen, apps, appOverview }} settings={settings.data} />
}

interface ContentProps {
  screen: AppScreen
  apps: readonly Overview[]
  appOverview: Overview
  settings: AppSettings
}

function Content({ screen, apps, appOverview, settings }: ContentProps) {
  const { from, to, compare, groupBy } = screen
  const app = useMemo(
    () => appOf({ from, to, compare, groupBy }, appOverview, settings),
    [appOverview, settings, from, to, compare, groupBy],
  )
  return <AppContent key={appOverview.appId} {...{ screen, app, apps }} />
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
      <nav class="row m crumb" aria-label="Breadcrumb">
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

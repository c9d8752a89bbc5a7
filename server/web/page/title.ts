import type { Overview } from '../../../generated/client/models.ts'
import type { Screen } from './screen.ts'

/** Title of the tab: the most specific first. */
export function titleOf(screen: Screen, apps: readonly Pick<Overview, 'appId' | 'name'>[]): string {
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

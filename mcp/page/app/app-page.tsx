import type { AppScreen } from '../screen.ts'

/** An app: cards, causes, panels, campaigns. */
export function AppPage({ screen }: { screen: AppScreen }) {
  return <h1>App {screen.appId}</h1>
}

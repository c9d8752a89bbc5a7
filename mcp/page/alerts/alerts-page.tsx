import './alerts.css'
import type { AlertsScreen } from '../screen.ts'

/** Open alerts of all apps, one line per campaign. */
export function AlertsPage({ screen }: { screen: AlertsScreen }) {
  return <h1>Alerts: {screen.show}</h1>
}

import { startView } from '../../parts/start-view.tsx'
import { Alerts } from './alerts-view.tsx'

void startView({ tool: 'svc_get_alerts', title: 'Alerts', Body: Alerts })

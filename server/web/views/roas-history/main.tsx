import { startView } from '../../parts/start-view.tsx'
import { RoasHistory } from './roas-history-view.tsx'

void startView({ tool: 'svc_get_roas_history', title: 'ROAS history', Body: RoasHistory })

import { startView } from '../../parts/start-view.tsx'
import { Report } from './report-view.tsx'

void startView({ tool: 'svc_get_report', title: 'Cohort report', Body: Report })

import { startView } from '../../parts/start-view.tsx'
import { Recommendations } from './recommendations-view.tsx'

void startView({
  tool: 'svc_get_recommendations',
  title: 'Spend recommendations',
  Body: Recommendations,
})

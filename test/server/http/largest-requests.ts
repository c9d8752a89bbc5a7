import { call, get, many, post } from './request-shapes.ts'

const DAYS = { startDate: '2026-02-01', endDate: '2026-03-30' }

/** Requested fresh each time, so that no earlier answer is reused. */
let count = 0
function fresh() {
  return `networks=${many(10, index => `Network%20${index}`).join()},Meta,x${count++}`
}
function names() {
  return { networks: [...many(10, index => `Network ${index}`), 'Meta', `x${count++}`] }
}
function tool(name: string, more: object = {}, listed = true) {
  return post(call(name, { appId: 1, ...(listed ? names() : {}), ...more }))
}
function batch(calls: number, same?: object) {
  return post(
    many(calls, id =>
      call('svc_get_recommendations', { appId: 1, limit: 500, ...(same ?? names()) }, id),
    ),
  )
}

/** A request to each operation and tool of the largest app. */
export const REQUESTS: Record<string, () => string> = {
  listApps: () => get('/v1/apps'),
  getOverview: () => get('/v1/overview'),
  getAppSettings: () => get('/v1/app-settings?appId=1'),
  listCampaigns: () => get(`/v1/campaigns?appId=1&${fresh()}`),
  getRecommendations: () => get(`/v1/recommendations?appId=1&${fresh()}`),
  'getRecommendations with since, outcome and sort': () =>
    get(`/v1/recommendations?appId=1&since=2026-03-02&outcome=true&sort=campaign&${fresh()}`),
  'getRecommendations of an earlier day': () =>
    get(`/v1/recommendations?appId=1&asOf=2026-03-02&outcome=true&${fresh()}`),
  getBudgetPlan: () => get(`/v1/budget-plan?appId=1&targetRoas=0.51&${fresh()}`),
  getPacing: () => get('/v1/pacing?appId=1&month=2026-03'),
  getTrackRecord: () => get(`/v1/track-record?appId=1&groupBy=network&${fresh()}`),
  getForecastAccuracy: () => get(`/v1/forecast-accuracy?appId=1&dsi=7`),
  getReport: () =>
    get(
      `/v1/report?appId=1&granularity=campaign&startDate=2026-02-01&endDate=2026-03-30&${fresh()}`,
    ),
  'getReport with explain': () =>
    get(
      `/v1/report?appId=1&granularity=campaign&installGrouping=total&startDate=2026-03-24&endDate=2026-03-30&compare=2026-02-24..2026-03-02&explain=true&${fresh()}`,
    ),
  getRoasHistory: () => get(`/v1/roas-history?appId=1&granularity=campaign&${fresh()}`),
  getAlerts: () => get(`/v1/alerts?appId=1&${fresh()}`),
  'getAlerts, distinct': () =>
    get(`/v1/alerts?appId=1&distinct=true&startDate=2026-03-01&${fresh()}`),
  listEvents: () => get(`/v1/events?appId=1&${fresh()}`),
  'listEvents of a range': () =>
    get(`/v1/events?appId=1&startDate=2026-03-01&endDate=2026-03-${String((count++ % 20) + 10)}`),
  svc_list_apps: () => post(call('svc_list_apps', {})),
  svc_get_profile: () => post(call('svc_get_profile', {})),
  svc_get_recommendations: () => tool('svc_get_recommendations'),
  'svc_get_recommendations with since and outcome': () =>
    tool('svc_get_recommendations', {
      since: '2026-03-02',
      outcome: true,
      detail: 'full',
      limit: 500,
    }),
  'svc_get_recommendations by status': () =>
    tool('svc_get_recommendations', { trackRecordBy: 'STATUS' }),
  'svc_get_recommendations with a plan': () =>
    tool('svc_get_recommendations', { budgetPlan: { targetRoas: 0.51 } }),
  svc_get_alerts: () => tool('svc_get_alerts', { distinct: true, limit: 500 }),
  svc_get_report: () =>
    tool('svc_get_report', { granularity: 'CAMPAIGN', ...DAYS, metrics: ['ROAS'] }),
  svc_get_roas_history: () => tool('svc_get_roas_history', { granularity: 'CAMPAIGN' }),
  svc_export_report: () =>
    tool('svc_export_report', { granularity: 'CAMPAIGN', ...DAYS, metrics: ['ROAS'] }),
  // Each different call takes seconds of processor time.
  'a batch of 50 calls': () => batch(50, names()),
  'a batch of 5 different calls': () => batch(5),
  '7,200 names': () =>
    tool('svc_get_recommendations', { campaigns: many(7200, index => `v${index}`) }, false),
}

import {
  cohortRow,
  eventRow,
  minimalDelivery,
  recommendationRow,
  revenueOf,
  revenueRow,
  runRow,
} from '../../reference/minimal-delivery.ts'

export const HOSTILE = '<img src=x onerror=alert(1)>'
export const LONG = `${'long name '.repeat(29)}of 300 ch`
export const CAMPAIGNS = [
  { platform: 'IOS' as const, network: 'Meta', campaign: 'Alpha', spend: 50 },
  { platform: 'ANDROID' as const, network: 'Google', campaign: 'Beta', spend: 40 },
  { platform: 'ANDROID' as const, network: 'Meta', campaign: '=1+1', spend: 30 },
  { platform: 'IOS' as const, network: HOSTILE, campaign: HOSTILE, spend: 20 },
  { platform: 'IOS' as const, network: 'Meta', campaign: LONG, spend: 10 },
]
const DAYS = Array.from({ length: 31 }, (_, index) =>
  new Date(Date.UTC(2026, 1, 28 + index)).toISOString().slice(0, 10),
)

/** 31 days of five campaigns: 155 rows by day and campaign. */
export function reportDelivery() {
  const cohorts = DAYS.flatMap((install_date, day) =>
    CAMPAIGNS.map(({ spend, ...identity }) =>
      cohortRow({ ...identity, install_date, spend: String(spend + day) }),
    ),
  )
  const cohort_revenue = DAYS.flatMap((install_date, day) =>
    CAMPAIGNS.flatMap(({ spend, ...identity }, place) =>
      [1, 7, 365].map(dsi =>
        revenueRow({
          ...identity,
          install_date,
          dsi,
          ...revenueOf(
            String(Math.round((spend + ((day * 7 + place * 3) % 11)) * Math.log2(dsi + 1) * 0.2)),
          ),
        }),
      ),
    ),
  )
  const recommendations = CAMPAIGNS.map(({ spend, ...identity }, index) =>
    recommendationRow({
      ...identity,
      recommendation_id: index + 1,
      spend: String(spend * 6),
      target_paid_gross_roas: 0.5 + index / 10,
    }),
  )
  const events = [
    eventRow({
      event_id: 1,
      title: HOSTILE,
      start_date: '2026-03-11',
      end_date: '2026-03-12',
      network: 'Meta',
    }),
    eventRow({ event_id: 2, kind: 'holiday', title: 'Spring', start_date: '2026-03-25' }),
  ]
  return minimalDelivery({
    cohorts,
    cohort_revenue,
    recommendations,
    runs: [runRow()],
    roas_snapshots: [],
    alerts: [],
    events,
  })
}

export interface Answer {
  columns: string[]
  rows: (string | number | null)[][]
  totals: Record<string, number>
  totalRows: number
}

export const WEEKLY = {
  appId: 1,
  metrics: ['spend', 'roas'],
  dsiValues: [1, 7, 365],
  groupBy: ['NETWORK'],
  installGrouping: 'WEEKLY',
  limit: 500,
}

export function objects({ columns, rows }: Pick<Answer, 'columns' | 'rows'>) {
  return rows.map(row => Object.fromEntries(columns.map((name, index) => [name, row[index]])))
}

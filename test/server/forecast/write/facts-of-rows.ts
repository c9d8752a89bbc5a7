import type { Config } from '../../../../server/forecast/config/forecast-config.ts'
import {
  type Bid,
  type Facts,
  type Kind,
  type Names,
  type Revenue,
  UNKNOWN,
} from '../../../../server/forecast/model/facts.ts'
import type { PreparedFacts } from '../../../../server/forecast/sentinel/data-events.ts'
import { dayOf } from '../../../../server/core/model/dates.ts'
import type { Backtest, Gate } from '../../../../server/forecast/backtest/gates.ts'

/** Installs of a day, and what they brought by age. */
export interface CellRow {
  day: number
  platform: string | null
  network: string | null
  campaign: string | null
  country: string | null
  spend: number
  installs: number
  /** Gross and net of each age, from 0. */
  iap?: readonly (readonly [gross: number, net: number])[]
  ad?: readonly (readonly [gross: number, net: number])[]
}

const dimensions = ['platform', 'network', 'campaign', 'country'] as const

/** What would be read of exports that say so. */
export function factsOf(
  rows: readonly CellRow[],
  { organic = ['Organic'], bids = [] as readonly Bid[] } = {},
): Facts {
  const names = Object.fromEntries(
    dimensions.map(name => [
      name,
      [...new Set(rows.flatMap(row => row[name] ?? []))].sort((a, b) =>
        a < b ? -1 : a > b ? 1 : 0,
      ),
    ]),
  ) as unknown as Names
  const indexOf = (row: CellRow, name: (typeof dimensions)[number]) =>
    row[name] === null ? UNKNOWN : names[name].indexOf(row[name])
  const sorted = [...rows].sort(
    (a, b) =>
      a.day - b.day ||
      dimensions.reduce((order, name) => order || indexOf(a, name) - indexOf(b, name), 0),
  )
  const revenueOf = (kind: Kind): Revenue => {
    const start = new Uint32Array(sorted.length + 1)
    sorted.forEach((row, i) => (start[i + 1] = start[i]! + (row[kind]?.length ?? 0)))
    const all = sorted.flatMap(row =>
      [...(row[kind] ?? [])].map(([gross, net], age) => ({ age, gross, net })),
    )
    return {
      kind,
      start,
      age: Uint16Array.from(all, ({ age }) => age),
      gross: Float64Array.from(all, ({ gross }) => gross),
      net: Float64Array.from(all, ({ net }) => net),
    }
  }
  const ints = (of: (row: CellRow) => number) => Int32Array.from(sorted, of)
  return {
    names,
    cells: {
      count: sorted.length,
      day: ints(row => row.day),
      platform: ints(row => indexOf(row, 'platform')),
      network: ints(row => indexOf(row, 'network')),
      campaign: ints(row => indexOf(row, 'campaign')),
      country: ints(row => indexOf(row, 'country')),
      organic: Uint8Array.from(sorted, row => (organic.includes(row.network ?? '') ? 1 : 0)),
      spend: Float64Array.from(sorted, row => row.spend),
      installs: Float64Array.from(sorted, row => row.installs),
    },
    revenue: (['iap', 'ad'] as const).map(revenueOf).filter(({ gross }) => gross.length > 0),
    bids,
    firstDay: sorted[0]?.day ?? 0,
    lastDay: sorted.at(-1)?.day ?? 0,
    netShare: {
      iap: new Float64Array(names.platform.length + 1).fill(0.7),
      ad: new Float64Array(names.platform.length + 1).fill(1),
    },
  }
}

/** Without findings, events and repairs. */
export function asDelivered(facts: Facts): PreparedFacts {
  return { delivered: facts, repaired: facts, findings: [], eventsAt: () => [] }
}

export const lastDay = dayOf('2026-03-15')

/** A few campaigns over `days` days up to a Sunday, whose users pay less each day, all known by then. */
export function smallWorld({
  days = 120,
  last = lastDay,
  organic = true,
  bids = [] as readonly Bid[],
} = {}): Facts {
  const campaigns = [
    {
      platform: 'IOS',
      network: 'Apple Search Ads',
      campaign: 'Brand',
      countries: ['US'],
      cost: 3,
      worth: 4,
    },
    {
      platform: 'IOS',
      network: 'Meta Ads',
      campaign: 'Lookalike',
      countries: ['DE', 'US'],
      cost: 2.5,
      worth: 1.2,
    },
    {
      platform: 'ANDROID',
      network: 'Google Ads',
      campaign: 'Broad',
      countries: ['BR', 'DE', null],
      cost: 1,
      worth: 0.6,
    },
    {
      platform: 'ANDROID',
      network: 'Google Ads',
      campaign: null,
      countries: ['DE'],
      cost: 1,
      worth: 0.5,
    },
    ...(organic
      ? [
          {
            platform: 'IOS',
            network: 'Organic',
            campaign: null,
            countries: ['US', 'FR'],
            cost: 0,
            worth: 1,
          },
        ]
      : []),
  ]
  return factsOf(
    Array.from({ length: days }, (_, k) => last - days + 1 + k).flatMap(day =>
      campaigns.flatMap(({ countries, cost, worth, ...names }, c) =>
        countries.map((country, n) => {
          const installs = 20 + ((day * 7 + c * 5 + n * 3) % 11)
          const revenue = (share: number, level: number) =>
            Array.from({ length: last - day + 1 }, (_, age) => {
              const gross =
                Math.round(
                  installs * worth * level * (1 + ((day + age) % 3) / 10) * (age + 1) ** -0.9 * 100,
                ) / 100
              return [gross, Math.round(gross * share * 100) / 100] as const
            })
          return {
            ...names,
            country,
            day,
            spend: installs * cost,
            installs,
            iap: revenue(0.7, 0.5),
            ad: revenue(1, 0.1),
          }
        }),
      ),
    ),
    { bids },
  )
}

export function configOf(overrides: Partial<Config> = {}): Config {
  return {
    folder: '.',
    company: { id: 1, name: 'Nordlys' },
    app: {
      id: 101,
      name: 'Merge Manor',
      createdAt: '2025-01-01',
      currency: 'USD',
      dsi: [0, 1, 3, 7, 14, 30, 60, 90],
      actionThreshold: 0.05,
      weeklyAggregation: false,
    },
    targets: {
      dsi: 30,
      roasType: 'paid',
      revenueType: 'gross',
      roas: 1,
      by: [{ network: 'Apple Search Ads', roas: 1.1 }],
    },
    betLookback: [
      { platform: 'IOS', start: 3, end: 12 },
      { platform: null, start: 2, end: 8 },
    ],
    net: null,
    organic: { networks: ['Organic'], uplift: 0 },
    optimisationDsi: { default: 7, byNetwork: { 'Google Ads': 0 } },
    networks: { traditional: ['Google Ads', 'Meta Ads'], alias: {} },
    inputs: [],
    lagDays: undefined,
    gaps: [],
    events: [],
    snapshots: { dailyDays: 20, weeklyDays: 180, dsi: [7, 30] },
    pacing: { step: 0.2, days: 3 },
    gates: new Map(),
    idBase: 101,
    ...overrides,
  }
}

/** By DSI; others passed. */
export type Verdicts = Readonly<
  Record<
    number,
    Gate['verdict'] | (Pick<Gate, 'verdict'> & Partial<Gate> & { isDelivered?: boolean })
  >
>

export function backtestOf(
  asOf: number,
  dsis: readonly number[],
  verdicts: Verdicts = {},
): Backtest {
  const gate = (dsi: number): Gate => {
    const override = verdicts[dsi] ?? 'passed'
    const verdict = typeof override === 'string' ? override : override.verdict
    const reason = verdict === 'failed' ? 'WAPE 40.0 % is above 25.0 %.' : null
    return {
      dsi,
      verdict,
      wape: 0.1,
      bias: 0,
      coverage: 0.8,
      baselines: {},
      cases: 100,
      reason,
      ...(typeof override === 'string' ? {} : override),
    }
  }
  return {
    asOf,
    origins: [],
    gates: new Map(dsis.map(dsi => [dsi, gate(dsi)])),
    untested: new Set(
      dsis.filter(dsi => typeof verdicts[dsi] === 'object' && verdicts[dsi].isDelivered === true),
    ),
    uncertainty: { growth: 0.01, spread: new Map() },
    calibration: { intercept: 0, slope: 1, cases: 0 },
    scores: [],
    decisions: { cases: 0, agreement: null, opposite: null, flips: null },
    cases: [],
  }
}

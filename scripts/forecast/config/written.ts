import type { Kind } from '../facts.ts'
import type { Config, InputConfig, Match, Platform, RevenueType, RoasType } from './config.ts'

type Shares = number | Record<Platform, number>

/** A config as it is written, checked and with its defaults. */
export interface Written {
  company: Config['company']
  app: {
    id: number
    name: string
    created_at: string
    currency: string
    dsi: number[]
    action_threshold: number
    weekly_aggregation: boolean
  }
  targets: { dsi: number; roas_type: RoasType; revenue_type: RevenueType; roas: number | null; by: (Match & { roas: number })[] }
  bet_lookback: { platform?: Platform; start: number; end: number }[]
  net?: Record<Kind, Shares>
  organic: Config['organic']
  optimisation_dsi: { default: number } & Record<string, number>
  networks: Config['networks']
  inputs: (Pick<InputConfig, 'table'> &
    Partial<Pick<InputConfig, 'format' | 'columns' | 'cumulative' | 'day' | 'kind' | 'currency'>> & {
      files: string | string[]
      first_age?: 0 | 1
      install_event?: string
    })[]
  lag_days?: number
  gaps: Config['gaps']
  snapshots: { daily_days: number; weekly_days: number; dsi?: number[] }
  pacing: Config['pacing']
  gates: Record<string, 'accept'>
  id_base?: number
}

/** DSIs of which snapshots are kept unless the config says which: an early one, and the target's. */
const EARLY_DSI = 7

export function configOf(written: Written, folder: string): Config {
  const { app, targets, net, optimisation_dsi: optimisation, snapshots } = written
  const dsi = ascending(app.dsi)
  const { default: usual, ...byNetwork } = optimisation
  return {
    folder,
    company: written.company,
    app: {
      id: app.id,
      name: app.name,
      createdAt: app.created_at,
      currency: app.currency,
      dsi,
      actionThreshold: app.action_threshold,
      weeklyAggregation: app.weekly_aggregation,
    },
    targets: { dsi: targets.dsi, roasType: targets.roas_type, revenueType: targets.revenue_type, roas: targets.roas, by: targets.by },
    betLookback: written.bet_lookback.map(({ platform = null, start, end }) => ({ platform, start, end })),
    net: net === undefined ? null : { iap: sharesOf(net.iap), ad: sharesOf(net.ad) },
    organic: written.organic,
    optimisationDsi: { default: usual, byNetwork },
    networks: written.networks,
    inputs: written.inputs.map(inputOf),
    lagDays: written.lag_days,
    gaps: written.gaps,
    snapshots: {
      dailyDays: snapshots.daily_days,
      weeklyDays: snapshots.weekly_days,
      dsi: ascending(snapshots.dsi ?? dsi.filter(known => known === EARLY_DSI || known === targets.dsi)),
    },
    pacing: written.pacing,
    gates: new Map(Object.entries(written.gates).map(([dsi, accept]) => [Number(dsi), accept])),
    idBase: written.id_base ?? app.id,
  }
}

function ascending(numbers: readonly number[]): number[] {
  return [...numbers].sort((a, b) => a - b)
}

function sharesOf(shares: Shares): Record<Platform, number> {
  return typeof shares === 'number' ? { IOS: shares, ANDROID: shares, WEB: shares } : shares
}

function inputOf({ files, first_age: firstAge, install_event: installEvent, ...input }: Written['inputs'][number]): InputConfig {
  return {
    table: input.table,
    files: typeof files === 'string' ? [files] : files,
    format: input.format,
    columns: input.columns ?? {},
    cumulative: input.cumulative,
    firstAge,
    day: input.day,
    kind: input.kind,
    currency: input.currency,
    installEvent,
  }
}

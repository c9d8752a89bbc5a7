import { getOrCreate } from './identity.ts'
import { dataThrough } from './runs.ts'
import type { AppRow, Delivery, RunRow } from './delivery.ts'

/** The ages, in days, of the youngest and the oldest cohort of a platform's bet lookback. */
export function betLookback(
  delivery: Required<Delivery>,
  app: AppRow,
  platform: string,
): { startDay: number; endDay: number } {
  const own = delivery.bet_lookbacks.filter(row => row.app_id === app.app_id)
  const row =
    own.find(lookback => lookback.platform === platform) ??
    own.find(lookback => lookback.platform === null)
  return row === undefined
    ? { startDay: 2, endDay: 8 }
    : { startDay: row.start_day, endDay: row.end_day }
}

/** The smallest bet lookback start over the platforms asked for, whether or not they have rows. */
export function firstAge(
  delivery: Required<Delivery>,
  app: AppRow,
  platforms: readonly string[],
): number {
  return Math.min(
    ...platforms.map(platform => betLookback(delivery, app, platform.toUpperCase()).startDay),
  )
}

/** The first install date of which each run captured anything at the DSI, by `run_id`. */
export function firstCaptured(delivery: Required<Delivery>, dsi: number): Map<number, string> {
  const first = new Map<number, string>()
  for (const row of delivery.roas_snapshots) {
    if (row.dsi !== dsi) continue
    const known = first.get(row.run_id)
    if (known === undefined || row.install_date < known) first.set(row.run_id, row.install_date)
  }
  return first
}

/** The newest of the runs that saw the same newest install date; `runs` come newest first. */
export function newestByInstallDate(runs: RunRow[]): RunRow[] {
  const newest = new Map<string, RunRow>()
  for (const run of runs) getOrCreate(newest, dataThrough(run), () => run)
  return [...newest.values()]
}

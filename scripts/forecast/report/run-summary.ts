import type { Backtest } from '../backtest/result.ts'
import type { Forecasted } from '../forecast.ts'
import { summaryLines } from './summary.ts'

/** What a run came to, in lines for standard output. */
export function runLines({ summary, backtest, notes }: Forecasted): string[] {
  const { alerts, snapshots, snapshotRuns, folder } = summary
  const of = snapshotRuns === 0 ? '' : `, of ${snapshotRuns + 1} runs`
  return [
    ...summaryLines({ ...summary, backtest, notes: [...notes, ...summary.notes] }),
    '',
    `${alerts.toLocaleString('en')} alerts; ${snapshots.toLocaleString('en')} snapshots${of}. Written to ${folder}.`,
  ]
}

/** The same for `--json`. */
export function runJson({ summary, backtest, notes }: Forecasted): object {
  return { ...summary, notes: [...notes, ...summary.notes], backtest: backtestJson(backtest) }
}

/** What the past says of forecasts, for `--json`. */
export function backtestJson({ origins, gates, uncertainty, calibration, scores, decisions }: Backtest): object {
  return {
    origins: origins.length,
    gates: [...gates.values()],
    growth: uncertainty.growth,
    spread: Object.fromEntries(uncertainty.spread),
    calibration,
    scores,
    decisions,
  }
}

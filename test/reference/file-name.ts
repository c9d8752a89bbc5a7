import type { AppRow, RunRow } from './delivery.ts'

/** A file name's parts joined; what file systems do not take in names, and control characters, is `_`. */
export function fileName(app: AppRow, parts: (string | number)[], run: RunRow | undefined, suffix: string): string {
  const lastRunDate = run === undefined ? 'none' : run.created_at.slice(0, 10)
  return [app.name, ...parts, lastRunDate].join('-').replace(/[/\\:*?"<>|]|\p{Cc}/gu, '_') + suffix
}

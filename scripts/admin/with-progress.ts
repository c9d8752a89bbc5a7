import type { Print } from '../../server/imports/progress.ts'
import { importProgress } from '../../server/core/runtime/progress.ts'

/** Runs `use` with a print to stderr. Lines that the next one replaces (`isLive`) are printed on a terminal only. */
export async function withProgress<Result>(
  use: (print: Print) => Promise<Result>,
): Promise<Result> {
  const { progress, live, end } = importProgress()
  try {
    return await use((line, isLive = false) => (!isLive || live ? progress(line) : undefined))
  } finally {
    end()
  }
}
